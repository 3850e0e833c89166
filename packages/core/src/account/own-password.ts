import { badField } from '../failure.ts'
import { message } from '../message.ts'
import type { Limiter } from '../ports/limiter.ts'
import type { Actor, User } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { setUserPassword } from './manage-users.ts'
import { throttleTries, triesPerMinute } from './throttle-tries.ts'

/** What somebody gives to change the own password, and the session that goes on. */
export interface OwnPasswordChange {
  current: string
  /** The new one. */
  password: string
  keptTokenHash: string
}

/** Changes the password of whoever knows the current one, and ends their other sessions. */
export type ChangeOwnPassword = (actor: Actor, user: User, change: OwnPasswordChange) => Promise<void>

/**
 * The change of one's own password. A user has ten tries at the current one in a minute, from all sessions
 * together, so that whoever comes by an open session can't guess it; they don't count as tries to sign in.
 *
 * @returns a function that throws {Failure} RATE_LIMITED for too many tries, BAD_REQUEST for a wrong current
 *   password or an unfit new one
 */
export function createChangeOwnPassword(options: {
  site: Pick<SitePorts, 'database' | 'passwords' | 'clock'>
  limiter: Pick<Limiter, 'take'>
}): ChangeOwnPassword {
  const { site, limiter } = options
  return async (actor, user, { current, password, keptTokenHash }) => {
    await throttleTries(limiter, `current password ${user.id}`, triesPerMinute.own)
    if (!(await site.passwords.verify(current, user.passwordHash))) {
      throw badField('current', message('The current password is wrong.'))
    }
    await setUserPassword(site, actor, user, password, keptTokenHash)
  }
}
