import { auditDraft } from '../audit/audit-draft.ts'
import { hashSecret } from '../keys/key-gate.ts'
import { badField, conflict } from '../language/failure.ts'
import { newId, randomBase62 } from '../language/ids.ts'
import { message } from '../language/message.ts'
import type { Actor, Role, User } from '../language/records.ts'
import { withoutTrailingSlashes } from '../language/trailing-slashes.ts'
import type { SitePorts } from '../site-ports.ts'
import { type Invitation, type NewInvitation, noInvitation } from './invitation-rows.ts'
import { readDisplayName, readSignInName } from './names.ts'
import { newUser, requireFitPassword, requireFitQuota } from './users.ts'

const dayMs = 24 * 60 * 60 * 1000
/** How many days a link is valid, by default and at most. */
export const invitationDays = { usual: 7, most: 90 } as const
/** 43 base62 letters carry 256 random bits. */
const tokenLength = 43

type Site = Pick<SitePorts, 'database' | 'passwords' | 'createSha256' | 'clock' | 'snapshot'>

/** A new link; its token is stored nowhere. */
export interface MadeInvitation {
  id: string
  token: string
  expiresAtMs: number
}

/** The console's address for a token. */
export function invitationAddress(consoleUrl: string, token: string): string {
  return `${withoutTrailingSlashes(consoleUrl)}/invitation/${token}`
}

/**
 * Adds a user without a password; the link lets its holder set one.
 * @throws {Failure} BAD_REQUEST for an unfit name, quota or number of days, CONFLICT if the name is taken or passwords
 * are switched off
 */
export async function inviteNewUser(
  site: Site,
  actor: Actor,
  input: { name: string; displayName: string; role: Role; quotaBytes: number | null; days: number },
): Promise<{ user: User; invitation: MadeInvitation }> {
  requirePasswords(site)
  readDays(input.days)
  requireFitQuota(input.quotaBytes)
  const user = readNewUser(site, input)
  const { name, role, displayName, quotaBytes } = user
  const after = { name, role, displayName, quotaBytes }
  const audit = auditDraft(actor, user.createdAtMs, { action: 'user.add', subject: user.id, after })
  await site.database.users.add(user, audit)
  return { user, invitation: await inviteUser(site, actor, user, input.days) }
}

/**
 * Creates a link for a new password of a user; it replaces earlier links. The old password stays valid until then.
 * @throws {Failure} BAD_REQUEST, CONFLICT for a disabled user, and if passwords are switched off
 */
export async function inviteUser(
  site: Site,
  actor: Actor,
  user: Pick<User, 'id' | 'role' | 'quotaBytes' | 'disabledAtMs'>,
  days: number,
): Promise<MadeInvitation> {
  if (user.disabledAtMs !== null) throw conflict(message('The user is disabled. Enable the account first.'))
  const { id, role, quotaBytes } = user
  return makeInvitation(site, actor, { userId: id, role, quotaBytes, days })
}

/** Creates a link for a new account, whose holder chooses the name. @throws {Failure} as {@link inviteNewUser} */
export async function inviteAnyone(
  site: Site,
  actor: Actor,
  input: { role: Role; quotaBytes: number | null; days: number },
): Promise<MadeInvitation> {
  requireFitQuota(input.quotaBytes)
  return makeInvitation(site, actor, { userId: null, ...input })
}

async function makeInvitation(
  site: Site,
  actor: Actor,
  { days, ...input }: Pick<NewInvitation, 'userId' | 'role' | 'quotaBytes'> & { days: number },
): Promise<MadeInvitation> {
  requirePasswords(site)
  const token = randomBase62(tokenLength)
  const nowMs = site.clock()
  const expiresAtMs = nowMs + readDays(days) * dayMs
  const id = newId()
  const { userId, role, quotaBytes } = input
  const audit = auditDraft(actor, nowMs, {
    action: 'user.invite',
    subject: userId ?? id,
    after: { role, quotaBytes, days },
  })
  await site.database.invitations.add(
    { id, tokenHash: hashSecret(site, token), ...input, createdAtMs: nowMs, expiresAtMs },
    audit,
  )
  return { id, token, expiresAtMs }
}

/** Revokes an unused link. @throws {Failure} NOT_FOUND */
export async function endInvitation(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const audit = auditDraft(actor, site.clock(), { action: 'user.uninvite', subject: id })
  await site.database.invitations.remove(id, audit)
}

/**
 * Finds the link of a token, and the user whose password it sets, if any.
 * @throws {Failure} NOT_FOUND if it was used, revoked or has expired, its giver may not invite any more, or its user is
 * disabled; callers can't tell these apart
 */
export async function findInvitation(
  site: Site,
  token: string,
): Promise<{ invitation: Invitation; user: User | undefined }> {
  const isToken = /^[0-9A-Za-z]{43}$/.test(token)
  const invitation = isToken
    ? await site.database.invitations.byTokenHash(hashSecret(site, token), site.clock())
    : undefined
  if (invitation?.isInForce !== true) throw noInvitation()
  if (invitation.userId === null) return { invitation, user: undefined }
  const user = await site.database.users.byId(invitation.userId)
  if (user === undefined) throw noInvitation()
  return { invitation, user }
}

/**
 * Uses a link: creates the account with the chosen name, or sets the password of its user. It starts no session, so
 * that second factors are required as usual.
 * @returns the name to sign in with
 * @throws {Failure} NOT_FOUND as {@link findInvitation}; BAD_REQUEST for an unfit name or password and CONFLICT for a
 * taken name; then the link stays valid
 */
export async function acceptInvitation(
  site: Site,
  token: string,
  address: string,
  given: { name: string; displayName: string; password: string },
): Promise<string> {
  requirePasswords(site)
  const { invitation, user } = await findInvitation(site, token)
  const made = user ?? readNewUser(site, { ...given, ...invitation })
  requireFitPassword(given.password, made.name)
  const passwordHash = await site.passwords.hash(given.password)
  const actor: Actor = { name: made.name, userId: made.id, address }
  const { name, role } = made
  const change =
    user === undefined
      ? ({ action: 'user.add', subject: made.id, after: { name, role, invitation: invitation.id } } as const)
      : ({ action: 'user.password', subject: made.id, after: { invitation: invitation.id } } as const)
  const isUsed = await site.database.invitations.accept(
    invitation.tokenHash,
    user === undefined ? { user: { ...made, passwordHash } } : { userId: user.id, passwordHash },
    auditDraft(actor, site.clock(), change),
  )
  if (!isUsed) throw noInvitation()
  return name
}

const readNewUser = (
  { clock }: Pick<SitePorts, 'clock'>,
  { name, displayName, role, quotaBytes }: Pick<User, 'name' | 'displayName' | 'role' | 'quotaBytes'>,
): User =>
  newUser(clock(), {
    name: readSignInName(name),
    displayName: readDisplayName(displayName),
    role,
    quotaBytes,
  })

function requirePasswords({ snapshot }: Pick<SitePorts, 'snapshot'>): void {
  if (snapshot().policy['console.passwords'] === 'on') return
  throw conflict(message('Passwords are switched off here, so that an invitation would lead nowhere.'))
}

function readDays(days: number): number {
  const { most } = invitationDays
  if (Number.isSafeInteger(days) && days >= 1 && days <= most) return days
  throw badField('days', message('An invitation is good for 1 to {most} days.', { most }))
}
