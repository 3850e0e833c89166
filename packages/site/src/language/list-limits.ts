import { badRequest } from './failure.ts'
import { message } from './message.ts'

/** A page of a list, by key and not by offset, so that its cost does not grow with its depth. */
export interface Page<T> {
  items: T[]
  /** Pass it as `after` to get the next page; `null` on the last. */
  next: string | null
}

/**
 * How many rows of a kind there may be, so that no list takes long: albums and unrevoked keys of a user, and categories
 * of the site. Of a user's sessions, of those that wait for a second factor, of revoked keys and of removed albums the
 * oldest are deleted beyond these.
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

/** How many values a form holds, and so how many things are acted on together. */
export const maxSelected = 10_000

/**
 * What is acted on together, each once.
 * @param idOf what makes two of them the same
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

/** As {@link readSelection}, of ids. @throws {Failure} BAD_REQUEST */
export const readIds = (given: Iterable<string>): string[] => readSelection(given, (id) => id)
