import { Secret, TOTP } from 'otpauth'
import { auditDraft } from '../audit/audit-draft.ts'
import { hashSecret } from '../keys/key-gate.ts'
import { badField, notFound } from '../language/failure.ts'
import { newId } from '../language/ids.ts'
import { message } from '../language/message.ts'
import type { Actor, User } from '../language/records.ts'
import { maxNameCharacters, readName } from '../language/text-field.ts'
import type { Policy } from '../policy/policy.ts'
import type { SitePorts } from '../site-ports.ts'
import type { SecondFactor } from './factor-rows.ts'
import type { Session } from './session-rows.ts'

type Site = Pick<SitePorts, 'database' | 'createSha256' | 'clock'>

/** Enough for a lost and a new device of each kind. */
const maxFactors = 10

/**
 * Whether the policy requires a second factor of the user's own. An accepted factor at the provider that began the
 * session also suffices.
 */
export function requiresSecondFactor(
  policy: Policy,
  { role }: Pick<User, 'role'>,
  { hasProviderFactor }: Pick<Session, 'hasProviderFactor'>,
): boolean {
  if (hasProviderFactor) return false
  const asked = policy['console.secondFactor']
  return asked === 'all' || (asked === 'administrators' && role === 'admin')
}

/** A factor to add, and the session to keep. */
interface NewFactor extends Pick<SecondFactor, 'kind' | 'name' | 'secret' | 'counter'> {
  keptTokenHash: string
}

/**
 * Adds an authenticator, once a code proves that it works. The user has already seen its secret. The code can't be used
 * again.
 * @returns recovery codes, to be displayed once, if this is the user's first factor
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

/** Removes all factors of a user who lost them, and ends the user's sessions. */
export async function removeAllFactors(site: Site, actor: Actor, user: User): Promise<void> {
  await site.database.factors.remove(
    user.id,
    { id: null, keptTokenHash: null },
    auditDraft(actor, site.clock(), { action: 'user.factor.remove', subject: user.id, before: 'all' }),
  )
}

/** Replaces the recovery codes. @returns the new ones, to display once @throws {Failure} NOT_FOUND without a factor */
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

const codesInAll = 10
const groups = 4
const groupLetters = 6
/** An alphabet without look-alikes. 32 letters are 5 bits each: a code has 120 bits, so it needs no slow hash. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** New recovery codes; each works once. Users see them once; the site only stores `hashRecoveryCode` of each. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: codesInAll }, () =>
    Array.from({ length: groups }, () =>
      Array.from(crypto.getRandomValues(new Uint8Array(groupLetters)), (byte) => letters[byte % 32]).join(''),
    ).join('-'),
  )
}

/** The stored form of a code: its SHA-256. Case, spaces and dashes are ignored. */
export function hashRecoveryCode(site: Pick<SitePorts, 'createSha256'>, code: string): string {
  return hashSecret(site, `recovery ${bare(code)}`)
}

/** Whether a text has the form of a recovery code. */
export const isRecoveryCode = (text: string): boolean => /^[a-km-np-z2-9]{24}$/.test(bare(text))

const bare = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')

/** RFC 6238 with the parameters that every authenticator supports: HMAC-SHA-1, six digits, steps of 30 seconds. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20

/** A new secret of 160 bits (RFC 4226 section 4), as base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** Whether a text has the form of a secret from `newTotpSecret`. */
export const isTotpSecret = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text)

/**
 * The `otpauth:` address for the QR code of an authenticator.
 * @param issuer the site's name in the authenticator
 */
export function totpAddress(input: { secret: string; issuer: string; account: string }): string {
  const { issuer, account: label } = input
  return new TOTP({ ...parameters, issuer, label, secret: Secret.fromBase32(input.secret) }).toString()
}

/**
 * The time step of a code: the present one, the previous or the next (RFC 6238 section 5.2); otherwise `undefined`. The
 * caller refuses a step that was used before.
 */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  // Anyone could compute codes for an empty secret, for example in a damaged row.
  if (!/^\d{6}$/.test(code) || !isTotpSecret(secret)) return undefined
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}
