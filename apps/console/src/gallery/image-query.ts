import { type MediaType, mediaTypes } from '@pictoglyph/media/media-type'
import { type ImageQuery, type ImageSort, imageSorts } from '@pictoglyph/site/images/image-records'
import { placeIn, queryText } from '../context/page-address.ts'
import { type Asked, dayRangeOf } from '../parts/day-range.tsx'

export const imagesPerPage = 60
/** Most images restored when going back to an endlessly scrolled page. */
const maxShown = 600

const megabyte = 1024 * 1024

/** Bounds on a file's size, by their names in addresses. */
const sizeFilters = {
  small: { belowBytes: megabyte / 4 },
  medium: { minBytes: megabyte / 4, belowBytes: 2 * megabyte },
  large: { minBytes: 2 * megabyte },
} as const

type SizeFilter = keyof typeof sizeFilters

export const sizeFilterNames = Object.keys(sizeFilters) as SizeFilter[]

/** The query in a gallery's address, for one owner's images or everyone's. @throws {Failure} BAD_REQUEST */
export function imageQueryOf({ query, timeZone }: Asked, ownerId?: string): ImageQuery {
  const asked: ImageQuery = { ...placeIn(query), limit: shownOf(query) }
  if (ownerId !== undefined) asked.ownerId = ownerId
  const albumId = queryText(query, 'album')
  const categoryId = queryText(query, 'category')
  const keyId = queryText(query, 'key')
  const search = queryText(query, 'q')
  const type = typeOf(query)
  const size = sizeOf(query)
  const sort = sortOf(query)
  const { fromMs, beforeMs } = dayRangeOf({ query, timeZone })
  if (albumId !== undefined) asked.albumId = albumId
  if (categoryId !== undefined) asked.categoryId = categoryId
  if (keyId !== undefined) asked.keyId = keyId
  if (search !== undefined) {
    asked.search = search.slice(0, 200)
    // File names are for their owner only.
    if (ownerId !== undefined) asked.withFileNames = true
  }
  if (type !== undefined) asked.types = [type]
  if (query.get('untitled') === 'on') asked.isUntitled = true
  if (query.get('ending') === 'on') asked.isExpiring = true
  if (ownerId !== undefined && query.get('linked') === 'on') asked.isLinked = true
  if (size !== undefined) Object.assign(asked, sizeFilters[size])
  if (fromMs !== undefined) asked.createdFromMs = fromMs
  if (beforeMs !== undefined) asked.createdBeforeMs = beforeMs
  if (sort !== 'newest') asked.sort = sort
  return asked
}

function shownOf(query: URLSearchParams): number {
  const shown = Number(queryText(query, 'shown') ?? imagesPerPage)
  return Number.isInteger(shown) ? Math.min(Math.max(shown, imagesPerPage), maxShown) : imagesPerPage
}

/** The file type in an address; an unknown one is ignored. */
export function typeOf(query: URLSearchParams): MediaType | undefined {
  return mediaTypes.find((type) => type === query.get('type'))
}

export function sizeOf(query: URLSearchParams): SizeFilter | undefined {
  return sizeFilterNames.find((size) => size === query.get('size'))
}

export function sortOf(query: URLSearchParams): ImageSort {
  const asked = imageSorts.find((sort) => sort === query.get('sort'))
  if (asked !== undefined) return asked
  // A search finds the newest first by its index; an album without an order of its own, too.
  return queryText(query, 'album') !== undefined && queryText(query, 'q') === undefined ? 'album' : 'newest'
}

/** Number of conditions that narrow the images, in addition to the search. */
function conditionsOf({
  ownerId: _,
  limit: __,
  after: ___,
  sort: ____,
  search: _____,
  withFileNames: ______,
  ...rest
}: ImageQuery): number {
  const { minBytes, belowBytes, createdFromMs, createdBeforeMs, ...others } = rest
  const isGiven = (one: unknown) => one !== undefined
  const ranges = [
    [minBytes, belowBytes],
    [createdFromMs, createdBeforeMs],
  ]
  return Object.values(others).filter(isGiven).length + ranges.filter((range) => range.some(isGiven)).length
}

/** Whether a whole album is shown in its own order, so that dragging can rearrange it. */
export function isWholeAlbum(query: ImageQuery): boolean {
  return query.sort === 'album' && query.search === undefined && conditionsOf(query) === 1
}

/** Whether the query has any condition, not only page and order. */
export function isFiltered(query: ImageQuery): boolean {
  return query.search !== undefined || conditionsOf(query) > 0
}
