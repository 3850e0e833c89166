import { createMemoryLimiter } from '@pictoglyph/adapters/limiter/memory'
import { createRedisLimiter } from '@pictoglyph/adapters/limiter/redis'
import { createFallbackLimiter } from '@pictoglyph/adapters/limiter/with-local-fallback'
import type { Limiter } from '@pictoglyph/core'
import { describeError, type Log } from '@pictoglyph/http'
import { ConfigurationError } from '../configuration.ts'

export interface SiteLimiter extends Limiter {
  /** Whether processes that should share one count do not, because what they share is away. */
  readonly degraded: boolean
}

/** Whether processes that are given this URL count together. */
export function isShared(limiterUrl: string): boolean {
  return limiterUrl !== 'memory:'
}

/**
 * Opens the limiter that a URL of the run contract names. With Redis away it goes on, each process for itself,
 * and says so in the log.
 * @throws {ConfigurationError} for a URL that names none
 */
export function openLimiter(url: string, log: Log): SiteLimiter {
  if (url === 'memory:') return Object.assign(createMemoryLimiter(), { degraded: false })
  if (url.startsWith('memory:') || !URL.canParse(url)) {
    throw new ConfigurationError([
      'PICTOGLYPH_LIMITER_URL: must be memory:, redis://HOST:PORT or rediss://HOST:PORT',
    ])
  }
  return createFallbackLimiter({
    primary: createRedisLimiter({ url }),
    local: createMemoryLimiter(),
    onDegraded: (cause) =>
      log.warn({ error: describeError(cause) }, 'Redis does not answer: each process limits for itself'),
    onRecovered: () => log.info({}, 'Redis answers again: the limit is shared'),
  })
}
