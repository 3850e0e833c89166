import type { Counted, Limiter } from '../access/limiter.ts'
import { Failure } from '../language/failure.ts'

/**
 * Tries a minute, right or wrong: passwords from one address, for one account, and by a user for their own;
 * second-factor codes of a user.
 */
export const triesPerMinute = { address: 20, account: 10, own: 10, code: 5 } as const

/**
 * Counts one try; `limit` a minute are accepted.
 * @throws {Failure} RATE_LIMITED
 */
export async function throttleTries(
  limiter: Pick<Limiter, 'take'>,
  counted: Counted,
  limit: number,
): Promise<void> {
  const verdict = await limiter.take(counted, limit)
  if (!verdict.accepted) throw new Failure({ code: 'RATE_LIMITED', resetAtMs: verdict.resetAtMs, limit })
}
