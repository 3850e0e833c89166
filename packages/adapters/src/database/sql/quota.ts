import { Failure, type FailureFacts, message, notFound, type QuotaInUse, type Usage } from '@pictoglyph/core'
import { counterScope } from './counters.ts'
import type { Sql, SqlTransaction } from './engine.ts'
import { integer, integerOrNull, text } from './rows.ts'

/** Images of an owner that are to come to live. */
export interface Addition {
  ownerId: string
  addedBytes: number
}

/**
 * The owner, who has room for so many bytes more. Whoever adds to what an owner has under a quota waits here for those
 * before, until their transactions have ended.
 * @throws {Failure} what the rule finds, NOT_FOUND
 */
export async function requireQuota(
  sql: SqlTransaction,
  { ownerId, addedBytes }: Addition,
  problemOf: (quota: QuotaInUse) => FailureFacts | undefined,
): Promise<{ name: string; displayName: string }> {
  const row = await sql.get('SELECT name, display_name, quota_bytes FROM users WHERE id = ?', ownerId)
  if (!row) throw notFound(message('The user'))
  const quotaBytes = integerOrNull(row, 'quota_bytes')
  if (quotaBytes !== null) {
    await sql.lock(`quota:${ownerId}`)
    const problem = problemOf({ quotaBytes, used: await usageOf(sql, ownerId), addedBytes })
    if (problem !== undefined) throw new Failure(problem)
  }
  return { name: text(row, 'name'), displayName: text(row, 'display_name') }
}

/** `UserStore.usage`, at one moment: what is being deleted is counted once. */
export async function usageOf(sql: Sql, ownerId: string): Promise<Usage> {
  const live = counterScope.owner(ownerId)
  const row = await sql.get(
    `SELECT COALESCE(SUM(CASE WHEN scope = ? THEN images ELSE 0 END), 0) AS images,
       COALESCE(SUM(CASE WHEN scope = ? THEN bytes ELSE 0 END), 0) AS bytes,
       COALESCE(SUM(CASE WHEN scope = ? THEN 0 ELSE bytes END), 0) AS deleted_bytes
     FROM image_counters WHERE scope IN (?, ?)`,
    live,
    live,
    live,
    live,
    counterScope.deleted(ownerId),
  )
  if (!row) return { images: 0, bytes: 0, deletedBytes: 0 }
  return {
    images: integer(row, 'images'),
    bytes: integer(row, 'bytes'),
    deletedBytes: integer(row, 'deleted_bytes'),
  }
}
