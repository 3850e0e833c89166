import { badRequest, message } from '@pictoglyph/core'
import { queryText } from '../context/query-text.ts'
import { dayMs } from './day.ts'

/** Milliseconds since the epoch; what is absent bounds nothing. */
export interface DayRange {
  fromMs?: number
  /** The first that is not meant any more. */
  beforeMs?: number
}

/** The days that an address asks for, first and last included: whole days in UTC. @throws {Failure} BAD_REQUEST */
export function dayRangeOf(query: URLSearchParams): DayRange {
  const range: DayRange = {}
  const from = day(query, 'from')
  const to = day(query, 'to')
  if (from !== undefined) range.fromMs = from
  if (to !== undefined) range.beforeMs = to + dayMs
  return range
}

/** The beginning of a day that is written `YYYY-MM-DD`. */
function day(query: URLSearchParams, name: string): number | undefined {
  const written = queryText(query, name)
  if (written === undefined) return undefined
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(written) ? Date.parse(`${written}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(atMs)) throw badRequest(message('"{written}" is not a day.', { written }))
  return atMs
}
