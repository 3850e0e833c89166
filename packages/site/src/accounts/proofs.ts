import type { Limiter } from '../access/limiter.ts'
import { Failure } from '../language/failure.ts'
import type { FactorFailures, User } from '../language/records.ts'
import { type Address, limiterKey, parseAddress } from '../network/address.ts'
import type { SitePorts } from '../site-ports.ts'
import { hashRecoveryCode, isRecoveryCode, totpStep } from './second-factors.ts'
import { throttleTries, triesPerMinute } from './throttle-tries.ts'

/** How long a proof of identity counts before the user is asked again. */
export const freshProofMs = 10 * 60 * 1000

/** After so many wrong codes of an authenticator in a row, and after each that follows, codes rest for a day. */
const maxWrongCodes = 100
const restMs = 24 * 60 * 60 * 1000

/** Checks what users give to prove who they are. Each function throws {Failure} RATE_LIMITED for too many tries. */
export interface Proofs {
  /** Whether this is the user's password. */
  isPassword(user: User, password: string): Promise<boolean>
  /**
   * Whether this is a code of one of the user's authenticators, or one of the recovery codes. A code works once, over
   * all replicas.
   */
  isCode(user: Pick<User, 'id'>, code: string, address: Address | undefined): Promise<boolean>
  /** Whether `check` finds that one of the user's passkeys has signed. */
  isPasskey(
    user: Pick<User, 'id'>,
    address: Address | undefined,
    check: () => Promise<boolean>,
  ): Promise<boolean>
}

/**
 * Proofs, throttled by user over all sessions together: ten passwords and five codes a minute, right or wrong. So
 * someone who has an open session, or a password, can't guess the rest. Each address from which the user has signed in
 * in the last 90 days has its own five codes, so that strangers can't keep the holder from proving anything there.
 *
 * Recovery codes and passkeys can't be guessed, so each address has its own tries at them. They work while codes rest.
 */
export function createProofs(options: {
  site: Pick<SitePorts, 'database' | 'passwords' | 'createSha256' | 'clock'>
  limiter: Pick<Limiter, 'take'>
}): Proofs {
  const { site, limiter } = options
  const { factors } = site.database

  async function isAuthenticatorCode(userId: string, code: string, caller: string): Promise<boolean> {
    const nowMs = site.clock()
    const resetAtMs = restingUntilMs(await factors.failures(userId), nowMs)
    if (resetAtMs !== null) throw new Failure({ code: 'RATE_LIMITED', resetAtMs, limit: null })
    const place = (await isFamiliarAddress(site, userId, caller)) ? ` from ${caller}` : ''
    await throttleTries(limiter, `second factor ${userId}${place}`, triesPerMinute.code)
    const digits = code.replaceAll(/\s/g, '')
    for (const factor of await factors.list(userId)) {
      const step = factor.kind === 'totp' ? totpStep(factor.secret, digits, nowMs) : undefined
      if (step === undefined) continue
      const isRight = await factors.use(factor.id, { counter: step, atMs: nowMs })
      if (isRight) await factors.noteRight(userId)
      return isRight
    }
    return false
  }

  async function noted(
    userId: string,
    from: { address: string; isCode: boolean },
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const isRight = await check()
    if (!isRight) {
      await factors.noteWrong(userId, { ...from, atMs: site.clock(), most: maxWrongCodes, restMs })
    }
    return isRight
  }

  return {
    async isPassword(user, password) {
      await throttleTries(limiter, `current password ${user.id}`, triesPerMinute.own)
      return user.passwordHash !== '' && site.passwords.verify(password, user.passwordHash)
    },
    isCode({ id: userId }, code, address) {
      const caller = callerOf(address)
      const isCode = !isRecoveryCode(code)
      return noted(userId, { address: textOf(address), isCode }, async () => {
        if (isCode) return isAuthenticatorCode(userId, code, caller)
        await throttleTries(limiter, `recovery code ${userId} from ${caller}`, triesPerMinute.code)
        return factors.useCode(userId, hashRecoveryCode(site, code))
      })
    },
    isPasskey({ id: userId }, address, check) {
      return noted(userId, { address: textOf(address), isCode: false }, async () => {
        await throttleTries(limiter, `passkey ${userId} from ${callerOf(address)}`, triesPerMinute.own)
        return check()
      })
    },
  }
}

/** Until when codes of an authenticator rest; `null` if they do not. */
export function restingUntilMs(failures: FactorFailures | undefined, nowMs: number): number | null {
  return failures !== undefined && nowMs < failures.restingUntilMs ? failures.restingUntilMs : null
}

const callerOf = (address: Address | undefined): string =>
  address === undefined ? 'unknown' : limiterKey(address)

const textOf = (address: Address | undefined): string => address?.text ?? 'unknown'

const familiarMs = 90 * 24 * 60 * 60 * 1000
/** Sessions of an account that are looked through, the newest. */
const maxSessions = 1_000

/**
 * Whether someone has signed in to an account from an address in the last 90 days, by the audit log. The log outlasts
 * sessions and processes, is the same for every replica, and only people who know the password add to it.
 * @param caller the address as `limiterKey` writes it
 */
export async function isFamiliarAddress(
  site: Pick<SitePorts, 'database' | 'clock'>,
  userId: string,
  caller: string,
): Promise<boolean> {
  const fromMs = site.clock() - familiarMs
  const addresses = await site.database.audit.sessionAddresses(userId, fromMs, maxSessions)
  return addresses.some((address) => {
    const from = parseAddress(address)
    return from !== undefined && limiterKey(from) === caller
  })
}
