import { badField } from './failure.ts'
import { message } from './message.ts'

/** The last time with a four-digit year, the latest that RFC 3339 can express. */
const latestTimeMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Formats a time in milliseconds since the epoch as RFC 3339 in UTC; times outside 1970 to 9999 are clamped. */
export function isoTime(atMs: number): string {
  return new Date(Math.min(Math.max(atMs, 0), latestTimeMs)).toISOString()
}

/**
 * Checks the expiry of a key or an access list entry: milliseconds since the epoch, or `null` for never.
 * @throws {Failure} BAD_REQUEST if it has passed, or is after the year 9999
 */
export function checkExpiry(expiresAtMs: number | null, nowMs: number): void {
  if (expiresAtMs === null) return
  if (expiresAtMs <= nowMs) throw badField('expiresIn', message('The expiry lies in the past.'))
  if (expiresAtMs <= latestTimeMs) return
  throw badField('expiresIn', message('The expiry lies after the year 9999.'))
}
