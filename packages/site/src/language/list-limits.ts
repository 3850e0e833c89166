import { badRequest } from './failure.ts'
import { message } from './message.ts'

/** A page of a list, by key instead of offset, so that its cost does not grow with its depth. */
export interface Page<T> {
  items: T[]
  /** Pass this as `after` to get the next page; `null` on the last page. */
  next: string | null
}

/**
 * The items of all pages of a list.
 * @param pageAt reads the page that a marker names, or the first page
 * @example for await (const hash of allItems((place) => database.hashes.list({ ...place, limit }))) …
 */
export async function* allItems<T>(
  pageAt: (place: { after?: string }) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let place: { after?: string } | undefined = {}
  while (place !== undefined) {
    const { items, next }: Page<T> = await pageAt(place)
    yield* items
    place = next === null ? undefined : { after: next }
  }
}

/**
 * Maximum rows of a kind, so that no list takes long: albums and unrevoked keys of a user, and categories of the site.
 * Of a user's sessions, pending sessions, revoked keys and removed albums, the oldest are deleted beyond these.
 */
export const maxListed = {
  albums: 500,
  removedAlbums: 100,
  keys: 100,
  revokedKeys: 100,
  sessions: 50,
  pendingSessions: 50,
  categories: 500,
} as const

/** Maximum values in a form, and so the maximum of things in one action. */
export const maxSelected = 10_000

/**
 * The distinct ids of the selected items.
 * @param idOf returns the id of an item
 * @throws {Failure} BAD_REQUEST for more than {@link maxSelected}
 */
export function readSelection<T>(given: Iterable<T>, idOf: (item: T) => string): T[] {
  const items = new Map<string, T>()
  for (const item of given) {
    const id = idOf(item)
    if (!items.has(id)) items.set(id, item)
    if (items.size > maxSelected) {
      throw badRequest(message('At most {most} things change at once.', { most: maxSelected }))
    }
  }
  return [...items.values()]
}

/** {@link readSelection} for ids. @throws {Failure} BAD_REQUEST */
export const readIds = (given: Iterable<string>): string[] => readSelection(given, (id) => id)
