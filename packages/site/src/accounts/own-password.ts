import { badField, conflict } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { Actor, User } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'
import type { Proofs } from './proofs.ts'
import { setUserPassword } from './users.ts'

/** The input for changing one's own password, with the session to keep. */
interface OwnPasswordChange {
  current: string
  /** The new password. */
  password: string
  keptTokenHash: string
}

/**
 * Changes the password of a user who enters the current one, and ends the user's other sessions.
 * @param report runs the check of the current password, and may report its result
 */
export type ChangeOwnPassword = (
  actor: Actor,
  user: User,
  change: OwnPasswordChange,
  report: (check: () => Promise<boolean>) => Promise<boolean>,
) => Promise<void>

/**
 * Lets users change their own password. A user has ten tries a minute at the current password, over all sessions, so
 * that someone with an open session can't guess it. These tries don't count as sign-ins.
 *
 * @returns a function that throws {Failure} RATE_LIMITED for too many tries, BAD_REQUEST for a wrong current password,
 * or a new one that is unfit or unchanged
 */
export function createChangeOwnPassword(options: {
  site: Pick<SitePorts, 'database' | 'passwords' | 'clock'>
  proofs: Pick<Proofs, 'isPassword'>
}): ChangeOwnPassword {
  const { site, proofs } = options
  return async (actor, user, { current, password, keptTokenHash }, report) => {
    if (!(await report(() => proofs.isPassword(user, current)))) {
      throw badField('current', message('The current password is wrong.'))
    }
    if (password === current) throw badField('password', message('The new password is the current one.'))
    await setUserPassword(site, actor, user, { password, isGenerated: false, keptTokenHash })
  }
}

/**
 * Replaces a generated password with the user's own, and ends the user's other sessions. The user must have proved
 * their identity just before.
 * @throws {Failure} CONFLICT if the password is not a generated one, BAD_REQUEST for one that is unfit or the same
 */
export async function replaceGeneratedPassword(
  site: Pick<SitePorts, 'database' | 'passwords' | 'clock'>,
  actor: Actor,
  user: User,
  { password, keptTokenHash }: Omit<OwnPasswordChange, 'current'>,
): Promise<void> {
  if (!user.hasGeneratedPassword) throw conflict(message('The password has been changed already.'))
  if (await site.passwords.verify(password, user.passwordHash)) {
    throw badField('password', message('The new password is the current one.'))
  }
  await setUserPassword(site, actor, user, { password, isGenerated: false, keptTokenHash })
}
