import { badField, message } from '@pictoglyph/core'
import { dayMs } from '../parts/day-range.tsx'

/** An expiry as the forms offer it: days from now, none, or left to the policy. @throws {Failure} BAD_REQUEST */
export function expiryOf(days: string | null, nowMs: number): { expiresAtMs?: number | null } {
  if (days === null) return {}
  if (days === '') return { expiresAtMs: null }
  if (!/^\d+$/.test(days)) throw badField('expires', message('The expiry is not a number of days.'))
  return { expiresAtMs: nowMs + Number(days) * dayMs }
}

/** Not a number where the field holds none, which the rules refuse. */
export const numberOrNone = (written: string): number | null =>
  written.trim() === '' ? null : Number(written)
