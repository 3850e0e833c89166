import { badRequest, type Failure } from '../language/failure.ts'
import type { Page } from '../language/list-limits.ts'
import { message } from '../language/message.ts'

/** A position in a list ordered by time and then by id. */
export interface Cursor {
  atMs: number
  id: string
}

/** @throws {Failure} BAD_REQUEST for a text that no page returned */
export function readCursor(cursor: string): Cursor {
  const match = /^(\d{1,16})\.([0-9A-Za-z_-]{1,64})$/.exec(cursor)
  if (!match) throw unknownCursor()
  return { atMs: Number(match[1]), id: match[2] as string }
}

/** {@link readCursor} for numeric ids. @throws {Failure} BAD_REQUEST */
export function readNumberedCursor(cursor: string): { atMs: number; id: number } {
  const { atMs, id } = readCursor(cursor)
  if (!/^\d{1,15}$/.test(id)) throw unknownCursor()
  return { atMs, id: Number(id) }
}

/** Creates a page from a query for `limit + 1` items, which shows whether more follow. */
export function pageOf<T>(items: T[], limit: number, cursorOf: (item: T) => Cursor): Page<T> {
  if (items.length <= limit) return { items, next: null }
  const shown = items.slice(0, limit)
  const last = shown.at(-1)
  if (!last) return { items: [], next: null }
  const { atMs, id } = cursorOf(last)
  return { items: shown, next: `${atMs}.${id}` }
}

/** The refusal of a marker that no page has returned. */
export function unknownCursor(): Failure {
  return badRequest(message('The page marker is not one that this list has given.'))
}
