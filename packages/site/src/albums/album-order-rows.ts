import { writeAudit } from '../audit/audit-rows.ts'
import { notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { AuditDraft } from '../language/records.ts'
import { givenRows, isOneOf } from '../rows/clauses.ts'
import {
  integer,
  type Sql,
  type SqlDialect,
  type SqlEngine,
  type SqlTransaction,
  text,
} from '../rows/engine.ts'
import { type AlbumChange, requireOwnAlbum } from './album-image-rows.ts'

/** The distance between new ranks, so that many images fit between two of them. */
const gap = 1_048_576

/**
 * Implements `albums.arrangeImages`. A moved image gets a rank between those of its new neighbours. If there is no
 * room, all images of the album get new ranks.
 */
export function arrangeAlbumImages(
  engine: SqlEngine,
  change: AlbumChange & { beforeId: string | null; audit: AuditDraft },
): Promise<void> {
  const { albumId, imageIds, beforeId } = change
  const moved = [...new Set(imageIds)].filter((id) => id !== beforeId)
  return engine.write(async (sql) => {
    await requireOwnAlbum(sql, engine.dialect, change)
    // Also locks the row, so that moves in one album run one after another.
    await sql.run('UPDATE albums SET arranged = 1 WHERE id = ?', albumId)
    let room = await roomBefore(sql, engine.dialect, { albumId, beforeId, moved })
    if (await isInPlace(sql, engine.dialect, { albumId, moved, room })) return
    if (room.above - room.below <= moved.length) {
      await giveNewRanks(sql, albumId)
      room = await roomBefore(sql, engine.dialect, { albumId, beforeId, moved })
    }
    const step = Math.max(1, Math.floor((room.above - room.below) / (moved.length + 1)))
    const ranks = moved.map((id, index) => [id, room.above - step * (index + 1)] as const)
    await setRanks(sql, engine.dialect, { albumId, ranks })
    await writeAudit(sql, change.audit)
  })
}

/** Gives the images of an album ranks in this order; the first gets the highest. */
export async function rankInOrder(
  sql: Sql,
  dialect: SqlDialect,
  { albumId, imageIds }: { albumId: string; imageIds: readonly string[] },
): Promise<void> {
  const ranks = imageIds.map((id, index) => [id, -gap * (index + 1)] as const)
  await setRanks(sql, dialect, { albumId, ranks })
}

/** Spaces the ranks out in the present order, below 0, so that new images come first. */
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
  /** The rank of the previous image; 0 if there is none. */
  above: number
  /** The rank of the next image; below all ranks if there is none. */
  below: number
}

/** The gap of ranks for the moved images, among those that stay. @throws {Failure} NOT_FOUND */
async function roomBefore(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { albumId, beforeId, moved }: { albumId: string; beforeId: string | null; moved: readonly string[] },
): Promise<Room> {
  const { text: areMoved, parameter } = isOneOf(dialect, moved)
  const from = `FROM album_images WHERE album_id = ? AND image_id NOT ${areMoved}`
  if (beforeId === null) {
    const last = await sql.get(`SELECT MIN(rank) AS rank ${from}`, albumId, parameter)
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
    parameter,
    below,
    integer(next, 'created_at_ms'),
    beforeId,
  )
  return { above: previous ? integer(previous, 'rank') : 0, below }
}

/** Whether the images are already there, in this order, with no others between them. */
async function isInPlace(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { albumId, moved, room }: { albumId: string; moved: readonly string[]; room: Room },
): Promise<boolean> {
  const { text: areMoved, parameter } = isOneOf(dialect, moved)
  const rows = await sql.all(
    `SELECT image_id, rank FROM album_images WHERE album_id = ? AND image_id ${areMoved}`,
    albumId,
    parameter,
  )
  const ranks = new Map(rows.map((row) => [text(row, 'image_id'), integer(row, 'rank')]))
  let above = room.above
  for (const id of moved) {
    const rank = ranks.get(id)
    if (rank === undefined) continue
    if (rank >= above || rank <= room.below) return false
    above = rank
  }
  return true
}

async function setRanks(
  sql: Sql,
  dialect: SqlDialect,
  { albumId, ranks }: { albumId: string; ranks: readonly (readonly [id: string, rank: number])[] },
): Promise<void> {
  await sql.run(
    // Materialized, so that SQLite does not walk the whole list once for each image of the album.
    `WITH ranks AS MATERIALIZED (
       SELECT given.value ->> 0 AS image_id, CAST(given.value ->> 1 AS BIGINT) AS rank FROM ${dialect.given}
     )
     UPDATE album_images SET rank = ranks.rank FROM ranks
     WHERE album_images.album_id = ? AND album_images.image_id = ranks.image_id`,
    givenRows(ranks),
    albumId,
  )
}
