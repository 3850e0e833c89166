import type { Limiter } from '../access/limiter.ts'
import { throttleTries } from './throttle-tries.ts'

/** Changes per account and minute. A form counts once, plus once for every hundred things that it names. */
export const changesPerMinute = 600
const namedInAChange = 100

/**
 * Counts a user's change by form, so that no one fills the audit log or keeps the database busy. The limit allows ten
 * forms a second, or sixty thousand images a minute.
 * @param named how many things it names, such as images
 * @throws {Failure} RATE_LIMITED
 */
export function throttleChanges(
  limiter: Pick<Limiter, 'take'>,
  userId: string,
  named: number,
): Promise<void> {
  return take(limiter, userId, 1 + Math.floor(named / namedInAChange))
}

/**
 * Counts things that a form selects without naming them, as they are found.
 * @param found how many were found before, and are found now
 * @throws {Failure} RATE_LIMITED
 */
export function throttleFound(
  limiter: Pick<Limiter, 'take'>,
  userId: string,
  { before, now }: { before: number; now: number },
): Promise<void> {
  return take(limiter, userId, Math.floor(now / namedInAChange) - Math.floor(before / namedInAChange))
}

async function take(limiter: Pick<Limiter, 'take'>, userId: string, counts: number): Promise<void> {
  const takes = Array.from({ length: counts }, () =>
    throttleTries(limiter, { act: 'change', by: { userId } }, changesPerMinute),
  )
  await Promise.all(takes)
}
