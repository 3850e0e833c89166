import type { ImageQuery } from '@pictoglyph/core'
import { queryText } from '../context/page-address.ts'
import { dayRangeOf } from '../parts/day-range.tsx'

export const imagesPerPage = 60

/** What a gallery's address asks for, of one owner's images. @throws {Failure} BAD_REQUEST */
export function imageQueryOf(query: URLSearchParams, ownerId: string): ImageQuery {
  const asked: ImageQuery = { ownerId, limit: imagesPerPage }
  const albumId = queryText(query, 'album')
  const categoryId = queryText(query, 'category')
  const search = queryText(query, 'q')
  const { fromMs, beforeMs } = dayRangeOf(query)
  const after = queryText(query, 'after')
  if (albumId !== undefined) asked.albumId = albumId
  if (categoryId !== undefined) asked.categoryId = categoryId
  if (search !== undefined) asked.search = search.slice(0, 200)
  if (fromMs !== undefined) asked.createdFromMs = fromMs
  if (beforeMs !== undefined) asked.createdBeforeMs = beforeMs
  if (after !== undefined) asked.after = after
  return asked
}

/** Whether anything but the page is asked for. */
export function isFiltered({
  albumId,
  categoryId,
  search,
  createdFromMs,
  createdBeforeMs,
}: ImageQuery): boolean {
  return [albumId, categoryId, search, createdFromMs, createdBeforeMs].some((one) => one !== undefined)
}
