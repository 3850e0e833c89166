import { withAuditedSnapshotChange } from '../audit/audit-rows.ts'
import { notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { AccessList, AuditDraft } from '../language/records.ts'
import { createConditions } from '../rows/clauses.ts'
import { column, type RowOf, readRow } from '../rows/columns.ts'
import { pageOf, readCursor } from '../rows/cursor.ts'
import { type Sql, type SqlRow, text } from '../rows/engine.ts'
import { searchWords } from '../rows/search-text.ts'
import type { StoreDefinition } from '../rows/store.ts'

/** Limits a statement: each is a round trip, and a transaction has a time limit. */
const entriesPerStatement = 500

const columns = {
  /** A network in canonical CIDR form. */
  network: column.text('network'),
  list: column.oneOf('list', ['block', 'allow']),
  note: column.text('note'),
  createdAtMs: column.integer('created_at_ms'),
  expiresAtMs: column.integerOrNull('expires_at_ms'),
}

/** A network on one of the access lists. */
export interface AccessEntry extends RowOf<typeof columns> {
  /** The stored name of the list, if this version does not know it. The network is then blocked. */
  otherList?: string
}

/** Selects entries of one list. */
export interface AccessQuery {
  list: AccessList
  /** Only these networks, in canonical text. */
  networks?: readonly string[]
  /** Words that network or note must contain, all of them; A to Z match in any case. */
  search?: string
  limit: number
  after?: string
}

/** The entries of the blacklist and the whitelist. */
export const accessStore = {
  walks: ({ read }) => ({
    async list() {
      const rows = await read.all('SELECT * FROM access_entries ORDER BY created_at_ms, network, list')
      return rows.map(readAccessEntry)
    },
    async find(network: string, list: AccessList) {
      const row = await read.get('SELECT * FROM access_entries WHERE network = ? AND list = ?', network, list)
      return row && readAccessEntry(row)
    },
    /** Whether one of these networks is on the list, unexpired; without `networks`, whether the list has any. */
    async isInForce(list: AccessList, nowMs: number, networks?: readonly string[]) {
      if (networks?.length === 0) return false
      const row = await read.get(
        `SELECT network FROM access_entries
         WHERE list = ? AND (expires_at_ms IS NULL OR expires_at_ms > ?)
         ${networks === undefined ? '' : `AND network IN (${networks.map(() => '?').join(', ')})`} LIMIT 1`,
        list,
        nowMs,
        ...(networks ?? []),
      )
      return row !== undefined
    },
  }),
  reads: ({ dialect, read }) => ({
    /** The entries of one list, newest first. @throws {Failure} BAD_REQUEST for an `after` that no page returned */
    async page({ limit, ...query }: AccessQuery) {
      if (query.networks?.length === 0) return { items: [], next: null }
      const { clause, parameters } = selectionOf(query, dialect.position)
      const rows = await read.all(
        `SELECT * FROM access_entries ${clause()} ORDER BY created_at_ms DESC, network DESC LIMIT ?`,
        ...parameters,
        limit + 1,
      )
      return pageOf(rows.map(readAccessEntry), limit, ({ createdAtMs, network }) => {
        return { atMs: createdAtMs, id: Buffer.from(network).toString('base64url') }
      })
    },
  }),
  changes: (engine) => ({
    /** Adds entries. A network already on the list gets the new note and expiry. */
    put: (entries: readonly AccessEntry[], audit: AuditDraft) =>
      withAuditedSnapshotChange(engine, audit, async (sql) => {
        const single = lastOfEach(entries)
        for (let from = 0; from < single.length; from += entriesPerStatement) {
          await putSome(sql, single.slice(from, from + entriesPerStatement))
        }
      }),
    /** Removes the network from the given list, or from both. */
    remove: (network: string, list: AccessList | null, audit: AuditDraft) =>
      withAuditedSnapshotChange(engine, audit, async (sql) => {
        const removed = list
          ? await sql.run('DELETE FROM access_entries WHERE network = ? AND list = ?', network, list)
          : await sql.run('DELETE FROM access_entries WHERE network = ?', network)
        if (removed === 0) throw notFound(message('The network {network}', { network }))
      }),
  }),
} satisfies StoreDefinition

function selectionOf({ list, networks, search, after }: Omit<AccessQuery, 'limit'>, position: string) {
  const conditions = createConditions()
  conditions.where('list = ?', list)
  if (networks !== undefined) {
    conditions.where(`network IN (${networks.map(() => '?').join(', ')})`, ...networks)
  }
  for (const word of searchWords(search ?? '')) {
    conditions.where(`${position}(LOWER(network || ' ' || note), ?) > 0`, word)
  }
  if (after !== undefined) {
    const cursor = readCursor(after)
    conditions.where('(created_at_ms, network) < (?, ?)', cursor.atMs, networkOf(cursor.id))
  }
  return conditions
}

/** The last entry of each network: PostgreSQL can't write one row twice in a statement. */
function lastOfEach(entries: readonly AccessEntry[]): AccessEntry[] {
  return [...new Map(entries.map((entry) => [`${entry.list} ${entry.network}`, entry])).values()]
}

async function putSome(sql: Sql, entries: readonly AccessEntry[]): Promise<void> {
  await sql.run(
    `INSERT INTO access_entries (network, list, note, created_at_ms, expires_at_ms)
     VALUES ${entries.map(() => '(?, ?, ?, ?, ?)').join(', ')}
     ON CONFLICT (network, list) DO UPDATE
     SET note = excluded.note, expires_at_ms = excluded.expires_at_ms`,
    ...entries.flatMap(({ network, list, note, createdAtMs, expiresAtMs }) => [
      network,
      list,
      note,
      createdAtMs,
      expiresAtMs,
    ]),
  )
}

/** Decodes the network in a page marker. */
const networkOf = (id: string): string => Buffer.from(id, 'base64url').toString()

function readAccessEntry(row: SqlRow): AccessEntry {
  const entry = readRow(columns, row)
  const stored = text(row, 'list')
  return stored === entry.list ? entry : { ...entry, otherList: stored }
}
