import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { unitMs } from '@pictoglyph/site/language/span'

/**
 * Reads a future time: `30d` (also `m`, `h`, `w`) from now, or a date such as `2027-01-31` or `2027-01-31T12:00Z`.
 * @returns milliseconds since the epoch
 * @throws {Failure} BAD_REQUEST
 */
export function readPointInTime(text: string, nowMs: number): number {
  const span = /^(\d{1,6})([mhdw])$/.exec(text)
  if (span !== null) return nowMs + Number(span[1]) * unitMs[span[2] as keyof typeof unitMs]
  const date = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  const atMs = date !== undefined && isDate(date) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(atMs)) return atMs
  throw badRequest(message('"{text}" is neither a span such as 30d nor a date.', { text }))
}

/** Whether the calendar has this day: `Date.parse` reads February 30 as March 2. */
function isDate(text: string): boolean {
  const atMs = Date.parse(text)
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
}
