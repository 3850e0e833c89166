import type { AuditDraft } from '@pictoglyph/core'
import { writeAudit } from './audit.ts'
import type { Sql, SqlEngine, SqlTransaction } from './engine.ts'

/**
 * Runs an operator's change as one transaction with its audit entry, or entries. Such changes run one after the other,
 * so that what they read (the last position, the present default) holds when they write.
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

/** The same for what replicas keep a snapshot of: they see by the revision that theirs is old. */
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

/** Until the transaction ends, nobody else makes an operator's change. */
export function lockAdministration(sql: SqlTransaction): Promise<void> {
  return sql.lock('administration')
}

/** Has every replica read its snapshot anew. */
export async function raiseRevision(sql: Sql): Promise<void> {
  await sql.run('UPDATE site_revision SET value = value + 1 WHERE id = 1')
}
