import { expiryFrom } from '@pictoglyph/site/images/expiry'
import type { SignedInContext } from '../context/console-context.ts'
import { dayAfter, startOfDay } from '../context/time-zone.ts'
import { custom, spanIn } from './expiry-choice.ts'

/**
 * Reads a form's expiry, in milliseconds since the epoch: `null` for never, `undefined` without a choice.
 * @throws {Failure} BAD_REQUEST for anything other than a span or a day
 */
export function readExpiry(
  { form, timeZone, services }: Pick<SignedInContext, 'form' | 'timeZone' | 'services'>,
  name = 'expiresIn',
): number | null | undefined {
  const written = spanIn(form, name)
  if (written === '' && form.get(name) !== custom) return undefined
  // A last day is included as a whole.
  if (!Number.isNaN(startOfDay(written))) return startOfDay(dayAfter(written), timeZone)
  return expiryFrom(name, written, services.site.clock())
}
