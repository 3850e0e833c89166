import { presentAlbum } from '../albums/removed-album-rows.ts'
import { type Conditions, createConditions } from '../rows/clauses.ts'
import { type Cursor, readCursor } from '../rows/cursor.ts'
import type { ImageQuery } from './image-records.ts'

/** A query and the present time. */
export type TimedQuery = ImageQuery & { nowMs: number }

/** The SQL for a query, without the comparison of words. */
interface Selection {
  tables: string
  conditions: Conditions
  /** The columns of time and id that order the walk. */
  atMs: string
  id: string
}

/** Selects the images after the query's marker, newest first. */
export function selectionOf(query: TimedQuery): Selection {
  const selection = filteredBy(query)
  addMarker(selection.conditions, query, selection)
  return selection
}

/** Selects the images of a query. An album is walked in its own index, which includes the time of its images. */
export function filteredBy(query: TimedQuery): Selection {
  const conditions = createConditions()
  if (query.albumId === undefined) {
    const columns = { atMs: 'images.created_at_ms', id: 'images.id' }
    addFilters(conditions, query, columns.atMs)
    return { tables: 'images', conditions, ...columns }
  }
  const columns = { atMs: 'album_images.created_at_ms', id: 'album_images.image_id' }
  conditions.where(`album_images.album_id = ${presentAlbum}`, query.albumId)
  addFilters(conditions, query, columns.atMs)
  return {
    tables: 'album_images JOIN images ON images.id = album_images.image_id',
    conditions,
    ...columns,
  }
}

/** The conditions of {@link selectionOf} for a query on `images` alone, in any order. */
export function conditionsOf(query: TimedQuery): Conditions {
  const conditions = createConditions()
  const columns = { atMs: 'images.created_at_ms', id: 'images.id' }
  if (query.albumId !== undefined) {
    conditions.where(
      `EXISTS (SELECT 1 FROM album_images WHERE album_images.image_id = images.id AND album_images.album_id = ${presentAlbum})`,
      query.albumId,
    )
  }
  addFilters(conditions, query, columns.atMs)
  addMarker(conditions, query, columns)
  return conditions
}

function addFilters({ where }: Conditions, query: TimedQuery, atMs: string): void {
  if (query.isTakenDown) where('images.deleted_at_ms IS NOT NULL AND images.taken_down_at_ms IS NOT NULL')
  else if (query.deletedAfterMs === undefined) where('images.deleted_at_ms IS NULL')
  else {
    where('images.deleted_at_ms IS NOT NULL AND images.deleted_at_ms > ?', query.deletedAfterMs)
    where('images.taken_down_at_ms IS NULL')
  }
  // Only few images are expired but not collected, so the indexes of lists need not include the expiry.
  where('images.id NOT IN (SELECT id FROM images AS ended WHERE ended.expires_at_ms <= ?)', query.nowMs)
  if (query.isExpiring) where('images.expires_at_ms IS NOT NULL')
  if (query.isLinked) {
    const own = query.ownerId === undefined ? '' : ' AND links.owner_id = ?'
    const leading = `SELECT links.image_id FROM links WHERE links.ended_at_ms IS NULL${own}`
    where(`images.id IN (${leading})`, ...(query.ownerId === undefined ? [] : [query.ownerId]))
  }
  if (query.ownerId !== undefined) where('images.owner_id = ?', query.ownerId)
  if (query.categoryId !== undefined) where('images.category_id = ?', query.categoryId)
  if (query.keyId !== undefined) where('images.key_id = ?', query.keyId)
  if (query.createdFromMs !== undefined) where(`${atMs} >= ?`, query.createdFromMs)
  if (query.createdBeforeMs !== undefined) where(`${atMs} < ?`, query.createdBeforeMs)
  const { addresses } = query
  if (addresses !== undefined) {
    where(`images.address IN (${addresses.map(() => '?').join(', ')})`, ...addresses)
  }
  if (query.isUntitled) where("images.title = ''")
  const ofFile = createConditions()
  const { types, minBytes, belowBytes } = query
  if (types !== undefined) ofFile.where(`blobs.media_type IN (${types.map(() => '?').join(', ')})`, ...types)
  if (minBytes !== undefined) ofFile.where('blobs.size_bytes >= ?', minBytes)
  if (belowBytes !== undefined) ofFile.where('blobs.size_bytes < ?', belowBytes)
  if (ofFile.all.length === 0) return
  const file = ['blobs.address = images.address', ...ofFile.all].join(' AND ')
  where(`EXISTS (SELECT 1 FROM blobs WHERE ${file})`, ...ofFile.parameters)
}

function addMarker(
  { where }: Conditions,
  { after }: ImageQuery,
  { atMs, id }: { atMs: string; id: string },
): void {
  const cursor: Cursor | undefined = after === undefined ? undefined : readCursor(after)
  if (cursor !== undefined) where(`(${atMs}, ${id}) < (?, ?)`, cursor.atMs, cursor.id)
}
