import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { createLog } from '@pictoglyph/web/log'
import type { ConsoleOptions } from '../../src/options.ts'
import type { ConsoleUnderTest } from './console-under-test.ts'

/** What a further console on the same site is made of, as another replica has one. */
export function consoleOptions({
  site,
  limiter,
  url,
}: Pick<ConsoleUnderTest, 'site' | 'limiter' | 'url'>): ConsoleOptions {
  return {
    site,
    limiter,
    tries: limiter,
    keyLimiter: limiter,
    urls: { images: url, text: url, console: url },
    trustedProxies: createNetworkSet([]),
    lifecycle: { stopping: false },
    log: createLog('silent'),
    checks: [],
    recentErrors: () => [],
  }
}
