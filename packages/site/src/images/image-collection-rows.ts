import { textBytesOf } from '../accounts/quota.ts'
import { writeAudit } from '../audit/audit-rows.ts'
import { removeBlobReferences } from '../blobs/blob-reference-rows.ts'
import type { BlobAddress } from '../blobs/blob-store.ts'
import { notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { AuditDraft } from '../language/records.ts'
import { createConditions, isOneOf } from '../rows/clauses.ts'
import { counterScope, createCounterChanges, usageOf } from '../rows/counters.ts'
import { integer, type SqlDialect, type SqlEngine, type SqlTransaction, text } from '../rows/engine.ts'
import { releaseDuplicateClaims } from './duplicate-claim-rows.ts'
import { type LockedImage, lockExistingImages, lockImages } from './image-lock-rows.ts'
import { hasExpired } from './image-records.ts'
import { addImagesToCounters } from './image-removal-rows.ts'

/** Images collected in one transaction: few, so that uploads wait only briefly, and SQLite's log fits a full disk. */
const collectedTogether = 50

/** Selects deleted images, oldest first, and sets the time at which their bytes are released. */
interface Collection {
  deletedBeforeMs: number
  atMs: number
}

/** Implements `images.collect`. */
export async function collectImages(engine: SqlEngine, collection: Collection): Promise<number> {
  let collected = 0
  for (;;) {
    const { images, isLast } = await collectSome(engine, collection)
    collected += images
    if (isLast) return collected
  }
}

/** Implements `images.collectExpired`. */
export async function collectExpired({ dialect, read, write }: SqlEngine, atMs: number): Promise<number> {
  let collected = 0
  for (;;) {
    const rows = await read.all(
      'SELECT id FROM images WHERE expires_at_ms <= ? ORDER BY expires_at_ms, id LIMIT ?',
      atMs,
      collectedTogether,
    )
    if (rows.length === 0) return collected
    const ids = rows.map((row) => text(row, 'id'))
    collected += await write(async (sql) => {
      // Before they are locked, an upload may still give them a later expiry.
      const ended = (await lockExistingImages(sql, dialect, ids)).filter((image) => hasExpired(image, atMs))
      const counters = createCounterChanges(dialect)
      const live = ended.filter(({ deletedAtMs }) => deletedAtMs === null)
      await releaseDuplicateClaims(sql, dialect, live)
      await addImagesToCounters(sql, dialect, { images: live, counters, sign: -1 })
      await deleteRows(sql, dialect, { images: ended, atMs }, counters)
      return ended.length
    })
  }
}

/** Implements `images.collectBeyondQuotas`. */
export async function collectBeyondQuotas(engine: SqlEngine, collection: Collection): Promise<number> {
  const owners = await engine.read.all(
    `SELECT users.id, users.quota_bytes FROM users
     JOIN image_counters ON image_counters.scope = '${counterScope.deleted('')}' || users.id
     WHERE users.quota_bytes IS NOT NULL
     GROUP BY users.id, users.quota_bytes HAVING SUM(image_counters.bytes) > users.quota_bytes
     ORDER BY users.id`,
  )
  let collected = 0
  for (const owner of owners) {
    const of = { ownerId: text(owner, 'id'), quotaBytes: integer(owner, 'quota_bytes') }
    collected += await collectBeyondQuota(engine, collection, of)
  }
  return collected
}

async function collectBeyondQuota(
  engine: SqlEngine,
  collection: Collection,
  { ownerId, quotaBytes }: { ownerId: string; quotaBytes: number },
): Promise<number> {
  await recountDeleted(engine, ownerId)
  let collected = 0
  for (;;) {
    // Read again, because the owner may restore images meanwhile.
    const minBytes = (await usageOf(engine.read, ownerId)).deletedBytes - quotaBytes
    if (minBytes <= 0) return collected
    const { images, isLast } = await collectSome(engine, collection, { ownerId, minBytes })
    collected += images
    if (isLast) return collected
  }
}

/**
 * Recounts an owner's deleted images. The sum decides which images go, so it must not rely on counts that a server of
 * an earlier version may have missed.
 */
function recountDeleted({ dialect, write }: SqlEngine, ownerId: string): Promise<void> {
  return write(async (sql) => {
    const scope = counterScope.deleted(ownerId)
    const row = await sql.get(
      `SELECT COUNT(*) AS images, COALESCE(SUM(blobs.size_bytes), 0) AS bytes,
         (SELECT COALESCE(SUM(images), 0) FROM image_counters WHERE scope = ?) AS tallied_images,
         (SELECT COALESCE(SUM(bytes), 0) FROM image_counters WHERE scope = ?) AS tallied_bytes
       FROM images JOIN blobs ON blobs.address = images.address
       WHERE images.owner_id = ? AND images.deleted_at_ms IS NOT NULL AND images.taken_down_at_ms IS NULL`,
      scope,
      scope,
      ownerId,
    )
    if (!row) return
    const counters = createCounterChanges(dialect)
    counters.add(
      scope,
      integer(row, 'images') - integer(row, 'tallied_images'),
      integer(row, 'bytes') - integer(row, 'tallied_bytes'),
    )
    await counters.write(sql)
  })
}

interface Collected {
  images: number
  /** No more images are left to collect. */
  isLast: boolean
}

/**
 * Collects a batch. Skips images that are being restored: waiting for them while holding other locks could deadlock.
 * @param excess bytes that an owner has to free; collects only as many images as that takes
 */
function collectSome(
  { dialect, write }: SqlEngine,
  { deletedBeforeMs, atMs }: Collection,
  excess?: { ownerId: string; minBytes: number },
): Promise<Collected> {
  return write(async (sql) => {
    const { where, clause, parameters } = createConditions()
    where('deleted_at_ms IS NOT NULL AND deleted_at_ms < ?', deletedBeforeMs)
    where('taken_down_at_ms IS NULL')
    if (excess !== undefined) where('owner_id = ?', excess.ownerId)
    const rows = await sql.all(
      `SELECT id, owner_id, address, title, description,
         COALESCE((SELECT size_bytes FROM blobs WHERE blobs.address = images.address), 0) AS size_bytes
       FROM images ${clause()} ORDER BY deleted_at_ms, id LIMIT ?${dialect.forUpdateOfFree}`,
      ...parameters,
      collectedTogether,
    )
    const collected: CollectedImage[] = []
    let bytes = 0
    for (const row of rows) {
      if (excess !== undefined && bytes >= excess.minBytes) break
      const sizeBytes = integer(row, 'size_bytes')
      collected.push({
        id: text(row, 'id'),
        ownerId: text(row, 'owner_id'),
        address: text(row, 'address'),
        sizeBytes,
        textBytes: textBytesOf({ title: text(row, 'title'), description: text(row, 'description') }),
        takenDownAtMs: null,
      })
      bytes += sizeBytes
    }
    await deleteRows(sql, dialect, { images: collected, atMs })
    return { images: collected.length, isLast: rows.length < collectedTogether }
  })
}

/** Implements `images.deleteForGood`. */
export function deleteForGood(
  { dialect, write }: SqlEngine,
  ids: readonly string[],
  {
    atMs,
    nowMs,
    audit,
    takenDownToo,
  }: { atMs: number; nowMs: number; audit: AuditDraft; takenDownToo: boolean },
): Promise<{ released: BlobAddress[]; entry: number | undefined }> {
  return write(async (sql) => {
    const images = await lockImages(sql, dialect, { ids, nowMs })
    const other = images.find(
      ({ deletedAtMs, takenDownAtMs }) => deletedAtMs === null || (takenDownAtMs !== null && !takenDownToo),
    )
    if (other !== undefined) throw notFound(message('The deleted image "{id}"', { id: other.id }))
    const released = await deleteRows(sql, dialect, { images, atMs })
    return { released, entry: await writeAudit(sql, audit) }
  })
}

type CollectedImage = Pick<
  LockedImage,
  'id' | 'ownerId' | 'address' | 'sizeBytes' | 'textBytes' | 'takenDownAtMs'
>

/** Deletes the rows of locked images. @returns the addresses of blobs that are no longer needed */
async function deleteRows(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { images, atMs }: { images: readonly CollectedImage[]; atMs: number },
  counters = createCounterChanges(dialect),
): Promise<BlobAddress[]> {
  if (images.length === 0) return []
  const ids = isOneOf(
    dialect,
    images.map(({ id }) => id),
  )
  await dialect.search.removeForGood(sql, ids)
  await sql.run(`DELETE FROM images WHERE id ${ids.text}`, ids.parameter)
  const needed = new Map<string, number>()
  for (const { ownerId, address, sizeBytes, textBytes, takenDownAtMs } of images) {
    needed.set(address, 1 + (needed.get(address) ?? 0))
    const scope = takenDownAtMs === null ? counterScope.deleted : counterScope.takenDown
    counters.add(scope(ownerId), -1, -sizeBytes)
    if (textBytes > 0) counters.add(counterScope.text(ownerId), -1, -textBytes)
  }
  const released = await removeBlobReferences(sql, dialect, { needed, atMs })
  await counters.write(sql)
  return released
}
