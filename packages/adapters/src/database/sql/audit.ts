import { type AuditDraft, type AuditEntry, type AuditStore, nameKey } from '@pictoglyph/core'
import { createConditions } from './clauses.ts'
import { pageOf, readNumberedCursor } from './cursor.ts'
import {
  integer,
  json,
  type Sql,
  type SqlEngine,
  type SqlRow,
  type SqlTransaction,
  text,
  textOrNull,
} from './engine.ts'

/** `AuditStore` over an engine. */
export function createAuditStore({ read, write }: SqlEngine): AuditStore {
  return {
    add: (entry) => write((sql) => writeAudit(sql, entry)),
    async sessionAddresses(userId, fromMs, limit) {
      const rows = await read.all(
        `SELECT address FROM audit_entries WHERE action = 'session.begin' AND subject = ? AND at_ms >= ?
         ORDER BY at_ms DESC LIMIT ?`,
        userId,
        fromMs,
        limit,
      )
      return [...new Set(rows.map((row) => text(row, 'address')))]
    },
    async list({ actor, action, subject, fromMs, beforeMs, limit, after }) {
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
    prune: (beforeMs, most) =>
      write((sql) =>
        sql.run(
          `DELETE FROM audit_entries WHERE id IN
           (SELECT id FROM audit_entries WHERE at_ms < ? ORDER BY at_ms, id LIMIT ?)`,
          beforeMs,
          most,
        ),
      ),
  }
}

/** A key has no folded name, so its name is compared exactly. */
function subjectIs(subject: string): [condition: string, ...parameters: string[]] {
  const named = ['users', 'categories', 'albums'].map((table) => `SELECT id FROM ${table} WHERE name_key = ?`)
  const ids = [...named, 'SELECT id FROM api_keys WHERE name = ?'].join(' UNION ALL ')
  const folded = nameKey(subject)
  return [`(subject = ? OR subject IN (${ids}))`, subject, folded, folded, folded, subject]
}

/** Writes the entry in the transaction of its change. */
export async function writeAudit(sql: Sql, entry: AuditDraft): Promise<void> {
  await sql.run(
    `INSERT INTO audit_entries (at_ms, actor, actor_user_id, address, action, subject, before_json, after_json)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    entry.atMs,
    entry.actor,
    entry.actorUserId,
    entry.address,
    entry.action,
    entry.subject,
    JSON.stringify(entry.before ?? null),
    JSON.stringify(entry.after ?? null),
  )
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
    before: json(row, 'before_json'),
    after: json(row, 'after_json'),
  }
}

/**
 * Runs an operator's change as one transaction with its audit entries. Such changes run one after the other, so that
 * what they read (the last position, the present default) is still true when they write.
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

/** The same for settings in the snapshot: replicas see by the revision that theirs is old. */
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

/** Has every replica read its snapshot again. */
export async function raiseRevision(sql: Sql): Promise<void> {
  await sql.run('UPDATE site_revision SET value = value + 1 WHERE id = 1')
}
