import { Failure, notFound, sentence } from '@pictoglyph/core'
import { readTally, tallyOf } from './counters.ts'
import type { SqlTransaction } from './engine.ts'
import { integerOrNull, text } from './rows.ts'

/**
 * The owner of images that are to come to live, who has room for so many bytes more. Whoever adds to what an owner
 * has under a quota waits here for those before, until their transactions have ended.
 * @throws {Failure} QUOTA_EXCEEDED, NOT_FOUND
 */
export async function requireQuota(
  sql: SqlTransaction,
  ownerId: string,
  addedBytes: number,
): Promise<{ name: string }> {
  const row = await sql.get('SELECT name, quota_bytes FROM users WHERE id = ?', ownerId)
  if (!row) throw notFound(sentence('The user'))
  const quotaBytes = integerOrNull(row, 'quota_bytes')
  if (quotaBytes !== null) {
    await sql.lock(`quota:${ownerId}`)
    const used = await readTally(sql, tallyOf.owner(ownerId))
    if (used.bytes + addedBytes > quotaBytes) throw new Failure({ code: 'QUOTA_EXCEEDED', quotaBytes })
  }
  return { name: text(row, 'name') }
}
