import { type AuditDraft, type BlobAddress, hasEnded, message, notFound, textBytesOf } from '@pictoglyph/core'
import { writeAudit } from '../audit.ts'
import { dropBlobReference } from '../blobs/blob-references.ts'
import { createConditions } from '../clauses.ts'
import { counterScope, createCounterChanges, inLockOrder, usageOf } from '../counters.ts'
import { integer, type SqlDialect, type SqlEngine, type SqlTransaction, text } from '../engine.ts'
import { releaseDuplicateClaims } from './duplicate-claims.ts'
import { type LockedImage, lockExistingImages, lockImages } from './image-locks.ts'
import { addImageToCounters } from './image-removal.ts'

/**
 * Images purged in one transaction: few, so that uploads wait only briefly, and SQLite's log has room on a full disk.
 */
const purgedTogether = 50

/** Which deleted images are forgotten, the oldest first, and when their bytes are released. */
interface Purge {
  deletedBeforeMs: number
  atMs: number
}

/** `ImageStore.purge`. */
export async function purgeImages(engine: SqlEngine, purge: Purge): Promise<number> {
  let purged = 0
  for (;;) {
    const { images, isLast } = await purgeSome(engine, purge)
    purged += images
    if (isLast) return purged
  }
}

/** `ImageStore.purgeExpired`. */
export async function purgeExpired({ dialect, read, write }: SqlEngine, atMs: number): Promise<number> {
  let purged = 0
  for (;;) {
    const rows = await read.all(
      'SELECT id FROM images WHERE expires_at_ms <= ? ORDER BY expires_at_ms, id LIMIT ?',
      atMs,
      purgedTogether,
    )
    if (rows.length === 0) return purged
    const ids = rows.map((row) => text(row, 'id'))
    purged += await write(async (sql) => {
      // Until they are locked, an upload may give them a later end.
      const ended = (await lockExistingImages(sql, dialect, ids)).filter((image) => hasEnded(image, atMs))
      const counters = createCounterChanges(dialect)
      for (const image of ended) {
        if (image.deletedAtMs !== null) continue
        await releaseDuplicateClaims(sql, image)
        await addImageToCounters(sql, image, { counters, sign: -1 })
      }
      await forget(sql, dialect, { images: ended, atMs }, counters)
      return ended.length
    })
  }
}

/** `ImageStore.purgeBeyondQuotas`. */
export async function purgeBeyondQuotas(engine: SqlEngine, purge: Purge): Promise<number> {
  const owners = await engine.read.all(
    `SELECT users.id, users.quota_bytes FROM users
     JOIN image_counters ON image_counters.scope = '${counterScope.deleted('')}' || users.id
     WHERE users.quota_bytes IS NOT NULL
     GROUP BY users.id, users.quota_bytes HAVING SUM(image_counters.bytes) > users.quota_bytes
     ORDER BY users.id`,
  )
  let purged = 0
  for (const owner of owners) {
    const of = { ownerId: text(owner, 'id'), quotaBytes: integer(owner, 'quota_bytes') }
    purged += await purgeBeyondQuota(engine, purge, of)
  }
  return purged
}

async function purgeBeyondQuota(
  engine: SqlEngine,
  purge: Purge,
  { ownerId, quotaBytes }: { ownerId: string; quotaBytes: number },
): Promise<number> {
  await recountDeleted(engine, ownerId)
  let purged = 0
  for (;;) {
    // Meanwhile its owner may bring others back.
    const minBytes = (await usageOf(engine.read, ownerId)).deletedBytes - quotaBytes
    if (minBytes <= 0) return purged
    const { images, isLast } = await purgeSome(engine, purge, { ownerId, minBytes })
    purged += images
    if (isLast) return purged
  }
}

/**
 * Sums up again what an owner has deleted. It decides about images, so the sum must not rely on old counts, which a
 * server of an earlier version may have missed.
 */
function recountDeleted({ dialect, write }: SqlEngine, ownerId: string): Promise<void> {
  return write(async (sql) => {
    const scope = counterScope.deleted(ownerId)
    const row = await sql.get(
      `SELECT COUNT(*) AS images, COALESCE(SUM(blobs.size_bytes), 0) AS bytes,
         (SELECT COALESCE(SUM(images), 0) FROM image_counters WHERE scope = ?) AS tallied_images,
         (SELECT COALESCE(SUM(bytes), 0) FROM image_counters WHERE scope = ?) AS tallied_bytes
       FROM images JOIN blobs ON blobs.address = images.address
       WHERE images.owner_id = ? AND images.deleted_at_ms IS NOT NULL`,
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

interface Purged {
  images: number
  /** There are no more to forget. */
  isLast: boolean
}

/**
 * Skips images that are being restored: waiting for them with other rows locked could wait in a circle.
 * @param excess bytes that one owner has to free; no more images are purged than that takes
 */
function purgeSome(
  { dialect, write }: SqlEngine,
  { deletedBeforeMs, atMs }: Purge,
  excess?: { ownerId: string; minBytes: number },
): Promise<Purged> {
  return write(async (sql) => {
    const { where, clause, parameters } = createConditions()
    where('deleted_at_ms IS NOT NULL AND deleted_at_ms < ?', deletedBeforeMs)
    if (excess !== undefined) where('owner_id = ?', excess.ownerId)
    const rows = await sql.all(
      `SELECT id, owner_id, address, title, description,
         COALESCE((SELECT size_bytes FROM blobs WHERE blobs.address = images.address), 0) AS size_bytes
       FROM images ${clause()} ORDER BY deleted_at_ms, id LIMIT ?${dialect.forUpdateOfFree}`,
      ...parameters,
      purgedTogether,
    )
    const forgotten: ForgottenImage[] = []
    let bytes = 0
    for (const row of rows) {
      if (excess !== undefined && bytes >= excess.minBytes) break
      const sizeBytes = integer(row, 'size_bytes')
      forgotten.push({
        id: text(row, 'id'),
        ownerId: text(row, 'owner_id'),
        address: text(row, 'address'),
        sizeBytes,
        textBytes: textBytesOf({ title: text(row, 'title'), description: text(row, 'description') }),
      })
      bytes += sizeBytes
    }
    await forget(sql, dialect, { images: forgotten, atMs })
    return { images: forgotten.length, isLast: rows.length < purgedTogether }
  })
}

/** `ImageStore.purgeSelected`. */
export function purgeSelected(
  { dialect, write }: SqlEngine,
  ids: readonly string[],
  { atMs, nowMs, audit }: { atMs: number; nowMs: number; audit: AuditDraft },
): Promise<BlobAddress[]> {
  return write(async (sql) => {
    const images = await lockImages(sql, dialect, { ids, nowMs })
    const live = images.find(({ deletedAtMs }) => deletedAtMs === null)
    if (live !== undefined) throw notFound(message('The deleted image "{id}"', { id: live.id }))
    const released = await forget(sql, dialect, { images, atMs })
    await writeAudit(sql, audit)
    return released
  })
}

type ForgottenImage = Pick<LockedImage, 'id' | 'ownerId' | 'address' | 'sizeBytes' | 'textBytes'>

/** Purges deleted images that are locked. @returns the addresses of blobs that are no longer needed */
async function forget(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { images, atMs }: { images: readonly ForgottenImage[]; atMs: number },
  counters = createCounterChanges(dialect),
): Promise<BlobAddress[]> {
  const needed = new Map<string, number>()
  for (const { id, ownerId, address, sizeBytes, textBytes } of images) {
    await dialect.search.remove(sql, id)
    await sql.run('DELETE FROM images WHERE id = ?', id)
    needed.set(address, 1 + (needed.get(address) ?? 0))
    counters.add(counterScope.deleted(ownerId), -1, -sizeBytes)
    if (textBytes > 0) counters.add(counterScope.text(ownerId), -1, -textBytes)
  }
  const released: BlobAddress[] = []
  for (const [address, count] of inLockOrder(needed)) {
    released.push(...(await dropBlobReference(sql, address, { images: count, atMs })))
  }
  await counters.write(sql)
  return released
}
