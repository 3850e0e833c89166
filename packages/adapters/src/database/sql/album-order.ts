import { type AuditDraft, message, notFound } from '@pictoglyph/core'
import { type AlbumChange, requireOwnAlbum } from './album-images.ts'
import { writeAudit } from './audit.ts'
import { integer, type Sql, type SqlEngine, type SqlTransaction } from './engine.ts'

/** The distance between new ranks, so that many images fit between two of them. */
const gap = 1_048_576

/**
 * `AlbumStore.arrangeImages`. A moved image gets a rank between those of its new neighbours. If there is no room
 * between them, all images of the album get new ranks.
 */
export function arrangeAlbumImages(
  engine: SqlEngine,
  change: AlbumChange & { beforeId: string | null; audit: AuditDraft },
): Promise<void> {
  const { albumId, imageIds, beforeId } = change
  const moved = [...new Set(imageIds)].filter((id) => id !== beforeId)
  return engine.write(async (sql) => {
    await requireOwnAlbum(sql, engine.dialect, change)
    // Locks the row too: images of one album are moved one after the other.
    await sql.run('UPDATE albums SET arranged = 1 WHERE id = ?', albumId)
    let room = await roomBefore(sql, { albumId, beforeId, moved })
    if (room.above - room.below <= moved.length) {
      await giveNewRanks(sql, albumId)
      room = await roomBefore(sql, { albumId, beforeId, moved })
    }
    const step = Math.max(1, Math.floor((room.above - room.below) / (moved.length + 1)))
    for (const [index, id] of moved.entries())
      await setRank(sql, { albumId, id, rank: room.above - step * (index + 1) })
    await writeAudit(sql, change.audit)
  })
}

/** Gives all images of an album ranks in this order, the first the highest. */
export async function rankInOrder(sql: Sql, albumId: string, imageIds: readonly string[]): Promise<void> {
  for (const [index, id] of imageIds.entries()) await setRank(sql, { albumId, id, rank: -gap * (index + 1) })
}

/** In their present order, far apart, and below 0, so that new images come first. */
async function giveNewRanks(sql: Sql, albumId: string): Promise<void> {
  await sql.run(
    `UPDATE album_images SET rank = -${gap} * ordered.place FROM (
       SELECT image_id, ROW_NUMBER() OVER (ORDER BY rank DESC, created_at_ms DESC, image_id DESC) AS place
       FROM album_images WHERE album_id = ?
     ) AS ordered WHERE album_images.album_id = ? AND album_images.image_id = ordered.image_id`,
    albumId,
    albumId,
  )
}

interface Room {
  /** The rank of the image before; 0 if there is none. */
  above: number
  /** The rank of the image that follows, or less than any. */
  below: number
}

/** The ranks between which the moved images go, among those that stay. @throws {Failure} NOT_FOUND */
async function roomBefore(
  sql: SqlTransaction,
  { albumId, beforeId, moved }: { albumId: string; beforeId: string | null; moved: readonly string[] },
): Promise<Room> {
  const others = moved.length === 0 ? '' : `AND image_id NOT IN (${moved.map(() => '?').join(', ')})`
  const from = `FROM album_images WHERE album_id = ? ${others}`
  if (beforeId === null) {
    const last = await sql.get(`SELECT MIN(rank) AS rank ${from}`, albumId, ...moved)
    const lowest = last?.rank == null ? 0 : integer(last, 'rank')
    return { above: lowest, below: lowest - gap * (moved.length + 1) }
  }
  const next = await sql.get(
    'SELECT rank, created_at_ms FROM album_images WHERE album_id = ? AND image_id = ?',
    albumId,
    beforeId,
  )
  if (!next) throw notFound(message('The image {id}', { id: beforeId }))
  const below = integer(next, 'rank')
  const previous = await sql.get(
    `SELECT rank ${from} AND (rank, created_at_ms, image_id) > (?, ?, ?)
     ORDER BY rank, created_at_ms, image_id LIMIT 1`,
    albumId,
    ...moved,
    below,
    integer(next, 'created_at_ms'),
    beforeId,
  )
  return { above: previous ? integer(previous, 'rank') : 0, below }
}

async function setRank(
  sql: Sql,
  { albumId, id, rank }: { albumId: string; id: string; rank: number },
): Promise<void> {
  await sql.run('UPDATE album_images SET rank = ? WHERE album_id = ? AND image_id = ?', rank, albumId, id)
}
