import type { Limiter } from '../access/limiter.ts'
import { subjectKey } from '../access/subject.ts'
import { Failure } from '../language/failure.ts'
import type { User } from '../language/records.ts'
import { type Address, parseAddress } from '../network/address.ts'
import type { SitePorts } from '../site-ports.ts'
import type { FactorFailures } from './factor-rows.ts'
import { hashRecoveryCode, isRecoveryCode, totpStep } from './second-factors.ts'
import { throttleTries, triesPerMinute } from './throttle-tries.ts'

/** How long a proof of identity is fresh; after that, the user is asked again. */
export const freshProofMs = 10 * 60 * 1000

/** This many wrong authenticator codes in a row block codes for a day; so does each further wrong one. */
const maxWrongCodes = 100
const restMs = 24 * 60 * 60 * 1000

/** Checks a user's proofs of identity. Each function throws {Failure} RATE_LIMITED for too many tries. */
export interface Proofs {
  /** Whether the password is right. */
  isPassword(user: User, password: string): Promise<boolean>
  /**
   * Whether the code belongs to one of the user's authenticators, or is one of the recovery codes. A code works once,
   * over all replicas.
   */
  isCode(user: Pick<User, 'id'>, code: string, address: Address | undefined): Promise<boolean>
  /** Whether one of the user's passkeys signed, according to `check`. */
  isPasskey(
    user: Pick<User, 'id'>,
    address: Address | undefined,
    check: () => Promise<boolean>,
  ): Promise<boolean>
}

/**
 * Creates throttled proofs. A user has ten passwords and five codes a minute over all sessions, right or wrong, so that
 * someone with an open session or a password can't guess the rest. Each address where the user signed in during the
 * last 90 days has five codes of its own, so that strangers can't lock the holder out there.
 *
 * Recovery codes and passkeys can't be guessed, so each address has its own tries. They work while codes are blocked.
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

/** The time until which authenticator codes are blocked; `null` if they are not. */
export function restingUntilMs(failures: FactorFailures | undefined, nowMs: number): number | null {
  return failures !== undefined && nowMs < failures.restingUntilMs ? failures.restingUntilMs : null
}

const textOf = (address: Address | undefined): string => address?.text ?? 'unknown'

const familiarMs = 90 * 24 * 60 * 60 * 1000
/** How many sessions of an account are searched, newest first. */
const maxSessions = 1_000

/**
 * Whether someone signed in to the account from this address in the last 90 days, according to the audit log. The log
 * outlasts sessions and processes, all replicas share it, and only people with the password add to it.
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
