import type { Image, ImageSort, Page } from '@pictoglyph/core'
import { pageOf, readCursor } from '../cursor.ts'
import type { SqlEngine, SqlValue } from '../engine.ts'
import { searchWords } from '../search-text.ts'
import { imageColumns, joinOwnerAndBlob, readImage } from './image-rows.ts'
import { filteredBy, type TimedQuery } from './image-selection.ts'
import { hasWord } from './search-images.ts'

/**
 * `ImageStore.list` in any order. The ids of a page are found first; only then are its rows read. Words are compared
 * with every image that the rest of the query leaves.
 */
export async function sortedPage({ read, dialect }: SqlEngine, query: TimedQuery): Promise<Page<Image>> {
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

/** `ImageStore.neighbours`. */
export async function neighboursOf(
  { read, dialect }: SqlEngine,
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

interface SortKey {
  isDescending: boolean
  /** The column that decides first, where the rows of images are read. */
  column: string
  /** The same of the image that a page begins after, whose id stands in its place; absent for the marker's own time. */
  ofImage?: string
}

const sortKeys: Readonly<Record<ImageSort | 'deleted', SortKey>> = {
  newest: { isDescending: true, column: 'images.created_at_ms' },
  oldest: { isDescending: false, column: 'images.created_at_ms' },
  deleted: { isDescending: true, column: 'images.deleted_at_ms' },
  // It begins with the title, in small letters.
  name: {
    isDescending: false,
    column: 'images.search_text',
    ofImage: '(SELECT search_text FROM images WHERE id = ?)',
  },
  largest: {
    isDescending: true,
    column: 'blobs.size_bytes',
    ofImage:
      '(SELECT size_bytes FROM blobs WHERE address = (SELECT address FROM images AS last WHERE last.id = ?))',
  },
}

interface SortedIds {
  text: string
  /** Without the last one, the limit. */
  parameters: readonly SqlValue[]
  /** How the rows of the images that were found are ordered. */
  order: string
}

function sortedIds(query: TimedQuery, position: string, isBackwards = false): SortedIds {
  const { tables, conditions, atMs, id } = filteredBy(query)
  const { sort = 'newest', after, search = '' } = query
  for (const word of searchWords(search)) conditions.where(hasWord(position, 'images.search_text'), word)
  const { isDescending, ofImage, ...key } = sortKeys[sort]
  // An album is walked by the time of its images.
  const column = sort === 'newest' || sort === 'oldest' ? atMs : key.column
  const [direction, comparison] = isDescending === isBackwards ? ['ASC', '>'] : ['DESC', '<']
  if (after !== undefined) {
    const cursor = readCursor(after)
    if (ofImage === undefined)
      conditions.where(`(${column}, ${id}) ${comparison} (?, ?)`, cursor.atMs, cursor.id)
    else conditions.where(`(${column}, ${id}) ${comparison} (${ofImage}, ?)`, cursor.id, cursor.id)
  }
  const from = sort === 'largest' ? `${tables} JOIN blobs ON blobs.address = images.address` : tables
  return {
    text: `SELECT images.id AS image_id FROM ${from} ${conditions.clause()}
           ORDER BY ${column} ${direction}, ${id} ${direction} LIMIT ?`,
    parameters: conditions.parameters,
    order: `${key.column} ${direction}, images.id ${direction}`,
  }
}
