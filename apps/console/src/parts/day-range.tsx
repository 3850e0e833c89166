/** @jsxImportSource hono/jsx */
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { type ConsoleContext, useConsole } from '../context/console-context.ts'
import { queryText } from '../context/page-address.ts'
import { dayAfter, startOfDay } from '../context/time-zone.ts'

/** The query of an address, and the zone of its days. */
export type Asked = Pick<ConsoleContext, 'query' | 'timeZone'>

/** Milliseconds since the epoch; an absent end has no limit. */
interface DayRange {
  fromMs?: number
  /** Exclusive end. */
  beforeMs?: number
}

/**
 * The days in an address, first and last included: whole days in the visitor's zone.
 * @throws {Failure} BAD_REQUEST
 */
export function dayRangeOf({ query, timeZone }: Asked): DayRange {
  const range: DayRange = {}
  const [from, to] = [queryText(query, 'from'), queryText(query, 'to')]
  if (from !== undefined) range.fromMs = start(from, timeZone)
  if (to !== undefined) {
    start(to, timeZone)
    range.beforeMs = start(dayAfter(to), timeZone)
  }
  return range
}

function start(written: string, timeZone: string | undefined): number {
  const atMs = startOfDay(written, timeZone)
  if (Number.isNaN(atMs)) throw badRequest(message('"{written}" is not a day.', { written }))
  return atMs
}

/** The days in an address as text, by their field names. */
export function dayConditions({ gallery }: Pick<ConsoleContext['text'], 'gallery'>, query: URLSearchParams) {
  const [from, to] = [queryText(query, 'from'), queryText(query, 'to')]
  return { from: from && gallery.since(from), to: to && gallery.until(to) }
}

/** The first and last day of a filter, filled from the address. */
export const DayRangeFields = ({ asked }: { asked: URLSearchParams }) => {
  const { text, timeZone } = useConsole()
  const { gallery } = text
  const zone = timeZone === undefined ? gallery.inUtc : ''
  return (
    <>
      <label>
        <span class="field-label">
          {gallery.from}
          {zone}
        </span>
        <input type="date" name="from" value={asked.get('from') ?? ''} />
      </label>
      <label>
        <span class="field-label">
          {gallery.to}
          {zone}
        </span>
        <input type="date" name="to" value={asked.get('to') ?? ''} />
      </label>
    </>
  )
}
