import { healthRoutes } from '@pictoglyph/web/health'
import { describeError } from '@pictoglyph/web/log'
import { createService, type HttpService } from '@pictoglyph/web/service'
import { createConsoleApp } from './console-app.ts'
import type { ConsoleOptions } from './options.ts'

/** The console: everything that operators and owners do, in a browser. */
export function createConsoleService(options: ConsoleOptions): HttpService {
  const { log, trustedProxies, site, lifecycle, checks } = options
  const health = createService({
    name: 'console',
    routes: healthRoutes({
      checks,
      lifecycle,
      onUnready: (check, error, requestId) =>
        log.error({ service: 'console', requestId, check, error: describeError(error) }, 'not ready'),
    }),
    log,
    trustedProxies,
    clock: site.clock,
  })
  const app = createConsoleApp(options)
  return { name: 'console', routes: health.routes, fetch: (request, server) => app.fetch(request, server) }
}
