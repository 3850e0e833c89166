import { badRequest, message } from '@pictoglyph/core'

const hourMs = 60 * 60 * 1000

/** The expiries that forms offer, in hours from now; '' is none. */
export const expiryHours = ['', '1', '24', '168', '720', '8760'] as const

/**
 * When an entry ends: a number of hours from now, or a moment, which is what taking back a removal sends.
 * @throws {Failure} BAD_REQUEST for what is no number
 */
export function expiryOf(form: URLSearchParams, nowMs: number): number | null {
  const moment = form.get('expiresAtMs') ?? ''
  if (moment !== '') return whole(moment)
  const hours = form.get('hours') ?? ''
  return hours === '' ? null : nowMs + whole(hours) * hourMs
}

function whole(written: string): number {
  if (/^\d+$/.test(written)) return Number(written)
  throw badRequest(message('The expiry is not a number.'))
}
