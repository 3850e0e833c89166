import type { BlobAddress, BlobReferences, BlobRow, StoredFile } from '@pictoglyph/core'
import { integer, integerOrNull, type Sql, type SqlEngine, type SqlRow, text } from '../engine.ts'
import { readStoredFile } from '../images/image-rows.ts'

/** How long a removal is remembered. */
const rememberedMs = 24 * 60 * 60 * 1000
/** How many old removals are forgotten with each finished one. */
const forgottenTogether = 100

/** A row without a size is the claim to remove an orphan, or a removal that is remembered. */
const isBlob = 'size_bytes IS NOT NULL'

/** `BlobReferences` over an engine. */
export function createBlobReferences({ read, write }: SqlEngine, clock: () => number): BlobReferences {
  return {
    async byAddress(address) {
      const row = await read.get(`SELECT * FROM blobs WHERE address = ? AND ${isBlob}`, address)
      return row && readBlobRow(row)
    },
    async list(after, limit) {
      const rows = await read.all(
        `SELECT * FROM blobs WHERE address > ? AND ${isBlob} ORDER BY address LIMIT ?`,
        after ?? '',
        limit,
      )
      return rows.map(readBlobRow)
    },
    async removal(address) {
      const row = await read.get('SELECT removals, removing_until_ms FROM blobs WHERE address = ?', address)
      if (!row) return { count: 0, underWayUntilMs: null }
      const untilMs = integerOrNull(row, 'removing_until_ms')
      const isUnderWay = untilMs !== null && untilMs > clock()
      return { count: integer(row, 'removals'), underWayUntilMs: isUnderWay ? untilMs : null }
    },
    async removable(releasedBeforeMs, limit) {
      const rows = await read.all(
        `SELECT address FROM blobs WHERE released_at_ms IS NOT NULL AND released_at_ms < ? AND images = 0
           AND (${isBlob} OR removing_until_ms IS NOT NULL)
         ORDER BY released_at_ms, address LIMIT ?`,
        releasedBeforeMs,
        limit,
      )
      return rows.map((row) => text(row, 'address'))
    },
    async beginRemoval(address, releasedBeforeMs, untilMs) {
      const nowMs = clock()
      // One statement, so that it and a revival of the same row never both take effect.
      const claimed = await write((sql) =>
        sql.run(
          `INSERT INTO blobs (address, created_at_ms, images, released_at_ms, removing_until_ms, removals)
           SELECT CAST(? AS TEXT), CAST(? AS BIGINT), 0, 0, CAST(? AS BIGINT), 1
           WHERE NOT EXISTS (SELECT 1 FROM images WHERE address = ?)
             AND NOT EXISTS (SELECT 1 FROM renditions WHERE address = ?)
           ON CONFLICT (address) DO UPDATE
           SET removing_until_ms = excluded.removing_until_ms, removals = blobs.removals + 1
           WHERE blobs.images = 0 AND (blobs.released_at_ms < ? OR blobs.size_bytes IS NULL)
             AND (blobs.removing_until_ms IS NULL OR blobs.removing_until_ms <= ?)`,
          address,
          nowMs,
          untilMs,
          address,
          address,
          releasedBeforeMs,
          nowMs,
        ),
      )
      return claimed === 1
    },
    async finishRemoval(address, untilMs) {
      const nowMs = clock()
      await write(async (sql) => {
        await sql.run(
          `UPDATE blobs SET size_bytes = NULL, released_at_ms = ?, removing_until_ms = NULL
           WHERE address = ? AND images = 0 AND removing_until_ms = ?`,
          nowMs,
          address,
          untilMs,
        )
        await sql.run(
          `DELETE FROM blobs WHERE address IN (
             SELECT address FROM blobs
             WHERE released_at_ms < ? AND images = 0 AND size_bytes IS NULL AND removing_until_ms IS NULL
             ORDER BY released_at_ms, address LIMIT ?
           )`,
          nowMs - rememberedMs,
          forgottenTogether,
        )
      })
    },
  }
}

/** The result of recording that a blob is needed. */
export type BlobNeeded =
  | { kind: 'new' }
  | { kind: 'shared' }
  /** Its bytes are being removed, or were removed since they were put; nothing was changed. */
  | { kind: 'removing'; untilMs: number }

/**
 * Records that one more image or rendition needs these bytes: makes the blob's row, or revives it.
 * @param moment.removalsSeen how many removals were counted before the bytes were put
 */
export async function addBlobReference(
  sql: Sql,
  file: StoredFile,
  { createdAtMs, nowMs, removalsSeen }: { createdAtMs: number; nowMs: number; removalsSeen: number },
): Promise<BlobNeeded> {
  const row = await sql.get(
    `INSERT INTO blobs (address, size_bytes, media_type, width, height, frames, created_at_ms, images)
     VALUES (?, ?, ?, ?, ?, ?, ?, 1)
     ON CONFLICT (address) DO UPDATE
     SET images = blobs.images + 1, released_at_ms = NULL, removing_until_ms = NULL,
       size_bytes = excluded.size_bytes, media_type = excluded.media_type, width = excluded.width,
       height = excluded.height, frames = excluded.frames
     WHERE (blobs.removing_until_ms IS NULL OR blobs.removing_until_ms <= ?)
       AND (blobs.images > 0 OR blobs.removals = ?)
     RETURNING images`,
    file.address,
    file.sizeBytes,
    file.type,
    file.width,
    file.height,
    file.frames,
    createdAtMs,
    nowMs,
    removalsSeen,
  )
  if (row) return { kind: integer(row, 'images') === 1 ? 'new' : 'shared' }
  const removing = await sql.get('SELECT removing_until_ms FROM blobs WHERE address = ?', file.address)
  // Not under way any more: the removal is over, and the bytes with it.
  return { kind: 'removing', untilMs: (removing && integerOrNull(removing, 'removing_until_ms')) ?? nowMs }
}

/**
 * Records that `count` images or renditions no longer need the blob. After the last one it is released, with its
 * renditions; marks of impossible renditions stay.
 * @returns the addresses of everything that was released
 */
export async function dropBlobReference(
  sql: Sql,
  address: string,
  { images, atMs }: { images: number; atMs: number },
): Promise<BlobAddress[]> {
  const row = await sql.get(
    `UPDATE blobs SET images = images - ?, released_at_ms = CASE WHEN images = ? THEN ? ELSE NULL END
     WHERE address = ? RETURNING images`,
    images,
    images,
    atMs,
    address,
  )
  if (!row || integer(row, 'images') > 0) return []
  return [address, ...(await releaseRenditionsOf(sql, address, atMs))]
}

/**
 * Forgets the renditions of a blob, and releases their bytes. @returns the addresses of everything that was released
 */
export async function releaseRenditionsOf(sql: Sql, address: string, atMs: number): Promise<BlobAddress[]> {
  const made = await sql.all(
    'DELETE FROM renditions WHERE source = ? AND address IS NOT NULL RETURNING address',
    address,
  )
  const released: BlobAddress[] = []
  for (const rendition of made) {
    released.push(...(await dropBlobReference(sql, text(rendition, 'address'), { images: 1, atMs })))
  }
  return released
}

/** Forgets the renditions with these bytes, and releases the bytes. */
export async function dropRenditionsAt(sql: Sql, address: string, atMs: number): Promise<void> {
  const dropped = await sql.run('DELETE FROM renditions WHERE address = ?', address)
  if (dropped > 0) await dropBlobReference(sql, address, { images: dropped, atMs })
}

function readBlobRow(row: SqlRow): BlobRow {
  return {
    file: readStoredFile(row),
    createdAtMs: integer(row, 'created_at_ms'),
    releasedAtMs: integerOrNull(row, 'released_at_ms'),
    removingUntilMs: integerOrNull(row, 'removing_until_ms'),
  }
}
