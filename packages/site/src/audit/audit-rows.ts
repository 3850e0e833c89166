import { parsedJson } from '../language/parsed-json.ts'
import type { AuditDraft, AuditEntry } from '../language/records.ts'
import { nameKey } from '../language/text-field.ts'
import { createConditions, insertion } from '../rows/clauses.ts'
import { pageOf, readNumberedCursor } from '../rows/cursor.ts'
import {
  integer,
  type Sql,
  type SqlEngine,
  type SqlRow,
  type SqlTransaction,
  text,
  textOrNull,
} from '../rows/engine.ts'
import type { Store, StoreDefinition } from '../rows/store.ts'

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
      return pageOf(rows.map(readAuditEntry), limit, ({ atMs, id }) => ({ atMs, id: String(id) }))
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
  const before = JSON.stringify(entry.before ?? null)
  const after = JSON.stringify(entry.after ?? null)
  if (before === after && before !== 'null') return entry.replaces
  if (entry.replaces !== undefined) {
    await sql.run(
      'UPDATE audit_entries SET subject = ?, before_json = ?, after_json = ? WHERE id = ?',
      entry.subject,
      before,
      after,
      entry.replaces,
    )
    return entry.replaces
  }
  const written = await sql.get(
    ...insertion(
      'audit_entries',
      {
        at_ms: entry.atMs,
        actor: entry.actor,
        actor_user_id: entry.actorUserId,
        address: entry.address,
        action: entry.action,
        subject: entry.subject,
        before_json: before,
        after_json: after,
      },
      'RETURNING id',
    ),
  )
  return written && integer(written, 'id')
}

function readAuditEntry(row: SqlRow): AuditEntry {
  return {
    id: integer(row, 'id'),
    atMs: integer(row, 'at_ms'),
    actor: text(row, 'actor'),
    actorUserId: textOrNull(row, 'actor_user_id'),
    address: text(row, 'address'),
    action: text(row, 'action'),
    subject: text(row, 'subject'),
    before: valueIn(text(row, 'before_json')),
    after: valueIn(text(row, 'after_json')),
  }
}

/** Parses stored JSON; other text stays as it is. */
function valueIn(stored: string): unknown {
  const value = parsedJson(stored)
  return value === undefined ? stored : value
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
