import { type AuditChange, auditDraft } from '../audit/audit-draft.ts'
import { badRequest, conflict, type Failure } from '../language/failure.ts'
import { type Message, message } from '../language/message.ts'
import type { Actor } from '../language/records.ts'
import { compareShown, overtakenBy, type WantedValue } from '../language/shown-values.ts'
import type { Address } from '../network/address.ts'
import { networksAround } from '../network/cidr.ts'
import type { SitePorts } from '../site-ports.ts'
import {
  isPolicyKey,
  isSamePolicyValue,
  type Policy,
  type PolicyKey,
  policyKeys,
  presentPolicyText,
  readPolicyValue,
  readStoredPolicy,
} from './policy.ts'

type Site = Pick<SitePorts, 'database' | 'clock'>

/** The origin of a policy change. */
export interface PolicyDoor {
  /** Missing for a change from the machine itself. */
  client?: { address: Address | undefined }
  /** Called if a change would lock people out. If it returns, the change is made; if missing, the change is refused. */
  onRisk?: (reason: Message) => void
}

/**
 * Sets one policy value from an operator's text, in force on every replica within two seconds.
 * @returns the value in force
 * @throws {Failure} BAD_REQUEST for an unknown key or an invalid value; CONFLICT as {@link setPolicies}
 */
export async function setPolicy(
  site: Site,
  actor: Actor,
  key: string,
  text: string,
  door?: PolicyDoor,
): Promise<Policy[PolicyKey]> {
  if (!isPolicyKey(key)) throw unknownKey(key)
  await setPolicies(site, actor, new Map([[key, { wanted: text }]]), door)
  return readPolicyValue(key, text)
}

/**
 * Sets the policy values that differ from the present ones and from those displayed in their form, all or nothing.
 * @returns the keys that changed
 * @throws {Failure} BAD_REQUEST; CONFLICT for a value that someone else changed after it was displayed, and for
 * whitelist mode that would lock people out, unless `onRisk` accepts it
 */
export async function setPolicies(
  site: Site,
  actor: Actor,
  values: ReadonlyMap<PolicyKey, WantedValue>,
  { client, onRisk = refuse }: PolicyDoor = {},
): Promise<PolicyKey[]> {
  for (;;) {
    const settings = await site.database.settings.all()
    const present = readStoredPolicy(settings)
    const { policy: inForce } = present
    const { changed, overtaken } = compareShown(values, {
      present: (key) => presentPolicyText(present, key),
      isSame: isSamePolicyValue,
    })
    if (overtaken.length > 0) {
      throw await overtakenBy(site.database.audit, overtaken, (key) => ({
        action: 'policy.set',
        subject: key,
        present: inForce[key],
      }))
    }
    const texts = new Map(changed.map((key) => [key, values.get(key)?.wanted ?? '']))
    const wanted = policyWith(inForce, texts)
    if (changed.length === 0) return []
    if (inForce['text.whitelistMode'] === 'off' && wanted['text.whitelistMode'] === 'on') {
      const risk = await whitelistRisk(site, client)
      if (risk !== undefined) onRisk(whitelistRisks[risk])
    }
    const nowMs = site.clock()
    const changes = [...texts].map(([key, value]) => {
      const change: AuditChange = {
        action: 'policy.set',
        subject: key,
        before: present.unusable.get(key) ?? inForce[key],
        after: wanted[key],
      }
      return { key, value, audit: auditDraft(actor, nowMs, change) }
    })
    // If someone else was faster, compare again with their values.
    if (await site.database.settings.setAll(changes, settings)) return changed
  }
}

function refuse(reason: Message): never {
  throw conflict(reason)
}

/** The policy with some values changed. @throws {Failure} BAD_REQUEST */
export function policyWith(policy: Policy, values: ReadonlyMap<PolicyKey, string>): Policy {
  const changed = [...values].map(([key, text]) => [key, readPolicyValue(key, text)])
  return Object.freeze({ ...policy, ...Object.fromEntries(changed) })
}

function unknownKey(key: string): Failure {
  return badRequest(
    message('There is no policy "{key}". Known: {known}.', { key, known: policyKeys.join(', ') }),
  )
}

/** The risk of whitelist mode: it would lock out everyone, or the person who turns it on. */
export type WhitelistRisk = 'nobodyAllowed' | 'ownAddressMissing'

/**
 * Whether turning on whitelist mode now would lock people out by mistake.
 * @param client the requester; missing for the machine itself
 */
export async function whitelistRisk(
  { database, clock }: Pick<SitePorts, 'database' | 'clock'>,
  client?: { address: Address | undefined },
): Promise<WhitelistRisk | undefined> {
  const nowMs = clock()
  if (!(await database.access.isInForce('allow', nowMs))) return 'nobodyAllowed'
  if (client === undefined) return undefined
  const own = client.address === undefined ? [] : networksAround(client.address)
  return (await database.access.isInForce('allow', nowMs, own)) ? undefined : 'ownAddressMissing'
}

const whitelistRisks: Record<WhitelistRisk, Message> = {
  nobodyAllowed: message('The list of allowed networks is empty: nobody could use the text service.'),
  ownAddressMissing: message(
    'Your own address is not on the list of allowed networks: you would lock yourself out.',
  ),
}
