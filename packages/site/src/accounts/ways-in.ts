import type { User } from '../language/records.ts'
import type { Policy } from '../policy/policy.ts'
import { type GiverAccount, isStillGiven } from './givers.ts'

/** How long an unchanged generated password works. */
export const generatedPasswordMs = 7 * 24 * 60 * 60 * 1000

/** The facts about a password that a sign-in checks, next to the account itself. */
export interface PasswordFacts {
  /** When it was set; 0 if unknown. */
  setAtMs: number
  /** The account of someone else who set it; `null` if the holder or the command set it, or if that is unknown. */
  giver: GiverAccount | null
}

/** The site's state at a sign-in. */
export interface SignInRules {
  passwords: Policy['console.passwords']
  nowMs: number
}

/**
 * Whether the policy accepts this password: it may switch off all passwords except those set by the command. A passkey
 * replaces the password, so it works wherever the password is accepted.
 */
export function isPasswordTaken(
  { passwordHash, hasCommandPassword }: Pick<User, 'passwordHash' | 'hasCommandPassword'>,
  { passwords }: Pick<SignInRules, 'passwords'>,
): boolean {
  return passwordHash !== '' && (passwords === 'on' || hasCommandPassword)
}

/** Whether a password is in force. A generated one is so for a week, while its giver may still give it. */
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

/** An account with all its ways to sign in. */
interface WaysIn {
  user: Pick<User, 'role' | 'passwordHash' | 'hasCommandPassword' | 'hasGeneratedPassword' | 'disabledAtMs'>
  password: PasswordFacts
  hasPasskey: boolean
  /** A provider's subject is bound to the account. */
  hasProvider: boolean
}

/** Whether an account can sign in: by provider, with a password in force, or with a passkey. */
export function canSignIn({ user, password, hasPasskey, hasProvider }: WaysIn, rules: SignInRules): boolean {
  if (user.disabledAtMs !== null) return false
  return (
    hasProvider || isPasswordInForce(user, password, rules) || (hasPasskey && isPasswordTaken(user, rules))
  )
}
