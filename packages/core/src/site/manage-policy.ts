import { badRequest, type Failure } from '../failure.ts'
import { message } from '../message.ts'
import {
  isPolicyKey,
  type Policy,
  type PolicyKey,
  policyFrom,
  policyKeys,
  readPolicyValue,
} from '../policy.ts'
import type { Actor } from '../records.ts'
import { type AuditChange, auditDraft } from './audit-draft.ts'
import type { SitePorts } from './site-ports.ts'

type Site = Pick<SitePorts, 'database' | 'clock'>

/**
 * Sets one policy value as an operator writes it, in force on every replica within two seconds.
 * @returns the value in force
 * @throws {Failure} BAD_REQUEST for an unknown key or an invalid value
 */
export async function setPolicy(
  site: Site,
  actor: Actor,
  key: string,
  text: string,
): Promise<Policy[PolicyKey]> {
  if (!isPolicyKey(key)) throw unknownKey(key)
  const after = readPolicyValue(key, text)
  const before = policyFrom(await site.database.settings.all())[key]
  const change: AuditChange = { action: 'policy.set', subject: key, before, after }
  await site.database.settings.set(key, text, auditDraft(actor, site.clock(), change))
  return after
}

/**
 * Sets those of several policy values that differ from the present ones.
 * @returns the keys that changed
 * @throws {Failure} BAD_REQUEST; if it throws, nothing has changed
 */
export async function setPolicies(
  site: Site,
  actor: Actor,
  values: ReadonlyMap<PolicyKey, string>,
): Promise<PolicyKey[]> {
  const inForce = policyFrom(await site.database.settings.all())
  const wanted = policyWith(inForce, values)
  const changed = [...values].filter(([key]) => !isSame(inForce[key], wanted[key]))
  if (changed.length === 0) return []
  const nowMs = site.clock()
  await site.database.settings.setAll(
    changed.map(([key, value]) => {
      const change: AuditChange = {
        action: 'policy.set',
        subject: key,
        before: inForce[key],
        after: wanted[key],
      }
      return { key, value, audit: auditDraft(actor, nowMs, change) }
    }),
  )
  return changed.map(([key]) => key)
}

/** The policy as it would be with other values. @throws {Failure} BAD_REQUEST */
export function policyWith(policy: Policy, values: ReadonlyMap<PolicyKey, string>): Policy {
  const changed = [...values].map(([key, text]) => [key, readPolicyValue(key, text)])
  return Object.freeze({ ...policy, ...Object.fromEntries(changed) })
}

function isSame(a: Policy[PolicyKey], b: Policy[PolicyKey]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function unknownKey(key: string): Failure {
  return badRequest(
    message('There is no policy "{key}". Known: {known}.', { key, known: policyKeys.join(', ') }),
  )
}
