import { badRequest } from './failure.ts'
import { latestTimeMs } from './iso-time.ts'
import { message } from './message.ts'

/**
 * Checks when a key or an entry of an access list is to end: milliseconds since the epoch, or `null` for never.
 * @throws {Failure} BAD_REQUEST for what has passed, or lies after the year 9999
 */
export function checkExpiry(expiresAtMs: number | null, nowMs: number): void {
  if (expiresAtMs === null) return
  if (expiresAtMs <= nowMs) throw badRequest(message('The expiry lies in the past.'))
  if (expiresAtMs <= latestTimeMs) return
  throw badRequest(message('The expiry lies after the year 9999.'))
}
