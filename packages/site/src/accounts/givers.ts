import type { Role, User } from '../language/records.ts'

/** Who gave someone an invitation, or a password to begin with. */
export interface Giver {
  /** The command gave it, on the machine itself. */
  isCommand: boolean
  /** `null` for the command, and where the account is not known, as before givers were stored. */
  account: GiverAccount | null
}

/** What decides whether an account may give something. A deleted account is disabled. */
export type GiverAccount = Pick<User, 'role' | 'disabledAtMs'>

/**
 * Whether something that only operators give still holds: an administrator gave it whose account is in force, or the
 * command did. Of a giver who is not known only what is for a member holds.
 * @param role of the account that it is for
 */
export function isStillGiven({ isCommand, account }: Giver, role: Role): boolean {
  if (isCommand) return true
  if (account === null) return role === 'member'
  return account.role === 'admin' && account.disabledAtMs === null
}
