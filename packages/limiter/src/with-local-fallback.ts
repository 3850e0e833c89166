import { LIMIT_WINDOW_MS } from '@pictoglyph/site/access/limit-window'
import {
  type Counted,
  type CountedKey,
  countedKey,
  type Limiter,
  type LimitPurpose,
  type LimitVerdict,
} from '@pictoglyph/site/access/limiter'
import { assertLimit, type MemoryLimiter } from './memory.ts'

/** The two limiters, and when to try the primary again. */
interface FallbackLimiterOptions {
  /** The limiter that is shared by all processes. */
  primary: Limiter
  /** Answers while the primary cannot. */
  local: MemoryLimiter
  /** Called when the primary begins to fail, with its error. */
  onDegraded?: (cause: unknown) => void
  /** Called when the primary answers again. */
  onRecovered?: () => void
  /** How long a failed primary is left alone before it is tried again. */
  retryMs?: number
  /** Milliseconds from any start; the clock of the local limiter. */
  clock?: () => number
}

/** A limiter that always answers. */
export interface FallbackLimiter extends Limiter {
  /** Whether the primary does not answer now, so that each process has the whole limit. */
  readonly degraded: boolean
}

/** Counted in place of a client to see whether the primary counts. */
const probe: Counted = { act: 'probe', by: { address: undefined } }

/**
 * Asks the primary, and the local limiter while the primary fails. After one failure the primary is left alone and
 * tried again in the background, so that no request waits for it.
 *
 * The local limiter counts along with the primary. So no span of this process has more than the limit, even if the
 * primary fails or returns in it. And no span of all processes has more, once the primary has answered all of them
 * throughout that span and the one before.
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
    // A server that is full or read-only answers questions: only counting shows that it counts.
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

  /**
   * Counts what the primary accepted. Until the primary knows everything that was accepted without it, both must
   * accept.
   */
  function countAlong(
    verdict: LimitVerdict,
    [key, limit, purpose]: [CountedKey, number, LimitPurpose],
  ): LimitVerdict {
    if (!verdict.accepted) return verdict
    const settled = clock() >= settledAtMs
    const counted = local.take(key, settled ? Number.MAX_SAFE_INTEGER : limit, purpose)
    return counted.accepted ? verdict : counted
  }

  async function takeFromPrimary(
    key: CountedKey,
    limit: number,
    purpose: LimitPurpose,
  ): Promise<LimitVerdict> {
    let verdict: LimitVerdict
    try {
      verdict = await primary.take(key, limit, purpose)
    } catch (cause) {
      degrade(cause)
      return local.take(key, limit, purpose)
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
      return degraded ? local.take(key, limit, purpose) : takeFromPrimary(key, limit, purpose)
    },
    async limited() {
      if (degraded) return local.limited()
      try {
        return await primary.limited()
      } catch (cause) {
        degrade(cause)
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
