import type { ImageQuery } from '@pictoglyph/core'
import { type Conditions, createConditions } from '../clauses.ts'
import { type Cursor, readCursor } from '../cursor.ts'

/** Which images a query is about, before its words are looked at. */
export interface Selection {
  tables: string
  conditions: Conditions
  /** The columns of time and id by which they are walked. */
  atMs: string
  id: string
}

/** An album is walked in its own index, which has the time of each of its images. */
export function selectionOf(query: ImageQuery): Selection {
  const conditions = createConditions()
  if (query.albumId === undefined) {
    addConditions(conditions, query, { atMs: 'images.created_at_ms', id: 'images.id' })
    return { tables: 'images', conditions, atMs: 'images.created_at_ms', id: 'images.id' }
  }
  const columns = { atMs: 'album_images.created_at_ms', id: 'album_images.image_id' }
  conditions.where('album_images.album_id = ?', query.albumId)
  addConditions(conditions, query, columns)
  return {
    tables: 'album_images JOIN images ON images.id = album_images.image_id',
    conditions,
    ...columns,
  }
}

/** The same where `images` alone is walked, in whatever order. */
export function conditionsOf(query: ImageQuery): Conditions {
  const conditions = createConditions()
  if (query.albumId !== undefined) {
    conditions.where(
      'EXISTS (SELECT 1 FROM album_images WHERE album_images.image_id = images.id AND album_images.album_id = ?)',
      query.albumId,
    )
  }
  addConditions(conditions, query, { atMs: 'images.created_at_ms', id: 'images.id' })
  return conditions
}

function addConditions(
  { where }: Conditions,
  query: ImageQuery,
  { atMs, id }: { atMs: string; id: string },
): void {
  if (query.deletedAfterMs === undefined) where('images.deleted_at_ms IS NULL')
  else where('images.deleted_at_ms IS NOT NULL AND images.deleted_at_ms > ?', query.deletedAfterMs)
  if (query.ownerId !== undefined) where('images.owner_id = ?', query.ownerId)
  if (query.categoryId !== undefined) where('images.category_id = ?', query.categoryId)
  if (query.createdFromMs !== undefined) where(`${atMs} >= ?`, query.createdFromMs)
  if (query.createdBeforeMs !== undefined) where(`${atMs} < ?`, query.createdBeforeMs)
  const cursor: Cursor | undefined = query.after === undefined ? undefined : readCursor(query.after)
  if (cursor !== undefined) where(`(${atMs}, ${id}) < (?, ?)`, cursor.atMs, cursor.id)
}
