import {
  type Album,
  type AlbumStore,
  alreadyTaken,
  conflict,
  maxListed,
  message,
  type NewAlbum,
  nameKey,
  notFound,
} from '@pictoglyph/core'
import { addAlbumImages, addMembers, removeAlbumImages } from './album-images.ts'
import { arrangeAlbumImages, rankInOrder } from './album-order.ts'
import { withAuditedTransaction } from './audit.ts'
import { assignmentsOf } from './clauses.ts'
import { counterScope } from './counters.ts'
import { integer, type Sql, type SqlEngine, type SqlRow, text, textOrNull } from './engine.ts'
import { imageColumns, isNotEnded, joinOwnerAndBlob, readImage } from './images/image-rows.ts'
import { arrangeRows, nextPosition } from './positions.ts'

/** @param clock decides whether a cover has ended */
export function createAlbumStore(engine: SqlEngine, clock: () => number): AlbumStore {
  const { read } = engine
  return {
    add: (album, audit) => withAuditedTransaction(engine, audit, (sql) => insertAlbum(sql, album)),
    addWithImages: (album, imageIds, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        const added = await insertAlbum(sql, album)
        const { id: albumId, ownerId, createdAtMs: atMs } = album
        await addMembers(sql, engine.dialect, { albumId, ownerId, imageIds, atMs })
        if (album.isArranged) await rankInOrder(sql, albumId, imageIds)
        return added
      }),
    async byId(id) {
      const row = await read.get('SELECT * FROM albums WHERE id = ?', id)
      return row && readAlbum(row)
    },
    async byPublicToken(token) {
      const row = await read.get('SELECT * FROM albums WHERE public_token = ?', token)
      return row && readAlbum(row)
    },
    async list(ownerId) {
      const rows = await read.all(
        `SELECT albums.*, (SELECT COALESCE(SUM(images), 0) FROM image_counters
             WHERE scope = '${counterScope.album('')}' || albums.id) AS image_count
         FROM albums ${ownerId ? 'WHERE owner_id = ?' : ''} ORDER BY owner_id, position, id
         ${ownerId ? 'LIMIT ?' : ''}`,
        ...(ownerId ? [ownerId, maxListed.albums] : []),
      )
      return rows.map((row) => ({ ...readAlbum(row), imageCount: integer(row, 'image_count') }))
    },
    async withImage(imageId) {
      const rows = await read.all(
        `SELECT albums.* FROM album_images JOIN albums ON albums.id = album_images.album_id
         WHERE album_images.image_id = ? ORDER BY albums.position, albums.id`,
        imageId,
      )
      return rows.map(readAlbum)
    },
    async covers(ids) {
      if (ids.length === 0) return new Map()
      const nowMs = clock()
      const members = `${liveMembers} AND image_id NOT IN (SELECT id FROM images AS ended WHERE ended.expires_at_ms <= ?)`
      const rows = await read.all(
        `SELECT covers.album_id, ${imageColumns} FROM (
           SELECT albums.id AS album_id, COALESCE(
             (SELECT image_id FROM ${members} AND image_id = albums.cover_image_id),
             (SELECT image_id FROM ${members} ORDER BY album_images.rank DESC, album_images.created_at_ms DESC, image_id DESC LIMIT 1)
           ) AS image_id
           FROM albums WHERE id IN (${ids.map(() => '?').join(', ')})
         ) AS covers JOIN images ON images.id = covers.image_id ${joinOwnerAndBlob}`,
        nowMs,
        nowMs,
        ...ids,
      )
      return new Map(rows.map((row) => [text(row, 'album_id'), readImage(row)]))
    },
    async sample(id, { fromId, size }) {
      const members = (comparison: '>=' | '<', part: number) =>
        `SELECT * FROM (SELECT image_id, ${part} AS part FROM album_images
         WHERE album_id = ? AND image_id ${comparison} ? ORDER BY image_id LIMIT ?) AS part_${part}`
      const rows = await read.all(
        `SELECT ${imageColumns} FROM (
           ${members('>=', 1)} UNION ALL ${members('<', 2)} ORDER BY part, image_id LIMIT ?
         ) AS members JOIN images ON images.id = members.image_id ${joinOwnerAndBlob}
         WHERE images.deleted_at_ms IS NULL AND ${isNotEnded} ORDER BY members.part, images.id`,
        ...[id, fromId, size],
        ...[id, fromId, size],
        size,
        clock(),
      )
      return rows.map(readImage)
    },
    update: (id, { name, publicToken, description, coverImageId, hasRandomLink, isArranged }, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        const row = await sql.get('SELECT * FROM albums WHERE id = ?', id)
        if (!row) throw notFound(message('The album'))
        if (name !== undefined) {
          await requireFreeName(sql, { name, ownerId: text(row, 'owner_id'), exceptId: id })
        }
        if (publicToken && (await isTokenTaken(sql, publicToken, id))) {
          throw conflict(message('Another album has this public address.'))
        }
        const set = assignmentsOf({
          name,
          name_key: name === undefined ? undefined : nameKey(name),
          public_token: publicToken,
          description,
          cover_image_id: coverImageId,
          random_link: hasRandomLink === undefined ? undefined : Number(hasRandomLink),
          arranged: isArranged === undefined ? undefined : Number(isArranged),
        })
        if (set) await sql.run(`UPDATE albums SET ${set.text} WHERE id = ?`, ...set.parameters, id)
        if (isArranged === false) await sql.run('UPDATE album_images SET rank = 0 WHERE album_id = ?', id)
      }),
    arrange: (ownerId, ids, audit) =>
      withAuditedTransaction(engine, audit, (sql) => arrangeRows(sql, { table: 'albums', ownerId }, ids)),
    remove: (id, audit) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        if ((await sql.run('DELETE FROM albums WHERE id = ?', id)) === 0) throw notFound(message('The album'))
        await sql.run('DELETE FROM image_counters WHERE scope = ?', counterScope.album(id))
      }),
    addImages: (albumId, ownerId, imageIds, atMs, audit) =>
      addAlbumImages(engine, { albumId, ownerId, imageIds, atMs, audit }),
    arrangeImages: (albumId, ownerId, { imageIds, beforeId }, audit) =>
      arrangeAlbumImages(engine, { albumId, ownerId, imageIds, beforeId, audit }),
    removeImages: (albumId, ownerId, imageIds, audit) =>
      removeAlbumImages(engine, { albumId, ownerId, imageIds, audit }),
  }
}

/** The part after FROM for the live images of an album in a row of `albums`. */
const liveMembers = `album_images JOIN images ON images.id = album_images.image_id
  WHERE album_images.album_id = albums.id AND images.deleted_at_ms IS NULL`

/** Adds an album at the end of its owner's. @throws {Failure} NOT_FOUND, CONFLICT */
async function insertAlbum(sql: Sql, given: NewAlbum): Promise<Album> {
  const album = { description: '', coverImageId: null, isArranged: false, hasRandomLink: false, ...given }
  if (!(await sql.get('SELECT id FROM users WHERE id = ?', album.ownerId)))
    throw notFound(message('The user'))
  await requireRoom(sql, album.ownerId)
  await requireFreeName(sql, { name: album.name, ownerId: album.ownerId, exceptId: '' })
  const position = await nextPosition(sql, { table: 'albums', ownerId: album.ownerId })
  const added = await sql.run(
    `INSERT INTO albums (id, owner_id, name, name_key, position, public_token, created_at_ms,
       description, cover_image_id, arranged, random_link)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    album.id,
    album.ownerId,
    album.name,
    nameKey(album.name),
    position,
    album.publicToken,
    album.createdAtMs,
    album.description,
    album.coverImageId,
    Number(album.isArranged),
    Number(album.hasRandomLink),
  )
  if (added === 0) throw conflict(message('This album or its public address exists already.'))
  return { ...album, position }
}

/** @throws {Failure} CONFLICT if the owner has as many as allowed */
async function requireRoom(sql: Sql, ownerId: string): Promise<void> {
  const max = maxListed.albums
  const last = await sql.get('SELECT id FROM albums WHERE owner_id = ? LIMIT 1 OFFSET ?', ownerId, max - 1)
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

function readAlbum(row: SqlRow): Album {
  return {
    id: text(row, 'id'),
    ownerId: text(row, 'owner_id'),
    name: text(row, 'name'),
    position: integer(row, 'position'),
    publicToken: textOrNull(row, 'public_token'),
    createdAtMs: integer(row, 'created_at_ms'),
    description: text(row, 'description'),
    coverImageId: textOrNull(row, 'cover_image_id'),
    isArranged: integer(row, 'arranged') === 1,
    hasRandomLink: integer(row, 'random_link') === 1,
  }
}
