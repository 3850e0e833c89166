import { badField, badRequest } from './failure.ts'
import { message } from './message.ts'

/** The units of a span, in milliseconds. */
export const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** Formats a span for {@link readSpan}, in the largest unit without a fraction. */
export function writeSpan(ms: number): string {
  const units = Object.entries(unitMs).toReversed()
  const [unit, length] = units.find(([, length]) => ms % length === 0) ?? ['s', unitMs.s]
  return `${Math.round(ms / length)}${unit}`
}

/**
 * Parses a span such as `90s`, `30m`, `1h`, `7d` or `2w`; returns milliseconds.
 * @throws {Failure} BAD_REQUEST
 */
export function readSpan(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  if (count !== undefined && unit !== undefined) return Number(count) * unitMs[unit as keyof typeof unitMs]
  throw badRequest(message('"{text}" is no span such as 30m, 1h or 7d.', { text }))
}

/** How much of an invalid span the refusal repeats. */
const longestShown = 40

/**
 * Reads the lifetime of an image, in milliseconds.
 * @param field the input's name for it
 * @throws {Failure} BAD_REQUEST
 */
export function readLifetime(field: string, text: string): number {
  const span = text.trim()
  if (/^0*[1-9]\d*[smhdw]$/.test(span) && span.length <= 7) return readSpan(span)
  const sent = span.slice(0, longestShown)
  throw badField(
    field,
    message('{field} must be a span such as 30s, 10m, 1h or 30d, not "{sent}".', { field, sent }),
  )
}
