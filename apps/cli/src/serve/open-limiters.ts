import { createMemoryLimiter, type MemoryLimiter } from '@pictoglyph/limiter/memory'
import { createRedisLimiter } from '@pictoglyph/limiter/redis'
import { createFallbackLimiter, type FallbackLimiter } from '@pictoglyph/limiter/with-local-fallback'
import type { Limiter } from '@pictoglyph/site/access/limiter'
import { describeError, type Log } from '@pictoglyph/web/log'

/** The limiters of a site. They count separately, so that each reports only its own refusals. */
export interface SiteLimiters {
  /** For the clients of the text service. */
  readonly text: Limiter
  /** For attempts at keys and passwords. */
  readonly tries: Limiter
  /** For uploads with keys that have their own limit. */
  readonly keys: Limiter
  /** Whether Redis is unreachable, so that each process counts alone, to its share of the limit. */
  readonly degraded: boolean
  close(): Promise<void>
}

/** Limiters in the memory of one process. */
export function openMemoryLimiters() {
  return { text: createMemoryLimiter(), tries: createTriesMemory(), keys: createMemoryLimiter() }
}

/**
 * Opens the limiters at a URL of the run contract. Without Redis they continue, each process with its share of the
 * limit, and log it.
 */
export function openLimiters(url: string, log: Log): SiteLimiters {
  if (url === 'memory:') {
    const limiters = openMemoryLimiters()
    return { ...limiters, degraded: false, close: () => closeAll(Object.values(limiters)) }
  }
  const text = openRedis({ url, local: createMemoryLimiter(), counts: 'limiter', log })
  const tries = openRedis({ url, local: createTriesMemory(), counts: 'tries', log })
  const keys = openRedis({ url, local: createMemoryLimiter(), counts: 'keys', log })
  return {
    text,
    tries,
    keys,
    get degraded() {
      return text.degraded || tries.degraded || keys.degraded
    },
    close: () => closeAll([text, tries, keys]),
  }
}

/** An eighth of the usual memory: attackers are fewer than clients, and further ones share counts. */
function createTriesMemory(): MemoryLimiter {
  return createMemoryLimiter({ maxClients: 16_384, maxStamps: 262_144, sharedCounts: 512 })
}

function openRedis(options: {
  url: string
  local: MemoryLimiter
  counts: 'limiter' | 'tries' | 'keys'
  log: Log
}): FallbackLimiter {
  const { url, local, counts, log } = options
  return createFallbackLimiter({
    primary: createRedisLimiter({ url, keyPrefix: `pictoglyph:${counts}:` }),
    local,
    onDegraded: (cause) =>
      log.warn(
        { counts, error: describeError(cause) },
        'Redis does not answer: each process grants its share of the limit',
      ),
    onRecovered: () => log.info({ counts }, 'Redis answers again: the limit is shared'),
  })
}

async function closeAll(limiters: readonly Limiter[]): Promise<void> {
  for (const limiter of limiters) await limiter.close()
}
