import { LIMIT_WINDOW_MS } from '@pictoglyph/site/access/limit-window'
import {
  type Counted,
  type CountedKey,
  countedKey,
  type Limiter,
  type LimitPurpose,
  type LimitVerdict,
} from '@pictoglyph/site/access/limiter'
import { LimiterBusy } from './limiter-busy.ts'
import { assertLimit, type MemoryLimiter } from './memory.ts'

/** The two limiters, and when to try the primary again. */
interface FallbackLimiterOptions {
  /** The limiter that all processes share, and how many they are, as far as this one knows. */
  primary: Limiter & { readonly processes: number }
  /** Decides while the primary fails. */
  local: MemoryLimiter
  /** Called when the primary begins to fail, with its error. */
  onDegraded?: (cause: unknown) => void
  /** Called when the primary answers again. */
  onRecovered?: () => void
  /** Pause before a failed primary is tried again. */
  retryMs?: number
  /** Milliseconds since any start; the clock of the local limiter. */
  clock?: () => number
}

/** A limiter whose calls fail only with {@link LimiterBusy}, while the primary works. */
export interface FallbackLimiter extends Limiter {
  /** Whether the primary fails now, so that each process grants its share of the limit. */
  readonly degraded: boolean
}

/** A stand-in for a client, counted to see whether the primary works. */
const probe: Counted = { act: 'probe', by: { address: undefined } }

/**
 * Creates a limiter that asks the primary, and the local limiter while the primary fails. After a failure it retries
 * the primary in the background, so that no request waits for it. One that is busy has not failed.
 *
 * The local limiter counts along with the primary. So no span of this process exceeds the limit, even if the primary
 * fails or returns within it. And no span of all processes exceeds it, once the primary has answered all of them
 * throughout that span and the one before.
 *
 * While the primary fails, and for one span after, a process grants the limit divided by the number of processes that
 * it last knew, at least 1. So all of them grant no more than a limit of at least their number while the primary
 * answers none. A span in which it answers some holds less than twice the limit.
 * @example createFallbackLimiter({ primary: createRedisLimiter({ url }), local: createMemoryLimiter() })
 */
export function createFallbackLimiter({
  primary,
  local,
  onDegraded,
  onRecovered,
  retryMs = 1_000,
  clock = () => performance.now(),
}: FallbackLimiterOptions): FallbackLimiter {
  let degraded = false
  let settledAtMs = Number.NEGATIVE_INFINITY
  let retry: NodeJS.Timeout | undefined

  function degrade(cause: unknown): void {
    if (degraded) return
    degraded = true
    settledAtMs = Number.POSITIVE_INFINITY
    onDegraded?.(cause)
    retryLater()
  }

  function retryLater(): void {
    retry = setTimeout(() => void tryPrimary(), retryMs)
    retry.unref()
  }

  async function tryPrimary(): Promise<void> {
    // A full or read-only server still answers reads, so only a count proves that it works.
    const answers = await Promise.try(() => primary.take(probe, Number.MAX_SAFE_INTEGER)).then(
      () => true,
      () => false,
    )
    if (!degraded) return
    if (!answers) return retryLater()
    degraded = false
    settledAtMs = clock() + LIMIT_WINDOW_MS
    onRecovered?.()
  }

  const share = (limit: number): number => Math.max(1, Math.floor(limit / primary.processes))

  /** Whether the primary knows every counted request. Until then, both limiters must accept. */
  const isSettled = (): boolean => clock() >= settledAtMs

  /** Counts locally what the primary accepted. */
  function countAlong(
    verdict: LimitVerdict,
    [key, limit, purpose]: [CountedKey, number, LimitPurpose],
  ): LimitVerdict {
    if (!verdict.accepted) return verdict
    const counted = local.take(key, isSettled() ? Number.MAX_SAFE_INTEGER : share(limit), purpose)
    return counted.accepted ? verdict : counted
  }

  async function takeFromPrimary(
    key: CountedKey,
    limit: number,
    purpose: LimitPurpose,
  ): Promise<LimitVerdict> {
    if (!isSettled()) {
      // The primary counts what it accepts, so it is not asked in vain.
      const asked = local.take(key, share(limit), 'ask')
      if (!asked.accepted) return asked
    }
    let verdict: LimitVerdict
    try {
      verdict = await primary.take(key, limit, purpose)
    } catch (cause) {
      if (cause instanceof LimiterBusy) throw cause
      degrade(cause)
      return local.take(key, share(limit), purpose)
    }
    return countAlong(verdict, [key, limit, purpose])
  }

  return {
    get degraded() {
      return degraded
    },
    take(counted, limit, purpose = 'count') {
      assertLimit(limit)
      const key = countedKey(counted)
      return degraded ? local.take(key, share(limit), purpose) : takeFromPrimary(key, limit, purpose)
    },
    async limited() {
      if (degraded) return local.limited()
      try {
        return await primary.limited()
      } catch (cause) {
        if (!(cause instanceof LimiterBusy)) degrade(cause)
        return local.limited()
      }
    },
    async close() {
      clearTimeout(retry)
      degraded = false
      await primary.close()
      local.close()
    },
  }
}
