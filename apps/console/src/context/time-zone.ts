/** A day in UTC, where all have the same length. */
export const dayMs = 24 * 60 * 60 * 1_000

const longestName = 64
const days = new Map<string, Intl.DateTimeFormat>()

/** The zone for days until the visitor's is known. */
const utc = 'UTC'

/** A valid IANA time zone; `undefined` if it is missing or unknown. */
export function timeZoneOf(told: string | undefined): string | undefined {
  if (told === undefined || told.length > longestName) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: told }).resolvedOptions().timeZone
  } catch {
    // Not the name of a zone.
    return undefined
  }
}

/** The day of a time in a zone, as `2026-11-25`. */
export function dayAt(atMs: number, timeZone = utc): string {
  let format = days.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    days.set(timeZone, format)
  }
  return format.format(atMs)
}

/** The largest distance of a zone from UTC. */
const furthestMs = 15 * 60 * 60 * 1_000

/**
 * Start of a day in a zone, which is not always midnight. A day that a zone skipped starts with the next one.
 * @param day as `2026-11-25`
 * @returns milliseconds since the epoch; `NaN` for an invalid day
 */
export function startOfDay(day: string, timeZone = utc): number {
  const atUtcMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(atUtcMs)) return atUtcMs
  let [before, from] = [atUtcMs - furthestMs, atUtcMs + furthestMs]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayAt(middle, timeZone) < day) before = middle
    else from = middle
  }
  return from
}

/** The next day in the calendar. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
