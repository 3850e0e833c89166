import type { User } from '../language/records.ts'
import type { Policy } from '../policy/policy.ts'
import { type GiverAccount, isStillGiven } from './givers.ts'

/** How long a generated password works if it is not changed. */
export const generatedPasswordMs = 7 * 24 * 60 * 60 * 1000

/** What a sign-in asks of a password, next to the account itself. */
export interface PasswordFacts {
  /** When it was set; 0 if unknown. */
  setAtMs: number
  /** The account of someone else who set it; `null` if its holder or the command did, or if that is not known. */
  giver: GiverAccount | null
}

/** The site's state at a sign-in. */
export interface SignInRules {
  passwords: Policy['console.passwords']
  nowMs: number
}

/**
 * Whether the policy takes this password: it may switch off all passwords that the command has not set on the
 * machine. A passkey stands for the password, so it works where the password is taken.
 */
export function isPasswordTaken(
  { passwordHash, hasCommandPassword }: Pick<User, 'passwordHash' | 'hasCommandPassword'>,
  { passwords }: Pick<SignInRules, 'passwords'>,
): boolean {
  return passwordHash !== '' && (passwords === 'on' || hasCommandPassword)
}

/** Whether a password signs in: a generated one does for a week, and while an operator may give it. */
export function isPasswordInForce(
  user: Pick<User, 'role' | 'passwordHash' | 'hasCommandPassword' | 'hasGeneratedPassword'>,
  { setAtMs, giver }: PasswordFacts,
  rules: SignInRules,
): boolean {
  if (!isPasswordTaken(user, rules)) return false
  if (!user.hasGeneratedPassword) return true
  const isOver = setAtMs > 0 && rules.nowMs - setAtMs >= generatedPasswordMs
  return !isOver && (giver === null || isStillGiven({ isCommand: false, account: giver }, user.role))
}

/** An account with all that it may sign in with. */
interface WaysIn {
  user: Pick<User, 'role' | 'passwordHash' | 'hasCommandPassword' | 'hasGeneratedPassword' | 'disabledAtMs'>
  password: PasswordFacts
  hasPasskey: boolean
  /** A provider's subject is bound to the account. */
  hasProvider: boolean
}

/** Whether an account can sign in: by the provider, a password in force, or a passkey in place of a password. */
export function canSignIn({ user, password, hasPasskey, hasProvider }: WaysIn, rules: SignInRules): boolean {
  if (user.disabledAtMs !== null) return false
  return (
    hasProvider || isPasswordInForce(user, password, rules) || (hasPasskey && isPasswordTaken(user, rules))
  )
}
