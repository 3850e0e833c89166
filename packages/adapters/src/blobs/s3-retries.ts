import { isPassing } from './s3-refusal.ts'

/** How long to go on trying. */
export interface RetryLimits {
  attempts: number
  /** Past this, only the second attempt still starts. */
  withinMs: number
}

const firstPauseMs = 100
const maxPauseMs = 2_000

/**
 * Does the work again, after a random pause that grows, while it fails for a reason that may pass.
 * @param mayTryAgain asked at the moment before each attempt after the first
 * @throws what the last attempt threw
 */
export async function withRetries<T>(
  limits: RetryLimits,
  work: () => Promise<T>,
  mayTryAgain: () => boolean = always,
): Promise<T> {
  const startedAtMs = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isLate = performance.now() - startedAtMs > limits.withinMs
      if (attempt >= (isLate ? 2 : limits.attempts) || !isPassing(error)) throw error
      await Bun.sleep(Math.random() * Math.min(maxPauseMs, firstPauseMs * 2 ** attempt))
      if (!mayTryAgain()) throw error
    }
  }
}

function always(): boolean {
  return true
}
