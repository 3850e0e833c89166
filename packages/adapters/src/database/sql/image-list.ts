import type { Image, ImageQuery, ImageSort, Page } from '@pictoglyph/core'
import { createConditions } from './conditions.ts'
import { pageOf, readCursor } from './cursor.ts'
import type { SqlEngine, SqlValue } from './engine.ts'
import { imageColumns, joinOwnerAndBlob, readImage } from './image-rows.ts'
import { integer } from './rows.ts'
import { searchWords } from './search-text.ts'

/** `ImageStore.list`. The ids of a page are found in an index alone; only then are its rows read. */
export async function listImages({ read, dialect }: SqlEngine, query: ImageQuery): Promise<Page<Image>> {
  const selection = selectionOf(query, dialect.position)
  const rows = await read.all(
    `SELECT ${imageColumns} FROM (${selection.text}) AS page
     JOIN images ON images.id = page.image_id ${joinOwnerAndBlob}
     ORDER BY ${selection.order}`,
    ...selection.parameters,
    query.limit + 1,
  )
  return pageOf(rows.map(readImage), query.limit, ({ createdAtMs, id }) => ({ atMs: createdAtMs, id }))
}

/** `ImageStore.neighbours`. */
export async function neighboursOf(
  { read, dialect }: SqlEngine,
  image: Pick<Image, 'id' | 'createdAtMs'>,
  query: Omit<ImageQuery, 'limit' | 'after'>,
): Promise<{ previous: string | undefined; next: string | undefined }> {
  const after = `${image.createdAtMs}.${image.id}`
  const closest = async (isBackwards: boolean) => {
    const selection = selectionOf({ ...query, after, limit: 1 }, dialect.position, isBackwards)
    const row = await read.get(selection.text, ...selection.parameters, 1)
    return row && String(row.image_id)
  }
  const [previous, next] = await Promise.all([closest(true), closest(false)])
  return { previous, next }
}

/** `ImageStore.count`, which stops once it has found `most`. */
export async function countImages(
  { read, dialect }: SqlEngine,
  query: Omit<ImageQuery, 'limit' | 'after'>,
  most: number,
): Promise<number> {
  const { after: _, sort: __, ...all }: ImageQuery = { ...query, limit: most }
  const selection = selectionOf(all, dialect.position)
  const row = await read.get(
    `SELECT COUNT(*) AS matches FROM (${selection.text}) AS matching`,
    ...selection.parameters,
    most,
  )
  return row === undefined ? 0 : integer(row, 'matches')
}

interface Selection {
  text: string
  parameters: readonly SqlValue[]
  /** How the rows of the images that were selected are ordered. */
  order: string
}

interface SortKey {
  isDescending: boolean
  /** The column that decides first, where the rows of images are read. */
  column: string
  /** The same of the image that a page begins after, whose id stands in its place. */
  ofImage: string
}

const sortKeys: Readonly<Record<ImageSort, SortKey>> = {
  newest: { isDescending: true, column: 'images.created_at_ms', ofImage: '' },
  oldest: { isDescending: false, column: 'images.created_at_ms', ofImage: '' },
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

function selectionOf(query: ImageQuery, position: string, isBackwards = false): Selection {
  const { where, clause, parameters } = createConditions()
  // An album is walked in its own index, which has the time of each of its images.
  const [tables, atMs, id] = query.albumId
    ? [
        'album_images JOIN images ON images.id = album_images.image_id',
        'album_images.created_at_ms',
        'album_images.image_id',
      ]
    : ['images', 'images.created_at_ms', 'images.id']
  const { sort = 'newest', types } = query
  const isByTime = sort === 'newest' || sort === 'oldest'
  const { column, isDescending, ofImage } = sortKeys[sort]
  const needsBlob =
    sort === 'largest' ||
    types !== undefined ||
    query.minBytes !== undefined ||
    query.belowBytes !== undefined
  if (query.deletedAfterMs === undefined) where('images.deleted_at_ms IS NULL')
  else where('images.deleted_at_ms IS NOT NULL AND images.deleted_at_ms > ?', query.deletedAfterMs)
  if (query.albumId !== undefined) where('album_images.album_id = ?', query.albumId)
  if (query.ownerId !== undefined) where('images.owner_id = ?', query.ownerId)
  if (query.categoryId !== undefined) where('images.category_id = ?', query.categoryId)
  if (query.createdFromMs !== undefined) where(`${atMs} >= ?`, query.createdFromMs)
  if (query.createdBeforeMs !== undefined) where(`${atMs} < ?`, query.createdBeforeMs)
  if (query.isUntitled) where("images.title = ''")
  if (types !== undefined) where(`blobs.media_type IN (${types.map(() => '?').join(', ')})`, ...types)
  if (query.minBytes !== undefined) where('blobs.size_bytes >= ?', query.minBytes)
  if (query.belowBytes !== undefined) where('blobs.size_bytes < ?', query.belowBytes)
  for (const word of searchWords(query.search ?? '')) where(`${position}(images.search_text, ?) > 0`, word)
  const goesDown = isDescending !== isBackwards
  const [direction, comparison] = goesDown ? ['DESC', '<'] : ['ASC', '>']
  const key = isByTime ? atMs : column
  if (query.after !== undefined) {
    const cursor = readCursor(query.after)
    if (isByTime) where(`(${atMs}, ${id}) ${comparison} (?, ?)`, cursor.atMs, cursor.id)
    else where(`(${column}, ${id}) ${comparison} (${ofImage}, ?)`, cursor.id, cursor.id)
  }
  const from = needsBlob ? `${tables} JOIN blobs ON blobs.address = images.address` : tables
  return {
    text: `SELECT images.id AS image_id FROM ${from} ${clause()}
           ORDER BY ${key} ${direction}, ${id} ${direction} LIMIT ?`,
    parameters,
    order: `${column} ${direction}, images.id ${direction}`,
  }
}
