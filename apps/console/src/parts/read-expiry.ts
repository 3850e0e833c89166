import { expiryFrom } from '@pictoglyph/site/images/expiry'
import type { SignedInContext } from '../context/console-context.ts'
import { dayAfter, startOfDay } from '../context/time-zone.ts'
import { custom, spanIn } from './expiry-choice.ts'

/**
 * The end that a form asks for, in milliseconds since the epoch: `null` for never, `undefined` where it says nothing.
 * @throws {Failure} BAD_REQUEST for what is neither a span nor a day
 */
export function readExpiry(
  { form, timeZone, services }: Pick<SignedInContext, 'form' | 'timeZone' | 'services'>,
  name = 'expiresIn',
): number | null | undefined {
  const written = spanIn(form, name)
  if (written === '' && form.get(name) !== custom) return undefined
  // The whole of a last day belongs to it.
  if (!Number.isNaN(startOfDay(written))) return startOfDay(dayAfter(written), timeZone)
  return expiryFrom(name, written, services.site.clock())
}
