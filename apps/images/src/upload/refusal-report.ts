import { Failure, type FailureCode } from '@pictoglyph/site/language/failure'
import type { RequestContext } from '@pictoglyph/web/request-context'
import type { SecurityEventName } from '@pictoglyph/web/security-events'
import type { ImagesServiceOptions } from '../options.ts'

/** The refusals of a key or an address that are security events. */
const eventOf: Partial<Record<FailureCode, SecurityEventName>> = {
  UNAUTHORIZED: 'key.refused',
  FORBIDDEN: 'key.refused',
  KEY_BOUND: 'key.refused',
  RATE_LIMITED: 'key.throttled',
  IP_BLACKLISTED: 'address.refused',
  IP_NOT_WHITELISTED: 'address.refused',
}

/** Reports what was refused to a key, or to an address, by every door that takes one. */
export function createRefusalReport({
  keyGate,
  security,
}: Pick<ImagesServiceOptions, 'keyGate' | 'security'>): (
  context: RequestContext,
  error: unknown,
  keyId?: string,
) => void {
  return (context, error, keyId) => {
    const event = error instanceof Failure ? eventOf[error.code] : undefined
    if (event === undefined) return
    const isThrottled = keyId === undefined && keyGate.isThrottled(context.address())
    const name = event === 'key.refused' && isThrottled ? 'key.throttled' : event
    security?.(name, context, { keyId })
  }
}
