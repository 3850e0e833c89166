import { badField, notFound } from '../failure.ts'
import { newId } from '../ids.ts'
import { message } from '../message.ts'
import type { Policy } from '../policy.ts'
import type { Actor, SecondFactor, User } from '../records.ts'
import { auditDraft } from '../site/audit-draft.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { maxNameCharacters, readName } from '../text-field.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { isTotpSecret, totpStep } from './totp.ts'

type Site = Pick<SitePorts, 'database' | 'createSha256' | 'clock'>

/** Enough for a lost and a new device of each kind. */
const maxFactors = 10

/**
 * Whether the policy requires a second factor of this user. A user without a password signs in by a provider, which is
 * responsible for that.
 */
export function requiresSecondFactor(
  policy: Policy,
  { role, passwordHash }: Pick<User, 'role' | 'passwordHash'>,
): boolean {
  if (passwordHash === '') return false
  const asked = policy['console.secondFactor']
  return asked === 'all' || (asked === 'administrators' && role === 'admin')
}

/** A factor to add, and the session to keep. */
export interface NewFactor extends Pick<SecondFactor, 'kind' | 'name' | 'secret' | 'counter'> {
  keptTokenHash: string
}

/**
 * Adds an authenticator, once a code proves that it works. The user has been shown its secret. The code can't be used
 * again.
 * @returns recovery codes, to be shown once, if this is the user's first factor
 * @throws {Failure} BAD_REQUEST for a wrong code or an unfit name
 */
export async function addAuthenticator(
  site: Site,
  actor: Actor,
  user: User,
  input: { secret: string; code: string; name: string; keptTokenHash: string },
): Promise<string[] | null> {
  const { secret, code, name, keptTokenHash } = input
  if (!isTotpSecret(secret)) throw badField('secret', message('The secret is not one of this page.'))
  const counter = totpStep(secret, code.replaceAll(/\s/g, ''), site.clock())
  if (counter === undefined) {
    throw badField(
      'code',
      message('The code is wrong. Look at the clock of your device, and type the next one.'),
    )
  }
  return addFactor(site, actor, user, { kind: 'totp', name, secret, counter, keptTokenHash })
}

/** Adds a factor, and ends the user's other sessions. @returns as `addAuthenticator` */
export async function addFactor(
  site: Site,
  actor: Actor,
  user: User,
  { keptTokenHash, ...input }: NewFactor,
): Promise<string[] | null> {
  const present = await site.database.factors.list(user.id)
  if (present.length >= maxFactors) {
    throw badField('name', message('An account has at most {most} second factors.', { most: maxFactors }))
  }
  const nowMs = site.clock()
  const name = readName(input.name, { least: 1, most: maxNameCharacters.key })
  const factor = { ...input, name, id: newId(), userId: user.id, createdAtMs: nowMs, lastUsedAtMs: null }
  const codes = present.length === 0 ? newRecoveryCodes() : null
  const codeHashes = codes?.map((code) => hashRecoveryCode(site, code))
  const after = { kind: factor.kind, name }
  await site.database.factors.add(
    factor,
    { codeHashes: codeHashes ?? null, keptTokenHash },
    auditDraft(actor, nowMs, { action: 'user.factor.add', subject: user.id, after }),
  )
  return codes
}

/** Removes one of the user's own factors, and ends their other sessions. @throws {Failure} NOT_FOUND */
export async function removeFactor(
  site: Site,
  actor: Actor,
  user: User,
  { id, keptTokenHash }: { id: string; keptTokenHash: string },
): Promise<void> {
  const factor = (await site.database.factors.list(user.id)).find((one) => one.id === id)
  if (factor === undefined) throw notFound(message('The second factor'))
  const before = { kind: factor.kind, name: factor.name }
  await site.database.factors.remove(
    user.id,
    { id, keptTokenHash },
    auditDraft(actor, site.clock(), { action: 'user.factor.remove', subject: user.id, before }),
  )
}

/** Removes all factors of a user who has lost them, and ends the user's sessions. */
export async function removeAllFactors(site: Site, actor: Actor, user: User): Promise<void> {
  await site.database.factors.remove(
    user.id,
    { id: null, keptTokenHash: null },
    auditDraft(actor, site.clock(), { action: 'user.factor.remove', subject: user.id, before: 'all' }),
  )
}

/** Replaces the recovery codes. @returns the new ones, to be shown once @throws {Failure} NOT_FOUND without a factor */
export async function renewRecoveryCodes(site: Site, actor: Actor, user: User): Promise<string[]> {
  if ((await site.database.factors.list(user.id)).length === 0) throw notFound(message('The second factor'))
  const codes = newRecoveryCodes()
  await site.database.factors.setCodes(
    user.id,
    codes.map((code) => hashRecoveryCode(site, code)),
    auditDraft(actor, site.clock(), { action: 'user.factor.codes', subject: user.id }),
  )
  return codes
}
