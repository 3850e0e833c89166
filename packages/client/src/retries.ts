import { NetworkError, PictoglyphError } from './errors.ts'

/** How often and how patiently a request is tried again. */
export interface RetryPolicy {
  /** Tries after the first one. */
  most: number
  /** The first wait; each further wait is twice as long. */
  firstWaitMs: number
  /** The longest wait. If the service asks for a longer one, its error is thrown at once. */
  maxWaitMs: number
}

const defaultRetries: RetryPolicy = { most: 3, firstWaitMs: 500, maxWaitMs: 60_000 }

/** Completes the caller's option, which is a number of retries, parts of a policy, or nothing. */
export function retryPolicy(given: number | Partial<RetryPolicy> | undefined): RetryPolicy {
  return { ...defaultRetries, ...(typeof given === 'number' ? { most: given } : given) }
}

/**
 * Repeats the work until it succeeds, a retry can't help, or the policy is used up. The work must be safe to repeat.
 * @throws the error of the last try; `signal.reason` once it is aborted
 */
export async function withRetries<T>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    signal?.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      signal?.throwIfAborted()
      const waitMs = tries < policy.most ? waitBefore(error, tries, policy) : undefined
      if (waitMs === undefined) throw error
      await wait(waitMs, signal)
    }
  }
}

/** Milliseconds to wait before the next try; `undefined` for no further try. */
function waitBefore(error: unknown, tries: number, policy: RetryPolicy): number | undefined {
  if (!isPassing(error)) return undefined
  const growingMs = Math.min(policy.firstWaitMs * 2 ** tries, policy.maxWaitMs)
  // Half of the wait is random, so that clients that failed together do not retry together.
  const jitteredMs = growingMs * (0.5 + Math.random() / 2)
  const askedSeconds = error instanceof PictoglyphError ? error.retryAfterSeconds : undefined
  if (askedSeconds === undefined) return jitteredMs
  const askedMs = askedSeconds * 1000
  return askedMs > policy.maxWaitMs ? undefined : askedMs + jitteredMs / 2
}

function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return (
    error instanceof PictoglyphError && (error.status === 408 || error.status === 429 || error.status >= 500)
  )
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    function abort() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort)
  })
}
