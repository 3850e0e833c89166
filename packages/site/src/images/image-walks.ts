import type { ImageQuery, ImageSort } from './image-records.ts'

/** A kind of query that walks an index in order, so that a page reads little more than its images. */
interface ImageWalk {
  index: string
  /** The fields of the query, exactly these, besides its page and sort. */
  by: readonly (keyof ImageQuery)[]
  sorts: readonly ImageSort[]
}

const byTime = ['newest', 'oldest'] as const

/** All kinds of walks. Any other query goes to the readers, including one with a field added later. */
export const imageWalks: readonly ImageWalk[] = [
  { index: 'images_by_time', by: [], sorts: byTime },
  { index: 'images_by_owner', by: ['ownerId'], sorts: byTime },
  { index: 'images_by_key', by: ['keyId'], sorts: byTime },
  { index: 'images_taken_down', by: ['ownerId', 'isTakenDown'], sorts: byTime },
  { index: 'album_images_by_time', by: ['albumId'], sorts: byTime },
  { index: 'album_images_by_rank', by: ['albumId'], sorts: ['album'] },
]

/** A page of this many images with long descriptions is read within milliseconds. */
const maxWalked = 100

/** Fields that do not affect the choice of index. */
const neutral: ReadonlySet<string> = new Set<keyof ImageQuery>(['sort', 'limit', 'after'])
const times: ReadonlySet<string> = new Set<keyof ImageQuery>(['createdFromMs', 'createdBeforeMs'])

/** Whether a query is one of {@link imageWalks}. */
export function isImageWalk(query: ImageQuery): boolean {
  const { sort = 'newest', limit } = query
  if (limit > maxWalked) return false
  const asked = Object.entries(query).flatMap(([name, value]) =>
    neutral.has(name) || isUnset(value) ? [] : [name],
  )
  const filters = asked.filter((name) => !times.has(name))
  // The index of an album's manual order does not have the time before the rank.
  if (sort === 'album' && filters.length < asked.length) return false
  return imageWalks.some(
    ({ by, sorts }) =>
      sorts.some((one) => one === sort) &&
      by.length === filters.length &&
      filters.every((name) => by.some((one) => one === name)),
  )
}

const isUnset = (value: unknown) => value === undefined || value === false || value === ''
