import { createNetworkSet } from '@pictoglyph/core'
import { createLog } from '@pictoglyph/http'
import type { ConsoleOptions } from '../../src/options.ts'
import type { ConsoleUnderTest } from './console-under-test.ts'

/** What a further console on the same site is made of, as another replica has one. */
export function consoleOptions({ site, limiter, url }: ConsoleUnderTest): ConsoleOptions {
  return {
    site,
    limiter,
    tries: limiter,
    urls: { images: url, text: url, console: url },
    trustedProxies: createNetworkSet([]),
    lifecycle: { stopping: false },
    log: createLog('silent'),
    checks: [],
    recentErrors: () => [],
  }
}
