import { parsedJson } from '../language/parsed-json.ts'
import type { AuditDraft, AuditEntry } from '../language/records.ts'
import { nameKey } from '../language/text-field.ts'
import { createConditions, insertion } from '../rows/clauses.ts'
import { type Column, type ColumnsOf, column, readRow, writtenColumns } from '../rows/columns.ts'
import { pageOf, readNumberedCursor } from '../rows/cursor.ts'
import { integer, type Sql, type SqlEngine, type SqlTransaction, text } from '../rows/engine.ts'
import type { Store, StoreDefinition } from '../rows/store.ts'

const jsonColumn = (name: string): Column<unknown> => ({
  names: [name],
  /** Text that is not JSON stays as it is. */
  read(row) {
    const stored = text(row, name)
    const value = parsedJson(stored)
    return value === undefined ? stored : value
  },
  write: (value) => ({ [name]: JSON.stringify(value) }),
})

const columns: ColumnsOf<AuditEntry> = {
  id: column.integer('id'),
  atMs: column.integer('at_ms'),
  actor: column.text('actor'),
  actorUserId: column.textOrNull('actor_user_id'),
  address: column.text('address'),
  action: column.text('action'),
  subject: column.text('subject'),
  before: jsonColumn('before_json'),
  after: jsonColumn('after_json'),
}

const { id: _, ...draftColumns } = columns

/** Selects entries of the audit log. */
export interface AuditQuery {
  actor?: string
  action?: string
  /** The id of the changed thing, or the name of an existing user, category, album or key, in any case. */
  subject?: string
  fromMs?: number
  beforeMs?: number
  limit: number
  after?: string
}

/** The audit log. */
export type AuditStore = Store<typeof auditStore>

/** Defines {@link AuditStore}. */
export const auditStore = {
  walks: ({ read }) => ({
    /** The addresses where a user's last `limit` sessions since a time began. */
    async sessionAddresses(userId: string, fromMs: number, limit: number) {
      const rows = await read.all(
        `SELECT address FROM audit_entries WHERE action = 'session.begin' AND subject = ? AND at_ms >= ?
         ORDER BY at_ms DESC LIMIT ?`,
        userId,
        fromMs,
        limit,
      )
      return [...new Set(rows.map((row) => text(row, 'address')))]
    },
  }),
  reads: ({ read }) => ({
    /** Newest first. */
    async list({ actor, action, subject, fromMs, beforeMs, limit, after }: AuditQuery) {
      const { where, clause, parameters } = createConditions()
      if (actor !== undefined) where('actor = ?', actor)
      if (action !== undefined) where('action = ?', action)
      if (subject !== undefined) where(...subjectIs(subject))
      if (fromMs !== undefined) where('at_ms >= ?', fromMs)
      if (beforeMs !== undefined) where('at_ms < ?', beforeMs)
      if (after !== undefined) {
        const cursor = readNumberedCursor(after)
        where('(at_ms, id) < (?, ?)', cursor.atMs, cursor.id)
      }
      const rows = await read.all(
        `SELECT * FROM audit_entries ${clause()}
         ORDER BY at_ms DESC, id DESC LIMIT ?`,
        ...parameters,
        limit + 1,
      )
      return pageOf(
        rows.map((row) => readRow(columns, row)),
        limit,
        ({ atMs, id }) => ({ atMs, id: String(id) }),
      )
    },
  }),
  changes: ({ write }) => ({
    add: (entry: AuditDraft) => write((sql) => writeAudit(sql, entry)),
    /** Removes at most `most` entries from before a time, oldest first. @returns how many were removed */
    prune: (beforeMs: number, most: number) =>
      write((sql) =>
        sql.run(
          `DELETE FROM audit_entries WHERE id IN
         (SELECT id FROM audit_entries WHERE at_ms < ? ORDER BY at_ms, id LIMIT ?)`,
          beforeMs,
          most,
        ),
      ),
  }),
} satisfies StoreDefinition

/** Matches an id or a name. Keys have no folded name, so theirs is compared exactly. */
function subjectIs(subject: string): [condition: string, ...parameters: string[]] {
  const named = ['users', 'categories', 'albums'].map((table) => `SELECT id FROM ${table} WHERE name_key = ?`)
  const ids = [...named, 'SELECT id FROM api_keys WHERE name = ?'].join(' UNION ALL ')
  const folded = nameKey(subject)
  return [`(subject = ? OR subject IN (${ids}))`, subject, folded, folded, folded, subject]
}

/**
 * Writes the entry in the transaction of its change, unless the change changed nothing.
 * @returns the id of the entry, for the next part of the action
 */
export async function writeAudit(sql: Sql, entry: AuditDraft): Promise<number | undefined> {
  const { before = null, after = null } = entry
  const row = writtenColumns(draftColumns, { ...entry, before, after })
  if (before !== null && row.before_json === row.after_json) return entry.replaces
  if (entry.replaces !== undefined) {
    await sql.run(
      'UPDATE audit_entries SET subject = ?, before_json = ?, after_json = ? WHERE id = ?',
      ...[entry.subject, JSON.stringify(before), JSON.stringify(after), entry.replaces],
    )
    return entry.replaces
  }
  const written = await sql.get(...insertion('audit_entries', row, 'RETURNING id'))
  return written && integer(written, 'id')
}

/**
 * Runs an operator's change as one transaction with its audit entries. Such changes run one after another, so that the
 * data they read (the last position, the present default) is still true when they write.
 */
export function withAuditedTransaction<T>(
  engine: SqlEngine,
  audit: AuditDraft | readonly AuditDraft[],
  change: (sql: SqlTransaction) => Promise<T>,
): Promise<T> {
  return engine.write(async (sql) => {
    await lockAdministration(sql)
    const result = await change(sql)
    for (const entry of [audit].flat()) await writeAudit(sql, entry)
    return result
  })
}

/** The same for settings in the snapshot: raises the revision, so that replicas refresh theirs. */
export function withAuditedSnapshotChange<T>(
  engine: SqlEngine,
  audit: AuditDraft | readonly AuditDraft[],
  change: (sql: SqlTransaction) => Promise<T>,
): Promise<T> {
  return withAuditedTransaction(engine, audit, async (sql) => {
    const result = await change(sql)
    await raiseRevision(sql)
    return result
  })
}

/** Locks out other operators' changes until the transaction ends. */
export function lockAdministration(sql: SqlTransaction): Promise<void> {
  return sql.lock('administration')
}

/** Makes every replica read its snapshot again. */
export async function raiseRevision(sql: Sql): Promise<void> {
  await sql.run('UPDATE site_revision SET value = value + 1 WHERE id = 1')
}
