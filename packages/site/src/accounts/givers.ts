import type { Role, User } from '../language/records.ts'

/** The giver of an invitation or of an initial password. */
export interface Giver {
  /** It was given by the command, on the machine itself. */
  isCommand: boolean
  /** `null` for the command, and for an unknown account, as before givers were stored. */
  account: GiverAccount | null
}

/** The facts that decide whether an account may give something. A deleted account is disabled. */
export type GiverAccount = Pick<User, 'role' | 'disabledAtMs'>

/**
 * Whether an operator's invitation or password is still valid: its giver is the command or an enabled administrator.
 * With an unknown giver, it is valid only for a member.
 * @param role of the account that it is for
 */
export function isStillGiven({ isCommand, account }: Giver, role: Role): boolean {
  if (isCommand) return true
  if (account === null) return role === 'member'
  return account.role === 'admin' && account.disabledAtMs === null
}
