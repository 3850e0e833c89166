import { badField, conflict, notFound } from '../failure.ts'
import { newId, randomBase62 } from '../ids.ts'
import { type Message, message } from '../message.ts'
import type { Actor, Role, User } from '../records.ts'
import { type AuditChange, auditDraft } from '../site/audit-draft.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { maxNameCharacters, readName } from '../text-field.ts'
import { isCommonPassword } from './common-passwords.ts'

/** The shortest password that can be set. */
export const minPasswordCharacters = 8
const maxPasswordBytes = 1024

type Site = Pick<SitePorts, 'database' | 'passwords' | 'clock'>

/**
 * Adds a user. Without a password one is generated; it is returned once and kept nowhere.
 * @throws {Failure} BAD_REQUEST for an unfit name or password, CONFLICT if the name is taken
 */
export async function addUser(
  site: Site,
  actor: Actor,
  input: { name: string; role: Role; password?: string },
): Promise<{ user: User; generatedPassword: string | null }> {
  const name = readName(input.name, { least: 1, most: maxNameCharacters.user })
  const generatedPassword = input.password === undefined ? generatePassword() : null
  const password = input.password ?? generatedPassword ?? ''
  if (generatedPassword === null) checkPassword(password, name)
  const user: User = {
    id: newId(),
    name,
    role: input.role,
    passwordHash: await site.passwords.hash(password),
    hasGeneratedPassword: generatedPassword !== null,
    hasCommandPassword: actor.userId === null,
    createdAtMs: site.clock(),
    disabledAtMs: null,
    quotaBytes: null,
    displayName: '',
  }
  const after = { name, role: input.role }
  await site.database.users.add(
    user,
    auditDraft(actor, user.createdAtMs, { action: 'user.add', subject: user.id, after }),
  )
  return { user, generatedPassword }
}

/** A password that can't be guessed: 20 characters of base62, 119 bits. */
export const generatePassword = (): string => randomBase62(20)

/** What attackers try first: the program's name, and the account's own if it is that long. */
const guessedName = 'pictoglyph'
const minNameUnits = 4

/**
 * @throws {Failure} BAD_REQUEST if the password is shorter than 8 characters, longer than 1,024 bytes, common, or holds
 *   the name of the account or of this program
 */
function checkPassword(password: string, userName: string): void {
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
 * Disables or enables a user. The keys and sessions of a disabled user stop working at once; images stay.
 * @throws {Failure} CONFLICT for the actor's own account, and for the last administrator who is not disabled
 */
export async function setUserDisabled(
  site: Site,
  actor: Actor,
  user: User,
  disabled: boolean,
): Promise<void> {
  if (disabled) {
    const reason = message('You cannot disable your own account. Another administrator can.')
    refuseOwnAccount(actor, user, reason)
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
}

/** @throws {Failure} CONFLICT for demoting oneself, or the last administrator who is not disabled */
export async function setUserRole(site: Site, actor: Actor, user: User, role: Role): Promise<void> {
  if (role !== 'admin') {
    const reason = message('You cannot demote your own account. Another administrator can.')
    refuseOwnAccount(actor, user, reason)
  }
  const change: AuditChange = {
    action: 'user.role',
    subject: user.id,
    before: { role: user.role },
    after: { role },
  }
  await site.database.users.update(user.id, { role }, auditDraft(actor, site.clock(), change))
}

/** Protects people from shutting themselves out by mistake. */
function refuseOwnAccount(actor: Actor, user: User, reason: Message): void {
  if (actor.userId === user.id) throw conflict(reason)
}

/** `null` lifts the quota. */
export async function setUserQuota(
  site: Site,
  actor: Actor,
  user: User,
  quotaBytes: number | null,
): Promise<void> {
  if (quotaBytes !== null && (!Number.isSafeInteger(quotaBytes) || quotaBytes < 0)) {
    throw badField('quota', message('A quota is a number that is not below zero.'))
  }
  const before = { quotaBytes: user.quotaBytes }
  const change: AuditChange = { action: 'user.quota', subject: user.id, before, after: { quotaBytes } }
  await site.database.users.update(user.id, { quotaBytes }, auditDraft(actor, site.clock(), change))
}

/**
 * Sets the name that others see; an empty text removes it.
 * @throws {Failure} BAD_REQUEST for an unfit name, with the field `displayName`
 */
export async function setDisplayName(site: Site, actor: Actor, user: User, name: string): Promise<void> {
  const displayName = readName(name, { field: 'displayName', most: maxNameCharacters.user })
  const before = { displayName: user.displayName }
  const change: AuditChange = { action: 'user.displayName', subject: user.id, before, after: { displayName } }
  await site.database.users.update(user.id, { displayName }, auditDraft(actor, site.clock(), change))
}

/** A new password to set. */
export interface NewPassword {
  password: string
  /** The site made it, so that its holder is to change it. */
  isGenerated: boolean
  /** The session that goes on, if any. */
  keptTokenHash: string | null
}

/** Sets a new password and ends the user's other sessions. @throws {Failure} BAD_REQUEST */
export async function setUserPassword(
  site: Site,
  actor: Actor,
  user: User,
  { password, isGenerated, keptTokenHash }: NewPassword,
): Promise<void> {
  if (!isGenerated) checkPassword(password, user.name)
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
