import type { KeyHolder } from '@pictoglyph/site/keys/key-rows'
import { Failure, type FailureCode } from '@pictoglyph/site/language/failure'
import { requireListedUploader } from '@pictoglyph/site/snapshot'
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

/** Creates the admission of keys for all upload routes. It reports refusals. */
export function createKeyAdmission({
  site,
  keyGate,
  security,
}: Pick<ImagesServiceOptions, 'site' | 'keyGate' | 'security'>) {
  /** @param keyId of the admitted key */
  function report(context: RequestContext, error: unknown, keyId?: string): void {
    const event = error instanceof Failure ? eventOf[error.code] : undefined
    if (event === undefined) return
    const isThrottled = keyId === undefined && keyGate.isThrottled(context.address())
    const name = event === 'key.refused' && isThrottled ? 'key.throttled' : event
    security?.(name, context, { keyId })
  }
  return {
    report,
    /**
     * @param requireRoom called before the key is looked up
     * @throws {Failure} IP_BLACKLISTED, IP_NOT_WHITELISTED, UNAUTHORIZED; and the errors of `requireRoom`
     */
    async admit(context: RequestContext, requireRoom = () => {}): Promise<KeyHolder> {
      try {
        requireListedUploader(context.address(), site.snapshot())
        requireRoom()
        return await keyGate.admit(context.header('authorization'), context.address())
      } catch (error) {
        report(context, error)
        throw error
      }
    },
  }
}
