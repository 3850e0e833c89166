import { auditDraft } from '../audit/audit-draft.ts'
import { badRequest, Failure } from '../language/failure.ts'
import { randomBase62 } from '../language/ids.ts'
import { message } from '../language/message.ts'
import type { Role, User } from '../language/records.ts'
import { maxNameCharacters } from '../language/text-field.ts'
import type { SitePorts } from '../site-ports.ts'
import { inPlainLetters, readSignInName } from './names.ts'
import { newSession } from './sessions.ts'
import { type BegunSession, beginningOf } from './sign-in.ts'
import { defaultQuotaOf, newUser } from './users.ts'

/** The verified claims of an identity provider about a person (OpenID Connect Core 1.0). */
export interface ProviderIdentity {
  /** Issuer and subject together identify the person. Names and mail addresses may later belong to others. */
  issuer: string
  subject: string
  /** The preferred name for a new account; it may be unfit. */
  name: string
  /** Whether the person is in the provider's administrator group; `null` if none is configured. */
  isAdmin: boolean | null
  /** The provider says that it required a second factor of a kind that the site accepts. */
  hasSecondFactor: boolean
  /** When the person last signed in to the provider; 0 if unknown. */
  provedAtMs: number
}

/** A session that began with a sign-in at the provider. */
export interface BegunByProvider extends BegunSession {
  /** The provider's group gave the administrator role, or took it away. */
  isRoleChanged: boolean
}

type Site = Pick<SitePorts, 'database' | 'createSha256' | 'clock' | 'snapshot'>

/** How many names are tried for a new account before the person has to choose one. */
const maxNamesTried = 50

/**
 * Signs in a person whom a provider identified. The account is the one bound to this issuer and subject; if the policy
 * allows it, a missing account is created. The administrator group sets the role. The account's own second factor is
 * required as after a password.
 * @returns `undefined` if the account is disabled, or missing and may not be created
 * @throws {Failure} BAD_REQUEST if the provider does not say who the person is
 */
export async function signInByProvider(
  site: Site,
  identity: ProviderIdentity,
  browser: { address: string; userAgent: string },
): Promise<BegunByProvider | undefined> {
  const { users, sessions, factors } = site.database
  if (identity.subject.trim() === '') throw badRequest(message('The provider does not say who this is.'))
  const known =
    (await users.byProvider(identity.issuer, identity.subject)) ??
    (await makeAccount(site, identity, browser))
  if (known === undefined || known.disabledAtMs !== null) return undefined
  const user = await withRole(site, known, identity, browser)
  const nowMs = site.clock()
  const isPending = (await factors.list(user.id)).length > 0
  const provedAtMs = Math.min(nowMs, identity.provedAtMs)
  const begun = newSession(site, {
    userId: user.id,
    nowMs,
    ...browser,
    isPending,
    provedAtMs,
    hasProviderFactor: identity.hasSecondFactor,
  })
  // The account may have been disabled since it was read.
  if (!(await sessions.add(begun.session, user.passwordHash, beginningOf(user, begun.session))))
    return undefined
  return { ...begun, user, isRoleChanged: user.role !== known.role }
}

async function makeAccount(
  site: Site,
  { issuer, subject, name: preferred, isAdmin }: ProviderIdentity,
  { address }: { address: string },
): Promise<User | undefined> {
  if (site.snapshot().policy['console.providerAccounts'] !== 'on') return undefined
  const wanted = nameFor(preferred)
  const role: Role = isAdmin === true ? 'admin' : 'member'
  const nowMs = site.clock()
  for (let number = 1; number <= maxNamesTried; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`
    const user = newUser(nowMs, { name, role, quotaBytes: defaultQuotaOf(site) })
    const actor = { name, userId: user.id, address }
    const after = { name, role, issuer, subject }
    const audit = auditDraft(actor, nowMs, { action: 'user.add', subject: user.id, after })
    const outcome = await site.database.users.addFromProvider(user, { issuer, subject }, audit)
    if (outcome === 'added') return user
    if (outcome === 'bound') return site.database.users.byProvider(issuer, subject)
  }
  return undefined
}

/** The provider's name for the person; if it is unfit, another one. */
function nameFor(given: string): string {
  try {
    return readSignInName(inPlainLetters(given), maxNameCharacters.user - 3)
  } catch (error) {
    if (error instanceof Failure && error.code === 'BAD_REQUEST') return `person-${randomBase62(8)}`
    throw error
  }
}

async function withRole(
  site: Site,
  user: User,
  { isAdmin, issuer }: ProviderIdentity,
  { address }: { address: string },
): Promise<User> {
  const role: Role = isAdmin === true ? 'admin' : 'member'
  if (isAdmin === null || user.role === role) return user
  const actor = { name: user.name, userId: user.id, address }
  const change = {
    action: 'user.role',
    subject: user.id,
    before: { role: user.role },
    after: { role, issuer },
  } as const
  try {
    await site.database.users.update(user.id, { role }, auditDraft(actor, site.clock(), change))
    return { ...user, role }
  } catch (error) {
    // Keep the last administrator, or no one could run the site.
    if (error instanceof Failure && error.code === 'CONFLICT') return user
    throw error
  }
}
