import type { Page } from '../language/list-limits.ts'
import type { Image } from '../language/records.ts'
import { type Cursor, pageOf, readCursor } from '../rows/cursor.ts'
import type { ReadingEngine, SqlValue } from '../rows/engine.ts'
import { searchWords } from '../rows/search-text.ts'
import type { ImageSort } from './image-records.ts'
import { imageColumns, joinOwnerAndBlob, readImage } from './image-rows.ts'
import { filteredBy, type TimedQuery } from './image-selection-rows.ts'
import { hasWord, searchedText } from './search-image-rows.ts'

/**
 * Implements `images.list` in any order. It first finds the ids of a page, and then reads their rows. Words are
 * compared with every image that the rest of the query selects.
 */
export async function sortedPage({ read, dialect }: ReadingEngine, query: TimedQuery): Promise<Page<Image>> {
  const sorted = sortedIds(query, dialect.position)
  const rows = await read.all(
    `SELECT ${imageColumns} FROM (${sorted.text}) AS page
     JOIN images ON images.id = page.image_id ${joinOwnerAndBlob}
     ORDER BY ${sorted.order}`,
    ...sorted.parameters,
    query.limit + 1,
  )
  return pageOf(rows.map(readImage), query.limit, ({ createdAtMs, deletedAtMs, id }) => ({
    atMs: query.sort === 'deleted' ? (deletedAtMs ?? 0) : createdAtMs,
    id,
  }))
}

/** Implements `images.neighbours`. */
export async function neighboursOf(
  { read, dialect }: ReadingEngine,
  image: Pick<Image, 'id' | 'createdAtMs'>,
  query: Omit<TimedQuery, 'limit' | 'after'>,
): Promise<{ previous: string | undefined; next: string | undefined }> {
  const after = `${image.createdAtMs}.${image.id}`
  const closest = async (isBackwards: boolean) => {
    const sorted = sortedIds({ ...query, after, limit: 1 }, dialect.position, isBackwards)
    const row = await read.get(sorted.text, ...sorted.parameters, 1)
    return row && String(row.image_id)
  }
  const [previous, next] = await Promise.all([closest(true), closest(false)])
  return { previous, next }
}

/** A sort column, and its value for the image that precedes the page. */
interface SortKey {
  column: string
  ofMarker: { text: string; parameters: readonly SqlValue[] }
}

/** The first characters of an image's lower-case text, which begins with the title. An index has the same length. */
const titleOf = (images: string) => `substr(${images}.search_text, 1, 60)`

const ofImage = (column: string, id: string): SortKey['ofMarker'] => {
  return { text: `(SELECT ${column} FROM images AS marker WHERE marker.id = ?)`, parameters: [id] }
}

/** The sort keys before the id. */
function sortKeysOf(
  sort: ImageSort | 'deleted',
  { albumId, atMs, marker }: { albumId: string | undefined; atMs: string; marker: Cursor },
): SortKey[] {
  const byTime = { column: atMs, ofMarker: { text: '?', parameters: [marker.atMs] } }
  switch (sort) {
    case 'newest':
    case 'oldest':
      return [byTime]
    case 'deleted':
      return [{ ...byTime, column: 'images.deleted_at_ms' }]
    case 'name':
      return [{ column: titleOf('images'), ofMarker: ofImage(titleOf('marker'), marker.id) }]
    case 'largest':
      return [{ column: 'images.size_bytes', ofMarker: ofImage('marker.size_bytes', marker.id) }]
    case 'album': {
      if (albumId === undefined) return [byTime]
      const text = '(SELECT rank FROM album_images WHERE album_id = ? AND image_id = ?)'
      return [{ column: 'album_images.rank', ofMarker: { text, parameters: [albumId, marker.id] } }, byTime]
    }
  }
}

interface SortedIds {
  text: string
  /** Parameters, without the limit. */
  parameters: readonly SqlValue[]
  /** The order for the rows of the found images. */
  order: string
}

function sortedIds(query: TimedQuery, position: string, isBackwards = false): SortedIds {
  const { tables, conditions, atMs, id } = filteredBy(query)
  const { sort = 'newest', after, search = '' } = query
  for (const word of searchWords(search)) {
    conditions.where(hasWord(position, searchedText(query, 'images')), word)
  }
  // The indexes of these orders have this condition, which every row meets.
  if (sort === 'name') conditions.where("images.search_text >= ''")
  if (sort === 'largest') conditions.where('images.size_bytes >= 0')
  const isAscending = sort === 'oldest' || sort === 'name'
  const [direction, comparison] = isAscending === isBackwards ? ['DESC', '<'] : ['ASC', '>']
  const marker = after === undefined ? { atMs: 0, id: '' } : readCursor(after)
  const keys = sortKeysOf(sort, { albumId: query.albumId, atMs, marker })
  const columns = keys.map(({ column }) => column)
  if (after !== undefined) {
    const values = keys.map(({ ofMarker }) => ofMarker.text)
    const parameters = keys.flatMap(({ ofMarker }) => ofMarker.parameters)
    const place = `(${[...columns, id].join(', ')}) ${comparison} (${[...values, '?'].join(', ')})`
    conditions.where(place, ...parameters, marker.id)
  }
  const ordered = [...columns, id].map((column) => `${column} ${direction}`)
  return {
    text: `SELECT images.id AS image_id, ${columns.map((column, index) => `${column} AS key${index}`).join(', ')}
           FROM ${tables} ${conditions.clause()} ORDER BY ${ordered.join(', ')} LIMIT ?`,
    parameters: conditions.parameters,
    order: [...columns.map((_, index) => `page.key${index}`), 'page.image_id']
      .map((column) => `${column} ${direction}`)
      .join(', '),
  }
}
