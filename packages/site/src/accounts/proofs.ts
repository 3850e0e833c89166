import type { Limiter } from '../access/limiter.ts'
import { subjectKey } from '../access/subject.ts'
import { Failure } from '../language/failure.ts'
import type { FactorFailures, User } from '../language/records.ts'
import { type Address, parseAddress } from '../network/address.ts'
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

  async function isAuthenticatorCode(
    userId: string,
    code: string,
    address: Address | undefined,
  ): Promise<boolean> {
    const nowMs = site.clock()
    const resetAtMs = restingUntilMs(await factors.failures(userId), nowMs)
    if (resetAtMs !== null) throw new Failure({ code: 'RATE_LIMITED', resetAtMs, limit: null })
    const isFamiliar = await isFamiliarAddress(site, userId, address)
    const by = isFamiliar ? { userId, at: { address } } : { userId }
    await throttleTries(limiter, { act: 'code', by }, triesPerMinute.code)
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
      await throttleTries(limiter, { act: 'own password', by: { userId: user.id } }, triesPerMinute.own)
      return user.passwordHash !== '' && site.passwords.verify(password, user.passwordHash)
    },
    isCode({ id: userId }, code, address) {
      const isCode = !isRecoveryCode(code)
      return noted(userId, { address: textOf(address), isCode }, async () => {
        if (isCode) return isAuthenticatorCode(userId, code, address)
        await throttleTries(
          limiter,
          { act: 'recovery code', by: { userId, at: { address } } },
          triesPerMinute.code,
        )
        return factors.useCode(userId, hashRecoveryCode(site, code))
      })
    },
    isPasskey({ id: userId }, address, check) {
      return noted(userId, { address: textOf(address), isCode: false }, async () => {
        await throttleTries(limiter, { act: 'passkey', by: { userId, at: { address } } }, triesPerMinute.own)
        return check()
      })
    },
  }
}

/** Until when codes of an authenticator rest; `null` if they do not. */
export function restingUntilMs(failures: FactorFailures | undefined, nowMs: number): number | null {
  return failures !== undefined && nowMs < failures.restingUntilMs ? failures.restingUntilMs : null
}

const textOf = (address: Address | undefined): string => address?.text ?? 'unknown'

const familiarMs = 90 * 24 * 60 * 60 * 1000
/** Sessions of an account that are looked through, the newest. */
const maxSessions = 1_000

/**
 * Whether someone has signed in to an account from an address in the last 90 days, by the audit log. The log outlasts
 * sessions and processes, is the same for every replica, and only people who know the password add to it.
 */
export async function isFamiliarAddress(
  site: Pick<SitePorts, 'database' | 'clock'>,
  userId: string,
  address: Address | undefined,
): Promise<boolean> {
  const fromMs = site.clock() - familiarMs
  const addresses = await site.database.audit.sessionAddresses(userId, fromMs, maxSessions)
  const client = subjectKey({ address })
  return addresses.some((text) => {
    const from = parseAddress(text)
    return from !== undefined && subjectKey({ address: from }) === client
  })
}
