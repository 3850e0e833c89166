import { writeAudit } from '../audit/audit-rows.ts'
import type { AuditDraft, TakenDown } from '../language/records.ts'
import { endReportsOf } from '../reports/report-rows.ts'
import { isOneOf } from '../rows/clauses.ts'
import { counterScope, createCounterChanges } from '../rows/counters.ts'
import type { SqlEngine } from '../rows/engine.ts'
import { blockHashes, unblockHashes } from './blocked-hash-rows.ts'
import { releaseDuplicateClaims } from './duplicate-claim-rows.ts'
import { type LockedImage, lockImages, requireImages } from './image-lock-rows.ts'
import { addImagesToCounters, bringBack } from './image-removal-rows.ts'

/** The facts recorded with a takedown. */
export type TakeDownNote = Omit<TakenDown, 'atMs'>

/** Implements `images.takeDown`. An image that was live becomes live again when it is put back. */
export function takeDownImages(
  { dialect, write }: SqlEngine,
  ids: readonly string[],
  { note, nowMs, audit }: { note: TakeDownNote; nowMs: number; audit: AuditDraft },
): Promise<number | undefined> {
  return write(async (sql) => {
    const images = (await lockImages(sql, dialect, { ids, nowMs })).filter(
      ({ takenDownAtMs, isHiddenWithOwner }) =>
        takenDownAtMs === null || (isHiddenWithOwner && !note.isWithOwner),
    )
    const live = images.filter(({ deletedAtMs }) => deletedAtMs === null)
    const listed = isOneOf(
      dialect,
      images.map(({ id }) => id),
    )
    await sql.run(
      `UPDATE images SET taken_down_reason = ?, hidden_with_owner = ?,
         live_when_taken_down = CASE WHEN deleted_at_ms IS NULL THEN 1 ELSE live_when_taken_down END,
         deleted_at_ms = COALESCE(deleted_at_ms, ?), taken_down_at_ms = COALESCE(taken_down_at_ms, ?)
       WHERE id ${listed.text}`,
      ...[note.reason, Number(note.isWithOwner), nowMs, nowMs],
      listed.parameter,
    )
    await releaseDuplicateClaims(sql, dialect, live)
    const counters = createCounterChanges(dialect)
    await addImagesToCounters(sql, dialect, { images: live, counters, sign: -1 })
    for (const { ownerId, sizeBytes, takenDownAtMs } of images) {
      if (takenDownAtMs !== null) continue
      counters.add(counterScope.deleted(ownerId), -1, -sizeBytes)
      counters.add(counterScope.takenDown(ownerId), 1, sizeBytes)
    }
    if (!note.isWithOwner) {
      await blockHashes(sql, dialect, {
        hashes: hashesOf(images),
        reason: note.reason,
        note: '',
        blockedAtMs: nowMs,
        blockedBy: audit.actor,
      })
      await endReportsOf(sql, dialect, ids)
    }
    await counters.write(sql)
    return writeAudit(sql, audit)
  })
}

/** Implements `images.putBack`. */
export function putBackImages(
  { dialect, write }: SqlEngine,
  ids: readonly string[],
  { nowMs, audit }: { nowMs: number; audit: AuditDraft },
): Promise<{ live: string[]; entry: number | undefined }> {
  return write(async (sql) => {
    const images = await lockImages(sql, dialect, { ids, nowMs })
    requireImages(ids, images, ({ takenDownAtMs }) => takenDownAtMs !== null)
    const counters = createCounterChanges(dialect)
    for (const { ownerId, sizeBytes } of images) {
      counters.add(counterScope.takenDown(ownerId), -1, -sizeBytes)
      counters.add(counterScope.deleted(ownerId), 1, sizeBytes)
    }
    const listed = isOneOf(dialect, ids)
    await sql.run(
      `UPDATE images SET taken_down_at_ms = NULL, taken_down_reason = NULL, hidden_with_owner = 0, live_when_taken_down = 0
       WHERE id ${listed.text}`,
      listed.parameter,
    )
    const deleted = images.filter(({ wasLive }) => wasLive)
    const live = await bringBack(sql, dialect, { deleted, nowMs, counters })
    await unblockHashes(sql, dialect, hashesOf(images.filter((image) => !image.isHiddenWithOwner)))
    await counters.write(sql)
    return { live: live.map(({ id }) => id), entry: await writeAudit(sql, audit) }
  })
}

/** Hashes of the received and the stored bytes, in the one order in which rows are locked. */
function hashesOf(images: readonly LockedImage[]): string[] {
  return [...new Set(images.flatMap(({ receivedSha256, address }) => [receivedSha256, address]))].toSorted()
}
