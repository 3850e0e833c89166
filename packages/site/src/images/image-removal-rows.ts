import { addingProblem, type LiveLimits, noLiveLimits } from '../accounts/quota.ts'
import { writeAudit } from '../audit/audit-rows.ts'
import type { AuditDraft } from '../language/records.ts'
import { isOneOf } from '../rows/clauses.ts'
import {
  type CounterChanges,
  counterScope,
  createCounterChanges,
  inLockOrder,
  liveScopes,
  readOwner,
  requireRoomOfOwner,
  requireRoomOfSite,
} from '../rows/counters.ts'
import { type SqlDialect, type SqlEngine, type SqlTransaction, text } from '../rows/engine.ts'
import { claimRestored, releaseDuplicateClaims, releaseExpiredClaims } from './duplicate-claim-rows.ts'
import { type LockedImage, lockImages, requireImages } from './image-lock-rows.ts'

/** Implements `images.remove`; images that are already deleted stay as they are. */
export function removeImages(
  { dialect, write }: SqlEngine,
  ids: readonly string[],
  { atMs, nowMs, audit }: { atMs: number; nowMs: number; audit: AuditDraft },
): Promise<number | undefined> {
  return write(async (sql) => {
    const counters = createCounterChanges(dialect)
    const live = (await lockImages(sql, dialect, { ids, nowMs })).filter(
      ({ deletedAtMs }) => deletedAtMs === null,
    )
    await setDeleted(sql, dialect, { images: live, deletedAtMs: atMs })
    await releaseDuplicateClaims(sql, dialect, live)
    await addImagesToCounters(sql, dialect, { images: live, counters, sign: -1 })
    await counters.write(sql)
    return writeAudit(sql, audit)
  })
}

/** Implements `images.restore`. */
export function restoreImages(
  { dialect, write }: SqlEngine,
  ids: readonly string[],
  { nowMs, audit, limits }: { nowMs: number; audit: AuditDraft; limits: LiveLimits },
): Promise<{ restored: string[]; entry: number | undefined }> {
  return write(async (sql) => {
    const counters = createCounterChanges(dialect)
    const images = await lockImages(sql, dialect, { ids, nowMs })
    requireImages(ids, images, ({ takenDownAtMs }) => takenDownAtMs === null)
    const deleted = images.filter(({ deletedAtMs }) => deletedAtMs !== null)
    const restored = await bringBack(sql, dialect, { deleted, nowMs, counters, limits })
    await counters.write(sql)
    return { restored: restored.map(({ id }) => id), entry: await writeAudit(sql, audit) }
  })
}

/**
 * Makes locked deleted images live again, except those whose bytes were uploaded again.
 * @param limits of the policies; they do not apply when an operator puts images back
 * @throws {Failure} QUOTA_EXCEEDED
 */
export async function bringBack(
  sql: SqlTransaction,
  dialect: SqlDialect,
  {
    deleted,
    nowMs,
    counters,
    limits = noLiveLimits,
  }: { deleted: readonly LockedImage[]; nowMs: number; counters: CounterChanges; limits?: LiveLimits },
): Promise<LockedImage[]> {
  const received = new Set(deleted.map(({ receivedSha256 }) => receivedSha256))
  await releaseExpiredClaims(sql, dialect, { received, nowMs })
  const claimants = await claimRestored(
    sql,
    dialect,
    deleted.map(({ id }) => id),
  )
  const restored = deleted.filter(({ id }) => claimants.has(id))
  await setDeleted(sql, dialect, { images: restored, deletedAtMs: null })
  await addImagesToCounters(sql, dialect, { images: restored, counters, sign: 1 })
  await requireRoom(sql, restored, limits)
  return restored
}

async function setDeleted(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { images, deletedAtMs }: { images: readonly LockedImage[]; deletedAtMs: number | null },
): Promise<void> {
  if (images.length === 0) return
  const { text: areListed, parameter } = isOneOf(
    dialect,
    images.map(({ id }) => id),
  )
  await sql.run(`UPDATE images SET deleted_at_ms = ? WHERE id ${areListed}`, deletedAtMs, parameter)
}

/** @throws {Failure} QUOTA_EXCEEDED */
async function requireRoom(
  sql: SqlTransaction,
  restored: readonly LockedImage[],
  limits: LiveLimits,
): Promise<void> {
  const bytesOf = (images: readonly LockedImage[]) =>
    images.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const ofOwners = Map.groupBy(restored, ({ ownerId }) => ownerId)
  for (const [ownerId, theirs] of inLockOrder(ofOwners)) {
    const added = { images: theirs.length, bytes: bytesOf(theirs) }
    await requireRoomOfOwner(sql, await readOwner(sql, ownerId), { added, limits }, addingProblem)
  }
  if (restored.length > 0) await requireRoomOfSite(sql, limits.maxSiteBytes, bytesOf(restored))
}

/** Counts images as live (1) or as deleted (-1), in their albums too. */
export async function addImagesToCounters(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { images, counters, sign }: { images: readonly LockedImage[]; counters: CounterChanges; sign: 1 | -1 },
): Promise<void> {
  if (images.length === 0) return
  const bytesOf = new Map(images.map(({ id, sizeBytes }) => [id, sizeBytes]))
  const { text: areListed, parameter } = isOneOf(dialect, bytesOf.keys())
  const rows = await sql.all(
    `SELECT album_id, image_id FROM album_images WHERE image_id ${areListed}`,
    parameter,
  )
  for (const row of rows) {
    const bytes = bytesOf.get(text(row, 'image_id')) ?? 0
    counters.add(counterScope.album(text(row, 'album_id')), sign, sign * bytes)
  }
  for (const image of images) {
    for (const scope of liveScopes(image)) counters.add(scope, sign, sign * image.sizeBytes)
    counters.add(counterScope.deleted(image.ownerId), -sign, -sign * image.sizeBytes)
  }
}
