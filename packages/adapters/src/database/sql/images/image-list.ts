import type { Image, ImageQuery, Page } from '@pictoglyph/core'
import { createConditions } from '../clauses.ts'
import { pageOf, readCursor } from '../cursor.ts'
import type { SqlEngine, SqlValue } from '../engine.ts'
import { searchWords } from '../search-text.ts'
import { imageColumns, joinOwnerAndBlob, readImage } from './image-rows.ts'

/** `ImageStore.list`. The ids of a page are found in an index alone; only then are its rows read. */
export async function listImages({ read, dialect }: SqlEngine, query: ImageQuery): Promise<Page<Image>> {
  const selection = selectionOf(query, dialect.position)
  const rows = await read.all(
    `SELECT ${imageColumns} FROM (${selection.text}) AS page
     JOIN images ON images.id = page.image_id ${joinOwnerAndBlob}
     ORDER BY images.created_at_ms DESC, images.id DESC`,
    ...selection.parameters,
    query.limit + 1,
  )
  return pageOf(rows.map(readImage), query.limit, ({ createdAtMs, id }) => ({ atMs: createdAtMs, id }))
}

interface Selection {
  text: string
  parameters: readonly SqlValue[]
}

function selectionOf(query: ImageQuery, position: string): Selection {
  const { where, clause, parameters } = createConditions()
  // An album is walked in its own index, which has the time of each of its images.
  const [tables, atMs, id] = query.albumId
    ? [
        'album_images JOIN images ON images.id = album_images.image_id',
        'album_images.created_at_ms',
        'album_images.image_id',
      ]
    : ['images', 'images.created_at_ms', 'images.id']
  if (query.deletedAfterMs === undefined) where('images.deleted_at_ms IS NULL')
  else where('images.deleted_at_ms IS NOT NULL AND images.deleted_at_ms > ?', query.deletedAfterMs)
  if (query.albumId !== undefined) where('album_images.album_id = ?', query.albumId)
  if (query.ownerId !== undefined) where('images.owner_id = ?', query.ownerId)
  if (query.categoryId !== undefined) where('images.category_id = ?', query.categoryId)
  if (query.createdFromMs !== undefined) where(`${atMs} >= ?`, query.createdFromMs)
  if (query.createdBeforeMs !== undefined) where(`${atMs} < ?`, query.createdBeforeMs)
  for (const word of searchWords(query.search ?? '')) where(`${position}(images.search_text, ?) > 0`, word)
  if (query.after !== undefined) {
    const cursor = readCursor(query.after)
    where(`(${atMs}, ${id}) < (?, ?)`, cursor.atMs, cursor.id)
  }
  return {
    text: `SELECT images.id AS image_id FROM ${tables} ${clause()}
           ORDER BY ${atMs} DESC, ${id} DESC LIMIT ?`,
    parameters,
  }
}
