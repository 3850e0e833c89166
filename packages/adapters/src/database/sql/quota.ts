import {
  countProblem,
  Failure,
  type FailureFacts,
  message,
  notFound,
  type QuotaInUse,
  type Usage,
} from '@pictoglyph/core'
import { counterScope, readCounter } from './counters.ts'
import { integer, integerOrNull, type Sql, type SqlTransaction, text } from './engine.ts'

/** Images of an owner that are to come to live. */
export interface Addition {
  ownerId: string
  addedBytes: number
  /** The most images that the owner may have; 0, and by default, any number. */
  maxImages?: number
}

/**
 * The owner, who has room for so many bytes more. Anyone who adds to what an owner has under a quota waits here for those
 * before, until their transactions have ended.
 * @throws {Failure} what the rule finds, NOT_FOUND
 */
export async function requireQuota(
  sql: SqlTransaction,
  { ownerId, addedBytes, maxImages = 0 }: Addition,
  problemOf: (quota: QuotaInUse) => FailureFacts | undefined,
): Promise<{ name: string; displayName: string }> {
  const row = await sql.get('SELECT name, display_name, quota_bytes FROM users WHERE id = ?', ownerId)
  if (!row) throw notFound(message('The user'))
  const quotaBytes = integerOrNull(row, 'quota_bytes')
  if (quotaBytes !== null || maxImages > 0) {
    await sql.lock(`quota:${ownerId}`)
    const used = await usageOf(sql, ownerId)
    const problem =
      (quotaBytes === null ? undefined : problemOf({ quotaBytes, used, addedBytes })) ??
      (maxImages === 0 ? undefined : await problemOfCount(sql, ownerId, maxImages))
    if (problem !== undefined) throw new Failure(problem)
  }
  return { name: text(row, 'name'), displayName: text(row, 'display_name') }
}

async function problemOfCount(
  sql: Sql,
  ownerId: string,
  maxImages: number,
): Promise<FailureFacts | undefined> {
  const live = await readCounter(sql, counterScope.owner(ownerId))
  const deleted = await readCounter(sql, counterScope.deleted(ownerId))
  return countProblem(maxImages, { images: live.images, deletedImages: deleted.images })
}

/** `UserStore.usage`, at one moment: what is being deleted is counted once. */
export async function usageOf(sql: Sql, ownerId: string): Promise<Usage> {
  const live = counterScope.owner(ownerId)
  const deleted = counterScope.deleted(ownerId)
  const texts = counterScope.text(ownerId)
  const row = await sql.get(
    `SELECT COALESCE(SUM(CASE WHEN scope = ? THEN images ELSE 0 END), 0) AS images,
       COALESCE(SUM(CASE WHEN scope = ? THEN bytes ELSE 0 END), 0) AS bytes,
       COALESCE(SUM(CASE WHEN scope = ? THEN bytes ELSE 0 END), 0) AS deleted_bytes,
       COALESCE(SUM(CASE WHEN scope = ? THEN bytes ELSE 0 END), 0) AS text_bytes
     FROM image_counters WHERE scope IN (?, ?, ?)`,
    live,
    live,
    deleted,
    texts,
    live,
    deleted,
    texts,
  )
  if (!row) return { images: 0, bytes: 0, deletedBytes: 0, textBytes: 0 }
  return {
    images: integer(row, 'images'),
    bytes: integer(row, 'bytes'),
    deletedBytes: integer(row, 'deleted_bytes'),
    textBytes: Math.max(0, integer(row, 'text_bytes')),
  }
}
