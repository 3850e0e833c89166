import { writeAudit } from '../audit/audit-rows.ts'
import { type LockedImage, lockImageRows, requireImages } from '../images/image-lock-rows.ts'
import { hasExpired } from '../images/image-records.ts'
import { notFound } from '../language/failure.ts'
import { maxSelected } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { AuditDraft } from '../language/records.ts'
import { insertion, isOneOf } from '../rows/clauses.ts'
import { type CounterChanges, counterScope, createCounterChanges } from '../rows/counters.ts'
import {
  type Sql,
  type SqlDialect,
  type SqlEngine,
  type SqlRow,
  type SqlTransaction,
  text,
} from '../rows/engine.ts'
import { isPresent } from './removed-album-rows.ts'

/** Images of an owner to put into, or take out of, one of the owner's albums. */
export interface AlbumChange {
  albumId: string
  ownerId: string
  imageIds: readonly string[]
}

/** Images of an owner to put into one of the owner's albums, take out of one, or move between two. */
export interface AlbumMove {
  ownerId: string
  imageIds: readonly string[]
  into: string | null
  outOf: string | null
  atMs: number
}

/** Implements `albums.moveImages`. */
export function moveAlbumImages(
  { dialect, write }: SqlEngine,
  move: AlbumMove,
  audit: AuditDraft,
): Promise<number | undefined> {
  const { ownerId, imageIds, into, outOf, atMs } = move
  return write(async (sql) => {
    for (const albumId of [into, outOf]) {
      if (albumId !== null) await requireOwnAlbum(sql, dialect, { albumId, ownerId })
    }
    // Images that are only added are locked against deletion, but may be put into other albums meanwhile.
    const lock = outOf === null ? dialect.forShare : dialect.forUpdate
    const images = await lockImageRows(sql, dialect, { ids: imageIds, lock })
    requireImages(imageIds, images, (image) => image.ownerId === ownerId)
    const counters = createCounterChanges(dialect)
    let moved = 0
    if (into !== null)
      moved += await addMembers(sql, dialect, { albumId: into, images, imageIds, atMs }, counters)
    if (outOf !== null) moved += await removeMembers(sql, dialect, { albumId: outOf, images }, counters)
    await counters.write(sql)
    return moved === 0 ? audit.replaces : writeAudit(sql, audit)
  })
}

/** Puts the owner's live images among these into a new album, in batches. */
export async function addFirstMembers(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { albumId, ownerId, imageIds, atMs }: AlbumChange & { atMs: number },
): Promise<void> {
  const counters = createCounterChanges(dialect)
  for (let from = 0; from < imageIds.length; from += maxSelected) {
    const ids = imageIds.slice(from, from + maxSelected)
    const locked = await lockImageRows(sql, dialect, { ids, lock: dialect.forShare })
    const images = locked.filter((image) => image.ownerId === ownerId && isLive(image, atMs))
    const members = { albumId, images, imageIds: images.map(({ id }) => id), atMs }
    await addMembers(sql, dialect, members, counters)
  }
  await counters.write(sql)
}

const isLive = (image: LockedImage, atMs: number): boolean =>
  image.deletedAtMs === null && !hasExpired(image, atMs)

interface Members {
  albumId: string
  images: readonly LockedImage[]
}

/** @returns how many are new @throws {Failure} NOT_FOUND for an image that is not live */
async function addMembers(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { albumId, images, imageIds, atMs }: Members & { imageIds: readonly string[]; atMs: number },
  counters: CounterChanges,
): Promise<number> {
  requireImages(imageIds, images, (image) => isLive(image, atMs))
  const { text: areListed, parameter } = isOneOf(dialect, imageIds)
  const rows = await sql.all(
    `INSERT INTO album_images (album_id, image_id, created_at_ms, added_at_ms)
     SELECT CAST(? AS TEXT), id, created_at_ms, CAST(? AS BIGINT) FROM images WHERE id ${areListed} ORDER BY id
     ON CONFLICT DO NOTHING RETURNING image_id`,
    albumId,
    atMs,
    parameter,
  )
  for (const { sizeBytes } of imagesOf(rows, images)) counters.add(counterScope.album(albumId), 1, sizeBytes)
  return rows.length
}

/** Removes images, skipping those that are not in the album. @returns how many were in it */
async function removeMembers(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { albumId, images }: Members,
  counters: CounterChanges,
): Promise<number> {
  const { text: areListed, parameter } = isOneOf(
    dialect,
    images.map(({ id }) => id),
  )
  const rows = await sql.all(
    `DELETE FROM album_images WHERE album_id = ? AND image_id ${areListed} RETURNING image_id`,
    albumId,
    parameter,
  )
  for (const { sizeBytes, deletedAtMs } of imagesOf(rows, images)) {
    if (deletedAtMs === null) counters.add(counterScope.album(albumId), -1, -sizeBytes)
  }
  return rows.length
}

function imagesOf(rows: readonly SqlRow[], images: readonly LockedImage[]): LockedImage[] {
  const ids = new Set(rows.map((row) => text(row, 'image_id')))
  return images.filter(({ id }) => ids.has(id))
}

/** @throws {Failure} NOT_FOUND if the owner has no such album */
export async function requireOwnAlbum(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { albumId, ownerId }: Pick<AlbumChange, 'albumId' | 'ownerId'>,
): Promise<void> {
  const album = await sql.get(
    `SELECT id FROM albums WHERE id = ? AND owner_id = ? AND ${isPresent}${dialect.forKeyShare}`,
    albumId,
    ownerId,
  )
  if (!album) throw notFound(message('The album'))
}

/** An image as a member of albums. */
interface Member {
  id: string
  createdAtMs: number
  sizeBytes: number
}

/**
 * Puts a live image into an album. The caller has checked the owners of both.
 * @returns 1 if the image was not in the album, otherwise 0
 */
export async function addMember(
  sql: Sql,
  { albumId, image, atMs }: { albumId: string; image: Member; atMs: number },
  counters: CounterChanges,
): Promise<number> {
  const added = await sql.run(
    ...insertion(
      'album_images',
      { album_id: albumId, image_id: image.id, created_at_ms: image.createdAtMs, added_at_ms: atMs },
      'ON CONFLICT DO NOTHING',
    ),
  )
  if (added === 1) counters.add(counterScope.album(albumId), 1, image.sizeBytes)
  return added
}
