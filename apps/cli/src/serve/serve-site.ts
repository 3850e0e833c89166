import { describeError, type Lifecycle, type Log, type RunningService } from '@pictoglyph/http'
import type { Configuration } from '../configuration.ts'
import type { OpenSite } from '../open-site.ts'
import { pathOf } from '../url-path.ts'
import { startBackgroundWork } from './background-work.ts'
import type { SiteMetrics } from './metrics/site-metrics.ts'
import type { SiteLimiters } from './open-limiters.ts'
import { startServices } from './services.ts'
import { createTextRequestLog } from './text-requests.ts'

/** How long running uploads may take to finish once the process is stopping. */
export const stopDeadlineMs = 30_000

/**
 * Serves the configured services of an opened site until `stop` resolves. Then nothing new is taken, what runs may
 * finish up to a deadline, and readiness fails meanwhile.
 * @param limiters are closed at the end
 * @param metricsText answers `/metrics`
 * @param onServing is called once the sockets are open
 */
export async function serveSite(options: {
  configuration: Configuration
  site: OpenSite
  limiters: SiteLimiters
  log: Log
  stop: Promise<string>
  metrics: SiteMetrics
  metricsText: () => Promise<string>
  onServing: (services: readonly RunningService[]) => void | Promise<void>
}): Promise<void> {
  const { configuration, site, limiters, log, stop, metrics, metricsText } = options
  const lifecycle: Lifecycle = { stopping: false }
  await using stack = new AsyncDisposableStack()
  await site.snapshots.refresh()
  stack.defer(() => limiters.close())
  const running = await startServices({ configuration, site, limiters, lifecycle, log, metrics, metricsText })
  const writeTextRequests = createTextRequestLog({
    meter: metrics.requests,
    traffic: site.ports.database.traffic,
    clock: site.ports.clock,
  })
  const { databaseUrl } = configuration
  const databasePath = databaseUrl.startsWith('sqlite:') ? pathOf(databaseUrl) : undefined
  const work = startBackgroundWork({ ...running, site, writeTextRequests, log, databasePath })
  stack.defer(() => work.stop())
  await options.onServing(running.services)
  log.info({ services: running.services.map(({ name, url }) => ({ name, url })) }, 'serving')
  // A folder was opened for writing before this; nothing has been asked of a store that is elsewhere.
  const firstLook = configuration.blobsUrl.startsWith('s3:') ? lookAtStore(site, log) : undefined
  stack.defer(() => firstLook)

  const reason = await stop
  lifecycle.stopping = true
  log.info({ reason }, 'stopping')
  await stopServices(running.services, log)
  await running.close()
  await work.finish()
  log.info({}, 'stopped')
}

/** A store that is unreachable or refuses us does not keep a server from starting, so it is reported at once. */
async function lookAtStore({ ports }: OpenSite, log: Log): Promise<void> {
  try {
    await ports.blobs.checkHealth()
  } catch (error) {
    log.error({ part: 'blobs', error: describeError(error) }, 'not ready')
  }
}

async function stopServices(services: readonly RunningService[], log: Log): Promise<void> {
  const stopped = await Promise.allSettled(services.map((service) => service.stop(stopDeadlineMs)))
  for (const result of stopped) {
    if (result.status === 'rejected')
      log.error({ error: describeError(result.reason) }, 'a service did not stop cleanly')
  }
}
