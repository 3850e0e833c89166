/** @jsxImportSource hono/jsx */
import { badRequest, message } from '@pictoglyph/core'
import { useConsole } from '../context/console-context.ts'
import { queryText } from '../context/page-address.ts'

/** A day in UTC, where all are equally long. */
export const dayMs = 24 * 60 * 60 * 1000

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

/** The fields of a filter that say from which day to which, filled with what was asked for. */
export const DayRangeFields = ({ asked }: { asked: URLSearchParams }) => {
  const { gallery } = useConsole().text
  return (
    <>
      <label>
        <span class="field-label">{gallery.from}</span>
        <input type="date" name="from" value={asked.get('from') ?? ''} />
      </label>
      <label>
        <span class="field-label">{gallery.to}</span>
        <input type="date" name="to" value={asked.get('to') ?? ''} />
      </label>
    </>
  )
}
