import { type AuditDraft, restoringProblem } from '@pictoglyph/core'
import { albumsOf } from '../album-images.ts'
import { writeAudit } from '../audit.ts'
import {
  type CounterChanges,
  counterScope,
  createCounterChanges,
  inLockOrder,
  liveScopes,
  requireQuota,
} from '../counters.ts'
import type { SqlEngine, SqlTransaction } from '../engine.ts'
import { claimBytes, claimScope, releaseDuplicateClaims, releaseEndedClaims } from './duplicate-claims.ts'
import { type LockedImage, lockImages } from './image-locks.ts'

/** `ImageStore.remove`: those deleted already stay as they are. */
export function removeImages(
  { dialect, write }: SqlEngine,
  ids: readonly string[],
  { atMs, nowMs, audit }: { atMs: number; nowMs: number; audit: AuditDraft },
): Promise<void> {
  return write(async (sql) => {
    const counters = createCounterChanges(dialect)
    for (const image of await lockImages(sql, dialect, { ids, nowMs })) {
      if (image.deletedAtMs !== null) continue
      await sql.run('UPDATE images SET deleted_at_ms = ? WHERE id = ?', atMs, image.id)
      await releaseDuplicateClaims(sql, image)
      await addImageToCounters(sql, image, { counters, sign: -1 })
    }
    await counters.write(sql)
    await writeAudit(sql, audit)
  })
}

/** `ImageStore.restore`. */
export function restoreImages(
  { dialect, write }: SqlEngine,
  ids: readonly string[],
  { nowMs, audit }: { nowMs: number; audit: AuditDraft },
): Promise<string[]> {
  return write(async (sql) => {
    const counters = createCounterChanges(dialect)
    const restored: LockedImage[] = []
    for (const image of await lockImages(sql, dialect, { ids, nowMs })) {
      if (image.deletedAtMs === null) continue
      await releaseEndedClaims(sql, image.receivedSha256, nowMs)
      if (!(await claimBytes(sql, image, claimScope('owner', image.ownerId)))) continue
      await sql.run('UPDATE images SET deleted_at_ms = NULL WHERE id = ?', image.id)
      await addImageToCounters(sql, image, { counters, sign: 1 })
      restored.push(image)
    }
    await requireQuotas(sql, restored)
    await counters.write(sql)
    await writeAudit(sql, audit)
    return restored.map(({ id }) => id)
  })
}

/** @throws {Failure} QUOTA_EXCEEDED */
async function requireQuotas(sql: SqlTransaction, restored: readonly LockedImage[]): Promise<void> {
  const addedBytes = new Map<string, number>()
  for (const { ownerId, sizeBytes } of restored) {
    addedBytes.set(ownerId, sizeBytes + (addedBytes.get(ownerId) ?? 0))
  }
  for (const [ownerId, bytes] of inLockOrder(addedBytes)) {
    await requireQuota(sql, { ownerId, addedBytes: bytes }, restoringProblem)
  }
}

/** Counts an image as live (1) or as deleted (-1), in its albums too. */
export async function addImageToCounters(
  sql: SqlTransaction,
  image: LockedImage,
  { counters, sign }: { counters: CounterChanges; sign: 1 | -1 },
): Promise<void> {
  const albums = await albumsOf(sql, image.id)
  for (const scope of [...liveScopes(image), ...albums.map(counterScope.album)]) {
    counters.add(scope, sign, sign * image.sizeBytes)
  }
  counters.add(counterScope.deleted(image.ownerId), -sign, -sign * image.sizeBytes)
}
