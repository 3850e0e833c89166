import { limiterKey, parseAddress } from '../network/address.ts'
import type { SitePorts } from '../site/site-ports.ts'

const familiarMs = 90 * 24 * 60 * 60 * 1000
/** Sessions of an account that are looked through, the newest. */
const maxSessions = 1_000

/**
 * Whether someone has signed in to an account from an address in the last 90 days, by the audit log. The log outlasts
 * sessions and processes, is the same for every replica, and only people who know the password add to it.
 * @param caller the address as `limiterKey` writes it
 */
export async function isFamiliarAddress(
  site: Pick<SitePorts, 'database' | 'clock'>,
  userId: string,
  caller: string,
): Promise<boolean> {
  const fromMs = site.clock() - familiarMs
  const addresses = await site.database.audit.sessionAddresses(userId, fromMs, maxSessions)
  return addresses.some((address) => {
    const from = parseAddress(address)
    return from !== undefined && limiterKey(from) === caller
  })
}
