/** @jsxImportSource hono/jsx */
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { type ConsoleContext, useConsole } from '../context/console-context.ts'
import { queryText } from '../context/page-address.ts'
import { dayAfter, startOfDay } from '../context/time-zone.ts'

/** What an address asks for, and the zone in which its days are meant. */
export type Asked = Pick<ConsoleContext, 'query' | 'timeZone'>

/** Milliseconds since the epoch; what is absent bounds nothing. */
interface DayRange {
  fromMs?: number
  /** The first that is not meant any more. */
  beforeMs?: number
}

/**
 * The days that an address asks for, first and last included: whole days of the reader's zone.
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

/** The days that an address asks for, in words, by their names in it. */
export function dayConditions({ gallery }: Pick<ConsoleContext['text'], 'gallery'>, query: URLSearchParams) {
  const [from, to] = [queryText(query, 'from'), queryText(query, 'to')]
  return { from: from && gallery.since(from), to: to && gallery.until(to) }
}

/** The fields of a filter that say from which day to which, filled with what was asked for. */
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
