import type { RepairStore } from '@pictoglyph/core'
import { integer, integerOrNull, type Sql, type SqlEngine, type SqlTransaction, text } from '../engine.ts'
import { lockDuplicateClaims, releaseDuplicateClaims } from '../images/duplicate-claims.ts'
import { releaseRenditionsOf } from './blob-references.ts'

const namedCount = (address: string) =>
  `(SELECT COUNT(*) FROM images WHERE images.address = ${address}) +
   (SELECT COUNT(*) FROM renditions WHERE renditions.address = ${address})`

const isHeld = `EXISTS (
  SELECT 1 FROM images WHERE images.id = claims.image_id AND images.deleted_at_ms IS NULL
    AND images.received_sha256 = claims.received_sha256)`

/** `RepairStore` over an engine. */
export function createRepairStore({ dialect, read, write }: SqlEngine, clock: () => number): RepairStore {
  return {
    async isNamed(address) {
      const row = await read.get(`SELECT ${namedCount('?')} AS named`, address, address)
      return row !== undefined && integer(row, 'named') > 0
    },

    async unrecorded(after, limit) {
      const from = after ?? ''
      const rows = await read.all(
        `SELECT named.address, blobs.size_bytes FROM (
           SELECT * FROM (SELECT DISTINCT address FROM images
             WHERE address > ? ORDER BY address LIMIT ?) AS of_images
           UNION
           SELECT * FROM (SELECT DISTINCT address FROM renditions
             WHERE address > ? ORDER BY address LIMIT ?) AS of_renditions
         ) AS named LEFT JOIN blobs ON blobs.address = named.address
         ORDER BY named.address LIMIT ?`,
        from,
        limit,
        from,
        limit,
        limit,
      )
      const last = rows.at(-1)
      const missing = rows.filter((row) => row.size_bytes === null)
      return {
        addresses: missing.map((row) => text(row, 'address')),
        next: last === undefined || rows.length < limit ? null : text(last, 'address'),
      }
    },

    async needCounts(after, limit) {
      const rows = await read.all(
        `SELECT page.address, page.images, ${namedCount('page.address')} AS named FROM (
           SELECT address, images FROM blobs
           WHERE address > ? AND size_bytes IS NOT NULL ORDER BY address LIMIT ?
         ) AS page ORDER BY page.address`,
        after ?? '',
        limit,
      )
      return rows.map((row) => ({
        address: text(row, 'address'),
        recorded: integer(row, 'images'),
        named: integer(row, 'named'),
      }))
    },

    mendBlob: (address, { file, atMs }) =>
      write(async (sql) => {
        await sql.run(
          `INSERT INTO blobs (address, created_at_ms, images, released_at_ms) VALUES (?, ?, 0, ?)
           ON CONFLICT DO NOTHING`,
          address,
          atMs,
          atMs,
        )
        const row = await sql.get(
          `SELECT size_bytes, removing_until_ms FROM blobs WHERE address = ?${dialect.forUpdate}`,
          address,
        )
        const removingUntilMs = row ? integerOrNull(row, 'removing_until_ms') : null
        const isMendable = file !== null || (row !== undefined && row.size_bytes !== null)
        if (!isMendable || (removingUntilMs !== null && removingUntilMs > clock())) return false
        if (file !== null) {
          await sql.run(
            `UPDATE blobs SET size_bytes = ?, media_type = ?, width = ?, height = ?, frames = ? WHERE address = ?`,
            file.sizeBytes,
            file.type,
            file.width,
            file.height,
            file.frames,
            address,
          )
        }
        await recount(sql, address, atMs)
        return true
      }),

    async strayClaims(after, limit) {
      const [sha256 = '', scope = ''] = after?.split(/:(.*)/s) ?? []
      const rows = await read.all(
        `SELECT claims.received_sha256, claims.scope, claims.image_id,
           CASE WHEN ${isHeld} THEN 1 ELSE 0 END AS held
         FROM (SELECT received_sha256, scope, image_id FROM image_claims
           WHERE (received_sha256, scope) > (?, ?) ORDER BY received_sha256, scope LIMIT ?) AS claims
         ORDER BY claims.received_sha256, claims.scope`,
        sha256,
        scope,
        limit,
      )
      const last = rows.at(-1)
      const stray = rows.filter((row) => integer(row, 'held') === 0)
      return {
        claims: stray.map((row) => ({
          receivedSha256: text(row, 'received_sha256'),
          imageId: text(row, 'image_id'),
        })),
        next:
          last === undefined || rows.length < limit
            ? null
            : `${text(last, 'received_sha256')}:${text(last, 'scope')}`,
      }
    },

    dropStrayClaim: ({ receivedSha256, imageId }) =>
      write(async (sql) => {
        await lockDuplicateClaims(sql, receivedSha256)
        if (await isLive(sql, imageId, receivedSha256)) return
        await releaseDuplicateClaims(sql, { id: imageId, receivedSha256 })
      }),
  }
}

/**
 * Writes how many images and renditions name a blob whose row is locked. A statement after the lock counts them, so it
 * sees what others committed before.
 */
export async function recount(sql: SqlTransaction, address: string, atMs: number): Promise<void> {
  const row = await sql.get(`SELECT ${namedCount('?')} AS named`, address, address)
  const named = row ? integer(row, 'named') : 0
  if (named > 0) {
    await sql.run(
      'UPDATE blobs SET images = ?, released_at_ms = NULL, removing_until_ms = NULL WHERE address = ?',
      named,
      address,
    )
    return
  }
  await sql.run(
    'UPDATE blobs SET images = 0, released_at_ms = COALESCE(released_at_ms, ?) WHERE address = ?',
    atMs,
    address,
  )
  await releaseRenditionsOf(sql, address, atMs)
}

async function isLive(sql: Sql, imageId: string, receivedSha256: string): Promise<boolean> {
  const row = await sql.get(
    'SELECT id FROM images WHERE id = ? AND received_sha256 = ? AND deleted_at_ms IS NULL',
    imageId,
    receivedSha256,
  )
  return row !== undefined
}
