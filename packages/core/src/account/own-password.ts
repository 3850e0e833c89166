import { badField } from '../failure.ts'
import { message } from '../message.ts'
import type { Actor, User } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { setUserPassword } from './manage-users.ts'
import type { Proofs } from './proofs.ts'

/** What somebody gives to change the own password, and the session that goes on. */
export interface OwnPasswordChange {
  current: string
  /** The new one. */
  password: string
  keptTokenHash: string
}

/**
 * Changes the password of a person who knows the current one, and ends their other sessions.
 * @param report runs the check of the current password, and may tell of how it ends
 */
export type ChangeOwnPassword = (
  actor: Actor,
  user: User,
  change: OwnPasswordChange,
  report: (check: () => Promise<boolean>) => Promise<boolean>,
) => Promise<void>

/**
 * The change of one's own password. A user has ten tries at the current one in a minute, from all sessions
 * together, so that anyone who comes by an open session can't guess it; they don't count as tries to sign in.
 *
 * @returns a function that throws {Failure} RATE_LIMITED for too many tries, BAD_REQUEST for a wrong current
 *   password, or a new one that is unfit or the same
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
