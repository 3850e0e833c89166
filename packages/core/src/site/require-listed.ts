import { Failure } from '../failure.ts'
import type { Address } from '../network/address.ts'
import type { SiteSnapshot } from './snapshot.ts'

/**
 * Holds a client to the access lists: blocked addresses first, then the whitelist while its mode is on. A client whose
 * address can't be told is refused as one that is on no list of those allowed, or, where none is needed, as blocked.
 * @returns the address
 * @throws {Failure} IP_BLACKLISTED, IP_NOT_WHITELISTED
 */
export function requireListed(
  address: Address | undefined,
  site: Pick<SiteSnapshot, 'policy' | 'blocked' | 'allowed'>,
): Address {
  const mustBeAllowed = site.policy['text.whitelistMode'] === 'on'
  if (address === undefined) {
    throw new Failure({ code: mustBeAllowed ? 'IP_NOT_WHITELISTED' : 'IP_BLACKLISTED' })
  }
  if (site.blocked.has(address)) throw new Failure({ code: 'IP_BLACKLISTED' })
  if (mustBeAllowed && !site.allowed.has(address)) throw new Failure({ code: 'IP_NOT_WHITELISTED' })
  return address
}

/** Holds an upload to the access lists where the policy `upload.accessLists` is on. @throws {Failure} as above */
export function requireListedUploader(
  address: Address | undefined,
  site: Pick<SiteSnapshot, 'policy' | 'blocked' | 'allowed'>,
): void {
  if (site.policy['upload.accessLists'] === 'on') requireListed(address, site)
}
