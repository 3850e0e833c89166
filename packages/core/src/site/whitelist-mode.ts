import { conflict } from '../failure.ts'
import { type Message, message } from '../message.ts'
import type { Address } from '../network/address.ts'
import { networksAround } from '../network/cidr.ts'
import type { Actor } from '../records.ts'
import { setPolicy } from './manage-policy.ts'
import type { SitePorts } from './site-ports.ts'

/** The risk of whitelist mode: no one would get in, or not the person who turns it on. */
export type WhitelistRisk = 'nobodyAllowed' | 'ownAddressMissing'

/** Whether turning on whitelist mode now would lock people out by mistake. */
export async function whitelistRisk(
  { database, clock }: Pick<SitePorts, 'database' | 'clock'>,
  ownAddress: Address | undefined,
): Promise<WhitelistRisk | undefined> {
  const nowMs = clock()
  const own = ownAddress === undefined ? [] : networksAround(ownAddress)
  if (await database.access.isInForce('allow', nowMs, own)) return undefined
  return (await database.access.isInForce('allow', nowMs)) ? 'ownAddressMissing' : 'nobodyAllowed'
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
    const risk = await whitelistRisk(site, wish.ownAddress)
    if (risk !== undefined) throw conflict(reasons[risk])
  }
  await setPolicy(site, actor, 'text.whitelistMode', wish.on ? 'on' : 'off')
}

const reasons: Record<WhitelistRisk, Message> = {
  nobodyAllowed: message('The list of allowed networks is empty: nobody could use the text service.'),
  ownAddressMissing: message(
    'Your own address is not on the list of allowed networks: you would lock yourself out.',
  ),
}
