import { Failure } from '../failure.ts'
import type { Address } from '../network/address.ts'
import { parseCidr } from '../network/cidr.ts'
import { createNetworkSet } from '../network/network-set.ts'
import type { AccessEntry, Actor } from '../records.ts'
import { setPolicy } from './manage-policy.ts'
import type { SitePorts } from './site-ports.ts'

/** What speaks against whitelist mode: nobody at all would get in, or not the one who turns it on. */
export type WhitelistRisk = 'nobodyAllowed' | 'ownAddressMissing'

/** Whether turning whitelist mode on now would lock people out who did not mean to be. */
export function whitelistRisk(
  entries: readonly AccessEntry[],
  ownAddress: Address | undefined,
  nowMs: number,
): WhitelistRisk | undefined {
  const inForce = entries.filter(
    (entry) => entry.list === 'allow' && (entry.expiresAtMs === null || nowMs < entry.expiresAtMs),
  )
  if (inForce.length === 0) return 'nobodyAllowed'
  const allowed = createNetworkSet(inForce.map((entry) => parseCidr(entry.network)))
  return ownAddress !== undefined && allowed.has(ownAddress) ? undefined : 'ownAddressMissing'
}

/**
 * Turns whitelist mode on or off.
 * @throws {Failure} CONFLICT for turning it on against a risk that was not confirmed
 */
export async function setWhitelistMode(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  wish: { on: boolean; ownAddress: Address | undefined; confirmed: boolean },
): Promise<void> {
  if (wish.on && !wish.confirmed) {
    const risk = whitelistRisk(await site.database.access.list(), wish.ownAddress, site.clock())
    if (risk !== undefined) throw new Failure({ code: 'CONFLICT', reason: reasons[risk] })
  }
  await setPolicy(site, actor, 'text.whitelistMode', wish.on ? 'on' : 'off')
}

const reasons: Record<WhitelistRisk, string> = {
  nobodyAllowed: 'The list of allowed networks is empty: nobody could use the text service.',
  ownAddressMissing: 'Your own address is not on the list of allowed networks: you would lock yourself out.',
}
