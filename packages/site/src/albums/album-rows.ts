import { withAuditedTransaction } from '../audit/audit-rows.ts'
import { imageColumns, isNotExpired, joinOwnerAndBlob, readImage } from '../images/image-rows.ts'
import { alreadyTaken, conflict, notFound } from '../language/failure.ts'
import { maxListed } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { Album, AuditDraft, Image } from '../language/records.ts'
import { nameKey } from '../language/text-field.ts'
import { assignmentsOf, insertion, isOneOf } from '../rows/clauses.ts'
import { type ColumnsOf, column, pickColumns, type RowOf, readRow, writtenColumns } from '../rows/columns.ts'
import { counterScope } from '../rows/counters.ts'
import { integer, type Sql, type SqlDialect, type SqlRow, type SqlTransaction, text } from '../rows/engine.ts'
import { arrangeRows, nextPosition } from '../rows/positions.ts'
import type { StoreDefinition } from '../rows/store.ts'
import { type AlbumMove, addFirstMembers, moveAlbumImages } from './album-image-rows.ts'
import { arrangeAlbumImages, rankInOrder } from './album-order-rows.ts'
import { collectAlbums, isPresent, takeAway } from './removed-album-rows.ts'

const columns: ColumnsOf<Album> = {
  id: column.text('id'),
  ownerId: column.text('owner_id'),
  name: column.uniqueName('name'),
  position: column.integer('position'),
  publicToken: column.textOrNull('public_token'),
  createdAtMs: column.integer('created_at_ms'),
  description: column.text('description'),
  coverImageId: column.textOrNull('cover_image_id'),
  isArranged: column.flag('arranged'),
  hasRandomLink: column.flag('random_link'),
}

const readAlbum = (row: SqlRow) => readRow(columns, row)

const changeable = pickColumns(
  columns,
  'name',
  'publicToken',
  'description',
  'coverImageId',
  'hasRandomLink',
  'isArranged',
)

type AlbumWords = 'description' | 'coverImageId' | 'isArranged' | 'hasRandomLink'

/** A new album; description, cover and order are optional. */
type NewAlbum = Omit<Album, 'position' | AlbumWords> & Partial<Pick<Album, AlbumWords>>

/** Changes of an album; omitted fields stay. */
export type AlbumUpdate = Partial<RowOf<typeof changeable>> & {
  /** Clears the manual order. */
  isArranged?: false
}

/** Maximum number of images that represent an album. */
const mosaicPictures = 4

/** Albums, and the images in them. */
export const albumStore = {
  walks: ({ dialect, read }, clock) => ({
    async byId(id: string) {
      const row = await read.get(`SELECT * FROM albums WHERE id = ? AND ${isPresent}`, id)
      return row && readAlbum(row)
    },
    async byPublicToken(token: string) {
      const row = await read.get(`SELECT * FROM albums WHERE public_token = ? AND ${isPresent}`, token)
      return row && readAlbum(row)
    },
    /** The albums of an image, in their owner's order. */
    async withImage(imageId: string) {
      const rows = await read.all(
        `SELECT albums.* FROM album_images JOIN albums ON albums.id = album_images.album_id
         WHERE album_images.image_id = ? AND ${isPresent} ORDER BY albums.position, albums.id`,
        imageId,
      )
      return rows.map(readAlbum)
    },
    /** The image that represents each of these albums, by album id: its cover, or else its first live image. */
    async covers(ids: readonly string[]): Promise<ReadonlyMap<string, Image>> {
      if (ids.length === 0) return new Map()
      const nowMs = clock()
      const members = `${liveMembers} AND image_id NOT IN (SELECT id FROM images AS ended WHERE ended.expires_at_ms <= ?)`
      const rows = await read.all(
        `SELECT covers.album_id, ${imageColumns} FROM (
           SELECT albums.id AS album_id, COALESCE(
             (SELECT image_id FROM ${members} AND image_id = albums.cover_image_id),
             (SELECT image_id FROM ${members} ORDER BY ${firstInAlbum} LIMIT 1)
           ) AS image_id
           FROM albums WHERE ${isPresent} AND id IN (${ids.map(() => '?').join(', ')})
         ) AS covers JOIN images ON images.id = covers.image_id ${joinOwnerAndBlob}`,
        nowMs,
        nowMs,
        ...ids,
      )
      return new Map(rows.map((row) => [text(row, 'album_id'), readImage(row)]))
    },
    /**
     * Up to {@link mosaicPictures} images that represent each of these albums, by album id: the cover, if any, then the
     * first live images. Albums without images are left out.
     */
    async mosaics(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Image[]>> {
      if (ids.length === 0) return new Map()
      const nowMs = clock()
      const members = `${liveMembers} AND image_id NOT IN (SELECT id FROM images AS ended WHERE ended.expires_at_ms <= ?)`
      const cover = `SELECT albums.id AS album_id, 0 AS place,
        (SELECT image_id FROM ${members} AND image_id = albums.cover_image_id) AS image_id FROM named AS albums`
      const others = Array.from(
        { length: mosaicPictures },
        (_, place) => `SELECT albums.id, ${place + 1}, (SELECT image_id FROM ${members}
          AND image_id <> COALESCE(albums.cover_image_id, '') ORDER BY ${firstInAlbum} LIMIT 1 OFFSET ${place}) FROM named AS albums`,
      )
      const { text: areNamed, parameter } = isOneOf(dialect, ids)
      const rows = await read.all(
        `WITH named AS (SELECT id, cover_image_id FROM albums WHERE ${isPresent} AND id ${areNamed})
         SELECT covers.album_id, ${imageColumns}
         FROM (${[cover, ...others].join(' UNION ALL ')}) AS covers
         JOIN images ON images.id = covers.image_id ${joinOwnerAndBlob}
         ORDER BY covers.album_id, covers.place`,
        parameter,
        ...Array.from({ length: mosaicPictures + 1 }, () => nowMs),
      )
      const mosaics = new Map<string, Image[]>()
      for (const row of rows) {
        const albumId = text(row, 'album_id')
        const mosaic = mosaics.get(albumId) ?? []
        if (mosaic.length < mosaicPictures) mosaics.set(albumId, [...mosaic, readImage(row)])
      }
      return mosaics
    },
    /**
     * The live images among up to `size` members of the album, in the order of ids from `fromId` on, wrapping around.
     * Deleted and expired images count towards `size`, so that the cost is bounded.
     */
    async sample(id: string, { fromId, size }: { fromId: string; size: number }) {
      const members = (comparison: '>=' | '<', part: number) =>
        `SELECT * FROM (SELECT image_id, ${part} AS part FROM album_images
         WHERE album_id = ? AND image_id ${comparison} ? ORDER BY image_id LIMIT ?) AS part_${part}`
      const rows = await read.all(
        `SELECT ${imageColumns} FROM (
           ${members('>=', 1)} UNION ALL ${members('<', 2)} ORDER BY part, image_id LIMIT ?
         ) AS members JOIN images ON images.id = members.image_id ${joinOwnerAndBlob}
         WHERE images.deleted_at_ms IS NULL AND ${isNotExpired} ORDER BY members.part, images.id`,
        ...[id, fromId, size],
        ...[id, fromId, size],
        size,
        clock(),
      )
      return rows.map(readImage)
    },
  }),
  reads: ({ read }) => ({
    /** Albums in the owner's order, few enough for one list; without an owner, all albums of the site. */
    async list(ownerId?: string): Promise<(Album & { imageCount: number })[]> {
      const rows = await read.all(
        `SELECT albums.*, (SELECT COALESCE(SUM(images), 0) FROM image_counters
             WHERE scope = '${counterScope.album('')}' || albums.id) AS image_count
         FROM albums WHERE ${isPresent} ${ownerId ? 'AND owner_id = ?' : ''} ORDER BY owner_id, position, id
         ${ownerId ? 'LIMIT ?' : ''}`,
        ...(ownerId ? [ownerId, maxListed.albums] : []),
      )
      return rows.map((row) => ({ ...readAlbum(row), imageCount: integer(row, 'image_count') }))
    },
  }),
  changes: (engine) => ({
    /** @throws {Failure} CONFLICT for a name that is taken, or for more albums than `maxListed` allows */
    add: (album: NewAlbum, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, (sql) => insertAlbum(sql, album)),
    /** Adds an album with the owner's live images among these; an arranged album keeps their order. */
    addWithImages: (album: NewAlbum, imageIds: readonly string[], audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        const added = await insertAlbum(sql, album)
        const { id: albumId, ownerId, createdAtMs: atMs } = album
        await addFirstMembers(sql, engine.dialect, { albumId, ownerId, imageIds, atMs })
        if (album.isArranged) await rankInOrder(sql, engine.dialect, { albumId, imageIds })
        return added
      }),
    update: (id: string, change: AlbumUpdate, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        const { name, publicToken, isArranged } = change
        const row = await sql.get(`SELECT * FROM albums WHERE id = ? AND ${isPresent}`, id)
        if (!row) throw notFound(message('The album'))
        if (name !== undefined) {
          await requireFreeName(sql, { name, ownerId: text(row, 'owner_id'), exceptId: id })
        }
        if (publicToken && (await isTokenTaken(sql, publicToken, id))) {
          throw conflict(message('Another album has this public address.'))
        }
        const set = assignmentsOf(writtenColumns(changeable, change))
        if (set) await sql.run(`UPDATE albums SET ${set.text} WHERE id = ?`, ...set.parameters, id)
        if (isArranged === false) await sql.run('UPDATE album_images SET rank = 0 WHERE album_id = ?', id)
      }),
    arrange: (ownerId: string, ids: readonly string[], audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, (sql) => arrangeRows(sql, { table: 'albums', ownerId }, ids)),
    /** Removes the album. The images stay; the album remembers its members until it is collected. */
    remove: (id: string, atMs: number, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        if (!(await takeAway(sql, id, atMs))) throw notFound(message('The album'))
      }),
    /**
     * Restores an owner's album that was removed after a given time, with its images, at its place, without a public
     * page. @throws {Failure} NOT_FOUND; CONFLICT as for a new album
     */
    restore: (id: string, from: { ownerId: string; removedAfterMs: number }, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, (sql) => restoreAlbum(sql, engine.dialect, { id, ...from })),
    /** Deletes for good the albums removed before a time, in batches of images. @returns how many albums */
    collect: (removedBeforeMs: number) => collectAlbums(engine, removedBeforeMs),
    /**
     * Puts live images into an album, takes images out of one, or both. Images already in, or already out, are skipped.
     * Images or albums of another owner are NOT_FOUND.
     * @returns the id of the audit entry
     */
    moveImages: (move: AlbumMove, audit: AuditDraft) => moveAlbumImages(engine, move, audit),
    /**
     * Moves images of an album, in this order, before another image of it or to its end. This makes the album arranged.
     * Images outside the album are ignored.
     * @throws {Failure} NOT_FOUND if the owner has no such album, or the other image is not in it
     */
    arrangeImages: (
      albumId: string,
      ownerId: string,
      { imageIds, beforeId }: { imageIds: readonly string[]; beforeId: string | null },
      audit: AuditDraft,
    ) => arrangeAlbumImages(engine, { albumId, ownerId, imageIds, beforeId, audit }),
  }),
} satisfies StoreDefinition

/** The order of an album's images, matching its index. */
const firstInAlbum = 'album_images.rank DESC, album_images.created_at_ms DESC, album_images.image_id DESC'

/** Follows FROM: the live images of an album in a row of `albums`. */
const liveMembers = `album_images JOIN images ON images.id = album_images.image_id
  WHERE album_images.album_id = albums.id AND images.deleted_at_ms IS NULL`

/** Adds an album after the owner's others. @throws {Failure} NOT_FOUND, CONFLICT */
async function insertAlbum(sql: Sql, given: NewAlbum): Promise<Album> {
  const blank = { description: '', coverImageId: null, isArranged: false, hasRandomLink: false }
  const { name, ownerId } = given
  if (!(await sql.get('SELECT id FROM users WHERE id = ?', ownerId))) throw notFound(message('The user'))
  await requireRoom(sql, ownerId)
  await requireFreeName(sql, { name, ownerId, exceptId: '' })
  const album = { ...blank, ...given, position: await nextPosition(sql, { table: 'albums', ownerId }) }
  const added = await sql.run(
    ...insertion('albums', writtenColumns(columns, album), 'ON CONFLICT DO NOTHING'),
  )
  if (added === 0) throw conflict(message('This album or its public address exists already.'))
  return album
}

async function restoreAlbum(
  sql: SqlTransaction,
  { forUpdate }: SqlDialect,
  { id, ownerId, removedAfterMs }: { id: string; ownerId: string; removedAfterMs: number },
): Promise<Album> {
  const row = await sql.get(
    `SELECT * FROM albums WHERE id = ? AND owner_id = ? AND removed_at_ms > ?${forUpdate}`,
    id,
    ownerId,
    Math.max(removedAfterMs, 0),
  )
  if (!row) throw notFound(message('The album "{id}"', { id }))
  const album = readAlbum(row)
  await requireRoom(sql, ownerId)
  await requireFreeName(sql, { name: album.name, ownerId, exceptId: id })
  await sql.run('UPDATE albums SET removed_at_ms = NULL, name_key = ? WHERE id = ?', nameKey(album.name), id)
  return album
}

/** @throws {Failure} CONFLICT if the owner has the maximum number of albums */
async function requireRoom(sql: Sql, ownerId: string): Promise<void> {
  const max = maxListed.albums
  const last = await sql.get(
    `SELECT id FROM albums WHERE owner_id = ? AND ${isPresent} LIMIT 1 OFFSET ?`,
    ownerId,
    max - 1,
  )
  if (last) throw conflict(message('An account has at most {max} albums. Delete one first.', { max }))
}

interface AlbumName {
  name: string
  ownerId: string
  exceptId: string
}

/** @throws {Failure} CONFLICT if another album of the owner has the name */
async function requireFreeName(sql: Sql, { name, ownerId, exceptId }: AlbumName): Promise<void> {
  const other = await sql.get(
    'SELECT id FROM albums WHERE owner_id = ? AND name_key = ? AND id <> ?',
    ownerId,
    nameKey(name),
    exceptId,
  )
  if (other) throw alreadyTaken('name', message('An album named "{name}" exists already.', { name }))
}

async function isTokenTaken(sql: Sql, token: string, exceptId: string): Promise<boolean> {
  return Boolean(await sql.get('SELECT id FROM albums WHERE public_token = ? AND id <> ?', token, exceptId))
}
