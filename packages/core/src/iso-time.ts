/** The last moment that a date with a year of four digits can tell, which is all that RFC 3339 knows. */
export const latestTimeMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A moment, in milliseconds since the epoch, as RFC 3339 in UTC; what lies outside 1970 to 9999 as their end. */
export function isoTime(atMs: number): string {
  return new Date(Math.min(Math.max(atMs, 0), latestTimeMs)).toISOString()
}
