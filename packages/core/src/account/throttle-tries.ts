import { Failure } from '../failure.ts'
import type { Limiter } from '../ports/limiter.ts'

/**
 * Tries in a minute, right or wrong: at a password from one address, for one account, and of one user at the own; at
 * the codes of a second factor of one user.
 */
export const triesPerMinute = { address: 20, account: 10, own: 10, code: 5 } as const

/** Counts one try under a name, of which `limit` are heard in a minute. @throws {Failure} RATE_LIMITED */
export async function throttleTries(
  limiter: Pick<Limiter, 'take'>,
  counted: string,
  limit: number,
): Promise<void> {
  const verdict = await limiter.take(counted, limit)
  if (!verdict.accepted) throw new Failure({ code: 'RATE_LIMITED', resetAtMs: verdict.resetAtMs, limit })
}
