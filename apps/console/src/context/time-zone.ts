/** A day in UTC, where all are equally long. */
export const dayMs = 24 * 60 * 60 * 1_000

const longestName = 64
const days = new Map<string, Intl.DateTimeFormat>()

/** The zone by which days are counted while nobody has told another. */
const utc = 'UTC'

/** The reader's time zone by its IANA name; `undefined` where a script has told none yet, or it is none. */
export function timeZoneOf(told: string | undefined): string | undefined {
  if (told === undefined || told.length > longestName) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: told }).resolvedOptions().timeZone
  } catch {
    // A name that is no zone's says nothing.
    return undefined
  }
}

/** The day of a moment in a zone, as `2026-11-25`. */
export function dayAt(atMs: number, timeZone = utc): string {
  let format = days.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    days.set(timeZone, format)
  }
  return format.format(atMs)
}

/** No zone is further from UTC. */
const furthestMs = 15 * 60 * 60 * 1_000

/**
 * The first moment of a day in a zone, which is not always midnight. A day that a zone left out begins with the next.
 * @param day as `2026-11-25`
 * @returns milliseconds since the epoch; `NaN` for what is no day
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

/** The day after another, as the calendar has it. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
