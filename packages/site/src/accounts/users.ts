import { type AuditChange, auditDraft } from '../audit/audit-draft.ts'
import { hideImagesOfUser, showImagesOfUser } from '../images/take-down.ts'
import { badField, conflict, notFound } from '../language/failure.ts'
import { newId, randomBase62 } from '../language/ids.ts'
import { type Message, message } from '../language/message.ts'
import type { Actor, Role, User } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'
import list from './common-passwords.txt' with { type: 'text' }
import { readDisplayName, readSignInName } from './names.ts'

/** Minimum length of a password, in characters. */
export const minPasswordCharacters = 8
const maxPasswordBytes = 1024

type Site = Pick<SitePorts, 'database' | 'passwords' | 'clock'>

/** A new, enabled user; without other values it has no password, quota or display name. */
export const newUser = (nowMs: number, given: Pick<User, 'name' | 'role'> & Partial<User>): User => ({
  id: newId(),
  passwordHash: '',
  hasGeneratedPassword: false,
  hasCommandPassword: false,
  createdAtMs: nowMs,
  disabledAtMs: null,
  quotaBytes: null,
  displayName: '',
  ...given,
})

/**
 * Adds a user. Without a password one is generated; it is returned once and stored nowhere.
 * @throws {Failure} BAD_REQUEST for an unfit name or password, CONFLICT if the name is taken
 */
export async function addUser(
  site: Site,
  actor: Actor,
  input: { name: string; role: Role; password?: string },
): Promise<{ user: User; generatedPassword: string | null }> {
  const name = readSignInName(input.name)
  const generatedPassword = input.password === undefined ? generatePassword() : null
  const password = input.password ?? generatedPassword ?? ''
  if (generatedPassword === null) requireFitPassword(password, name)
  const { role } = input
  const passwordHash = await site.passwords.hash(password)
  const user = newUser(site.clock(), {
    name,
    role,
    passwordHash,
    hasGeneratedPassword: generatedPassword !== null,
    hasCommandPassword: actor.userId === null,
  })
  const after = { name, role }
  await site.database.users.add(
    user,
    auditDraft(actor, user.createdAtMs, { action: 'user.add', subject: user.id, after }),
  )
  return { user, generatedPassword }
}

/** The quota of a user who joins by invitation or provider; `null` is none. */
export function defaultQuotaOf({ snapshot }: Pick<SitePorts, 'snapshot'>): number | null {
  const quota = snapshot().policy['users.defaultQuota']
  return quota === 'none' ? null : quota
}

/** A password that can't be guessed: 20 characters of base62, 119 bits. */
export const generatePassword = (): string => randomBase62(20)

/** Attackers try the program's name first, and the account's own if it is that long. */
const guessedName = 'pictoglyph'
const minNameUnits = 4

/**
 * @throws {Failure} BAD_REQUEST if the password is shorter than 8 characters, longer than 1,024 bytes, common, or holds
 *   the name of the account or of this program
 */
export function requireFitPassword(password: string, userName: string): void {
  if ([...password].length < minPasswordCharacters) {
    const reason = message('A password has at least {least} characters.', { least: minPasswordCharacters })
    throw badField('password', reason)
  }
  if (new TextEncoder().encode(password).length > maxPasswordBytes) {
    throw badField('password', message('A password has at most {most} bytes.', { most: maxPasswordBytes }))
  }
  if (isCommonPassword(password)) {
    throw badField('password', message('This password is one of the most common ones. Choose another.'))
  }
  const written = password.toLowerCase()
  const name = userName.toLowerCase()
  if (written.includes(guessedName) || (name.length >= minNameUnits && written.includes(name))) {
    throw badField(
      'password',
      message('A password may not hold the name of its account, or of Pictoglyph. Choose another.'),
    )
  }
}

/** A user by id or name. @throws {Failure} NOT_FOUND */
export async function findUser(site: Pick<SitePorts, 'database'>, idOrName: string): Promise<User> {
  const user = (await site.database.users.byName(idOrName)) ?? (await site.database.users.byId(idOrName))
  if (user === undefined) throw notFound(message('The user "{name}"', { name: idOrName }))
  return user
}

/**
 * Disables or enables a user. A disabled user's keys and sessions stop working at once. The images stay, or are hidden
 * with the account; then enabling makes them visible again.
 * @throws {Failure} CONFLICT for the actor's own account, and for the last administrator who is not disabled
 */
export async function setUserDisabled(
  site: Site,
  actor: Actor,
  user: User,
  disabled: boolean,
  { hidesImages = false }: { hidesImages?: boolean } = {},
): Promise<void> {
  if (disabled) {
    const reason = message('You cannot disable your own account. Another administrator can.')
    refuseOwnAccount(actor, user, reason)
  }
  if (disabled === (user.disabledAtMs !== null)) {
    if (disabled && hidesImages) await hideImagesOfUser(site, actor, user)
    return
  }
  const disabledAtMs = disabled ? site.clock() : null
  await site.database.users.update(
    user.id,
    { disabledAtMs },
    auditDraft(actor, site.clock(), {
      action: disabled ? 'user.disable' : 'user.enable',
      subject: user.id,
      before: { disabledAtMs: user.disabledAtMs },
      after: { disabledAtMs },
    }),
  )
  if (!disabled) await showImagesOfUser(site, actor, user)
  else if (hidesImages) await hideImagesOfUser(site, actor, user)
}

/** An operator's changes of an account; missing fields stay. */
type UserChange = Partial<Pick<User, 'name' | 'role' | 'quotaBytes'>>

/**
 * Changes the sign-in name, the role and the quota (`null` is none), all or nothing. Sessions and keys stay.
 * @returns the user as changed
 * @throws {Failure} BAD_REQUEST for an unfit name or quota; CONFLICT if the name is taken, for demoting oneself, and
 * for demoting the last administrator who is not disabled
 */
export async function changeUser(site: Site, actor: Actor, user: User, change: UserChange): Promise<User> {
  const after = { name: user.name, role: user.role, quotaBytes: user.quotaBytes, ...change }
  const { role, quotaBytes } = after
  const name = after.name === user.name ? user.name : readSignInName(after.name)
  requireFitQuota(quotaBytes)
  if (role !== 'admin' && change.role !== undefined) {
    const reason = message('You cannot demote your own account. Another administrator can.')
    refuseOwnAccount(actor, user, reason)
  }
  const nowMs = site.clock()
  const { id: subject } = user
  const changes: AuditChange[] = [
    { action: 'user.rename', subject, before: { name: user.name }, after: { name } },
    { action: 'user.role', subject, before: { role: user.role }, after: { role } },
    { action: 'user.quota', subject, before: { quotaBytes: user.quotaBytes }, after: { quotaBytes } },
  ]
  const drafts = changes.map((one) => auditDraft(actor, nowMs, one))
  await site.database.users.update(user.id, { ...change, ...(change.name !== undefined && { name }) }, drafts)
  return { ...user, name, role, quotaBytes }
}

/** @throws {Failure} BAD_REQUEST for a quota that is not a whole number of bytes or `null` */
export function requireFitQuota(quotaBytes: number | null): void {
  if (quotaBytes === null || (Number.isSafeInteger(quotaBytes) && quotaBytes >= 0)) return
  throw badField('quota', message('A quota is a number that is not below zero.'))
}

/** {@link changeUser} of the name. @returns the name in its stored form */
export async function renameUser(site: Site, actor: Actor, user: User, given: string): Promise<string> {
  return (await changeUser(site, actor, user, { name: given })).name
}

/** {@link changeUser} of the role. */
export async function setUserRole(site: Site, actor: Actor, user: User, role: Role): Promise<void> {
  await changeUser(site, actor, user, { role })
}

/** {@link changeUser} of the quota. */
export async function setUserQuota(
  site: Site,
  actor: Actor,
  user: User,
  quotaBytes: number | null,
): Promise<void> {
  await changeUser(site, actor, user, { quotaBytes })
}

/** Keeps people from locking themselves out by mistake. */
function refuseOwnAccount(actor: Actor, user: User, reason: Message): void {
  if (actor.userId === user.id) throw conflict(reason)
}

/**
 * Sets the name that others see; an empty text removes it.
 * @throws {Failure} BAD_REQUEST for an unfit name, with the field `displayName`
 */
export async function setDisplayName(site: Site, actor: Actor, user: User, name: string): Promise<void> {
  const displayName = readDisplayName(name)
  const before = { displayName: user.displayName }
  const change: AuditChange = { action: 'user.displayName', subject: user.id, before, after: { displayName } }
  await site.database.users.update(user.id, { displayName }, auditDraft(actor, site.clock(), change))
}

/** A new password to set. */
interface NewPassword {
  password: string
  /** The site generated it, so its holder should change it. */
  isGenerated: boolean
  /** The session to keep, if any. */
  keptTokenHash: string | null
}

/** Sets a new password and ends the user's other sessions. @throws {Failure} BAD_REQUEST */
export async function setUserPassword(
  site: Site,
  actor: Actor,
  user: User,
  { password, isGenerated, keptTokenHash }: NewPassword,
): Promise<void> {
  if (!isGenerated) requireFitPassword(password, user.name)
  await site.database.users.setPassword(
    user.id,
    {
      hash: await site.passwords.hash(password),
      isGenerated,
      isByCommand: actor.userId === null,
      keptTokenHash,
    },
    auditDraft(actor, site.clock(), { action: 'user.password', subject: user.id }),
  )
}

const common = new Set(list.trimEnd().split('\n'))

/**
 * Whether a password is among the ten thousand most common ones of at least 8 characters, in any case. Source: the list
 * of zxcvbn-ts, under the licence next to it.
 */
const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
