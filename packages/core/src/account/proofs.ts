import type { Limiter } from '../ports/limiter.ts'
import type { User } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { hashRecoveryCode, isRecoveryCode } from './recovery-codes.ts'
import { throttleTries, triesPerMinute } from './throttle-tries.ts'
import { totpStep } from './totp.ts'

/** How long a proof of identity counts before the user is asked again. */
export const freshProofMs = 10 * 60 * 1000

/** Checks what users give to prove who they are. Each function throws {Failure} RATE_LIMITED for too many tries. */
export interface Proofs {
  /** Whether this is the user's password. */
  isPassword(user: User, password: string): Promise<boolean>
  /**
   * Whether this is a code of one of the user's authenticators, or one of the recovery codes. A code works once, over
   * all replicas.
   */
  isCode(user: Pick<User, 'id'>, code: string): Promise<boolean>
}

/**
 * Proofs, throttled by user over all sessions together: ten passwords and five codes a minute, right or wrong. So
 * someone who has an open session, or a password, can't guess the rest.
 */
export function createProofs(options: {
  site: Pick<SitePorts, 'database' | 'passwords' | 'createSha256' | 'clock'>
  limiter: Pick<Limiter, 'take'>
}): Proofs {
  const { site, limiter } = options
  return {
    async isPassword(user, password) {
      await throttleTries(limiter, `current password ${user.id}`, triesPerMinute.own)
      return user.passwordHash !== '' && site.passwords.verify(password, user.passwordHash)
    },
    async isCode({ id: userId }, code) {
      await throttleTries(limiter, `second factor ${userId}`, triesPerMinute.code)
      const nowMs = site.clock()
      if (isRecoveryCode(code)) return site.database.factors.useCode(userId, hashRecoveryCode(site, code))
      const digits = code.replaceAll(/\s/g, '')
      for (const factor of await site.database.factors.list(userId)) {
        const step = factor.kind === 'totp' ? totpStep(factor.secret, digits, nowMs) : undefined
        if (step !== undefined) return site.database.factors.use(factor.id, { counter: step, atMs: nowMs })
      }
      return false
    },
  }
}
