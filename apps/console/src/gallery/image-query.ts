import { badRequest, type ImageQuery, sentence } from '@pictoglyph/core'

export const imagesPerPage = 60
const dayMs = 24 * 60 * 60 * 1000

/** What a gallery's address asks for, of one owner's images. Days are whole days in UTC. @throws {Failure} BAD_REQUEST */
export function imageQueryOf(query: URLSearchParams, ownerId: string): ImageQuery {
  const asked: ImageQuery = { ownerId, limit: imagesPerPage }
  const albumId = text(query, 'album')
  const categoryId = text(query, 'category')
  const search = text(query, 'q')
  const from = day(query, 'from')
  const to = day(query, 'to')
  const after = text(query, 'after')
  if (albumId !== undefined) asked.albumId = albumId
  if (categoryId !== undefined) asked.categoryId = categoryId
  if (search !== undefined) asked.search = search.slice(0, 200)
  if (from !== undefined) asked.createdFromMs = from
  if (to !== undefined) asked.createdBeforeMs = to + dayMs
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

function text(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name)?.trim().replaceAll('\0', '') ?? ''
  return value === '' ? undefined : value
}

/** The beginning of a day that is written `YYYY-MM-DD`. */
export function day(query: URLSearchParams, name: string): number | undefined {
  const written = text(query, name)
  if (written === undefined) return undefined
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(written) ? Date.parse(`${written}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(atMs)) throw badRequest(sentence('"{written}" is not a day.', { written }))
  return atMs
}
