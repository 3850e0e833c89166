import { badField, message } from '@pictoglyph/core'
import { dayMs } from '../parts/day-range.tsx'

/** An expiry as the forms offer it: days from now, a day, none, or left to the policy. @throws {Failure} BAD_REQUEST */
export function expiryOf(form: URLSearchParams, nowMs: number): { expiresAtMs?: number | null } {
  const days = form.get('expires')
  if (days === 'day') return { expiresAtMs: endOfDay(form.get('lastDay') ?? '') }
  if (days === null) return {}
  if (days === '') return { expiresAtMs: null }
  if (!/^\d+$/.test(days)) throw badField('expires', message('The expiry is not a number of days.'))
  return { expiresAtMs: nowMs + Number(days) * dayMs }
}

/** The end of a day in UTC. @throws {Failure} BAD_REQUEST */
function endOfDay(written: string): number {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(written) ? Date.parse(`${written}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(atMs)) throw badField('lastDay', message('"{written}" is not a day.', { written }))
  return atMs + dayMs
}

/** Not a number where the field holds none, which the rules refuse. */
export const numberOrNone = (written: string): number | null =>
  written.trim() === '' ? null : Number(written)
