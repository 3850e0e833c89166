import { type AuditDraft, hasEnded, message, notFound } from '@pictoglyph/core'
import { writeAudit } from './audit.ts'
import { type CounterChanges, counterScope, createCounterChanges } from './counters.ts'
import {
  integer,
  integerOrNull,
  type Sql,
  type SqlDialect,
  type SqlEngine,
  type SqlTransaction,
  text,
} from './engine.ts'

/** Images of an owner to be put into or taken out of one of the owner's albums. */
export interface AlbumChange {
  albumId: string
  ownerId: string
  imageIds: readonly string[]
}

/** `AlbumStore.addImages`. */
export function addAlbumImages(
  engine: SqlEngine,
  change: AlbumChange & { atMs: number; audit: AuditDraft },
): Promise<void> {
  return engine.write(async (sql) => {
    await requireOwnAlbum(sql, engine.dialect, change)
    await addMembers(sql, engine.dialect, change)
    await writeAudit(sql, change.audit)
  })
}

/** Puts live images of its owner into an album that is there. @throws {Failure} NOT_FOUND */
export async function addMembers(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { albumId, ownerId, imageIds, atMs }: AlbumChange & { atMs: number },
): Promise<void> {
  const counters = createCounterChanges(dialect)
  for (const id of new Set(imageIds)) {
    const image = await lockOwnImage(sql, dialect, { id, ownerId })
    if (image.deletedAtMs !== null || hasEnded(image, atMs)) throw notFound(message('The image {id}', { id }))
    await addMember(sql, { albumId, image, atMs }, counters)
  }
  await counters.write(sql)
}

/** `AlbumStore.removeImages`: those that are not in the album are skipped. */
export function removeAlbumImages(
  engine: SqlEngine,
  change: AlbumChange & { audit: AuditDraft },
): Promise<void> {
  const { albumId, ownerId, imageIds, audit } = change
  return engine.write(async (sql) => {
    await requireOwnAlbum(sql, engine.dialect, change)
    const counters = createCounterChanges(engine.dialect)
    for (const id of new Set(imageIds)) {
      const image = await lockOwnImage(sql, engine.dialect, { id, ownerId })
      const removed = await sql.run(
        'DELETE FROM album_images WHERE album_id = ? AND image_id = ?',
        albumId,
        id,
      )
      if (removed === 1 && image.deletedAtMs === null) {
        counters.add(counterScope.album(albumId), -1, -image.sizeBytes)
      }
    }
    await counters.write(sql)
    await writeAudit(sql, audit)
  })
}

/** @throws {Failure} NOT_FOUND if the owner has no such album */
export async function requireOwnAlbum(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { albumId, ownerId }: Pick<AlbumChange, 'albumId' | 'ownerId'>,
): Promise<void> {
  const album = await sql.get(
    `SELECT id FROM albums WHERE id = ? AND owner_id = ?${dialect.forKeyShare}`,
    albumId,
    ownerId,
  )
  if (!album) throw notFound(message('The album'))
}

/** The image, locked against deletion and restoration until the transaction ends. @throws {Failure} NOT_FOUND */
async function lockOwnImage(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { id, ownerId }: { id: string; ownerId: string },
) {
  const row = await sql.get(
    `SELECT created_at_ms, deleted_at_ms, expires_at_ms, address FROM images WHERE id = ? AND owner_id = ?${dialect.forShare}`,
    id,
    ownerId,
  )
  if (!row) throw notFound(message('The image {id}', { id }))
  const blob = await sql.get('SELECT size_bytes FROM blobs WHERE address = ?', text(row, 'address'))
  return {
    id,
    createdAtMs: integer(row, 'created_at_ms'),
    deletedAtMs: integerOrNull(row, 'deleted_at_ms'),
    expiresAtMs: integerOrNull(row, 'expires_at_ms'),
    sizeBytes: blob ? integer(blob, 'size_bytes') : 0,
  }
}

/** An image as a member of albums. */
export interface Member {
  id: string
  createdAtMs: number
  sizeBytes: number
}

/** Puts a live image into an album, if it is not there yet. The caller has checked the owners of both. */
export async function addMember(
  sql: Sql,
  { albumId, image, atMs }: { albumId: string; image: Member; atMs: number },
  counters: CounterChanges,
): Promise<void> {
  const added = await sql.run(
    `INSERT INTO album_images (album_id, image_id, created_at_ms, added_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    albumId,
    image.id,
    image.createdAtMs,
    atMs,
  )
  if (added === 1) counters.add(counterScope.album(albumId), 1, image.sizeBytes)
}

/** The ids of the albums that hold an image. */
export async function albumsOf(sql: Sql, imageId: string): Promise<string[]> {
  const rows = await sql.all('SELECT album_id FROM album_images WHERE image_id = ?', imageId)
  return rows.map((row) => text(row, 'album_id'))
}
