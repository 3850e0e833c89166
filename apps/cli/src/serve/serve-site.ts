import type { TrafficCounts, TrafficStore } from '@pictoglyph/site/access/traffic-rows'
import type { Lifecycle } from '@pictoglyph/web/health'
import { describeError, type Log, type LogFacts } from '@pictoglyph/web/log'
import type { RequestMeter } from '@pictoglyph/web/metrics/index'
import type { RunningService } from '@pictoglyph/web/serve-service'
import type { Configuration } from '../configuration.ts'
import { errorPrefix } from '../journal.ts'
import type { OpenSite } from '../open-site.ts'
import { pathOf } from '../url-path.ts'
import { startBackgroundWork } from './background-work.ts'
import type { SiteMetrics } from './metrics/site-metrics.ts'
import type { SiteLimiters } from './open-limiters.ts'
import { startServices } from './services.ts'
import { startWatchdog } from './watchdog/watchdog.ts'

/** Deadline for running uploads once the process is stopping. */
export const stopDeadlineMs = 30_000

/**
 * Serves the configured services of an open site until `stop` resolves. Then it accepts nothing new, running requests
 * may finish up to a deadline, and readiness fails meanwhile.
 * @param limiters closed at the end
 * @param metricsText answers `/metrics`
 * @param onServing called once the sockets are open
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
  /** Facts that every line of the log contains. */
  everyLine: LogFacts | null
}): Promise<void> {
  const { configuration, site, limiters, log, stop, metrics, metricsText, everyLine } = options
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
  const work = startBackgroundWork({
    ...running,
    site,
    writeTextRequests,
    log,
    dataDirectory: configuration.dataDirectory,
    databasePath,
  })
  stack.defer(() => work.stop())
  await options.onServing(running.services)
  // Started late: work of the start may block the event loop.
  using watchdog = startWatchdog(metrics.work, everyLine, {
    linePrefix: errorPrefix(configuration.journalStream),
  })
  log.info({ services: running.services.map(({ name, url }) => ({ name, url })) }, 'serving')
  const firstLook = lookAtParts(configuration, site, log)
  stack.defer(() => firstLook)

  const reason = await stop
  lifecycle.stopping = true
  watchdog[Symbol.dispose]()
  log.info({ reason }, 'stopping')
  await stopServices(running.services, log)
  await running.close()
  await work.finish()
  log.info({}, 'stopped')
}

/** Logs failing parts that do not keep a server from starting. */
async function lookAtParts(
  { blobsUrl, enabledServices }: Configuration,
  { ports: { blobs, database } }: OpenSite,
  log: Log,
): Promise<void> {
  const parts = {
    // A folder was already opened for writing; a remote store was not used yet.
    ...(blobsUrl.startsWith('s3:') && { blobs }),
    // The text service only reads settings.
    ...(enabledServices.some((name) => name !== 'text') && { database }),
  }
  const looks = Object.entries(parts).map(async ([part, port]) => {
    try {
      await port.checkHealth()
    } catch (error) {
      log.error({ part, error: describeError(error) }, 'not ready')
    }
  })
  await Promise.all(looks)
}

async function stopServices(services: readonly RunningService[], log: Log): Promise<void> {
  const stopped = await Promise.allSettled(services.map((service) => service.stop(stopDeadlineMs)))
  for (const result of stopped) {
    if (result.status === 'rejected')
      log.error({ error: describeError(result.reason) }, 'a service did not stop cleanly')
  }
}

/** Statuses of requests that the rate limit or an access list refused. */
const refusals = [403, 429]

/** The meter's counts of the text service's operations, without preflights. */
function countedBy({ routes }: Pick<RequestMeter, 'routes'>): TrafficCounts {
  const counts = { answered: 0, refused: 0 }
  for (const { service, route, method, statuses } of routes) {
    if (service !== 'text' || !route.startsWith('/api/public/') || method === 'OPTIONS') continue
    for (const [status, count] of statuses.entries()) {
      if (refusals.includes(status)) counts.refused += count
      else counts.answered += count
    }
  }
  return counts
}

/**
 * Writes the number of requests to the text service at intervals, so that no request waits for the database.
 * @returns a function that writes the new ones; after a failure, the next call writes them
 */
export function createTextRequestLog(options: {
  meter: Pick<RequestMeter, 'routes'>
  traffic: Pick<TrafficStore, 'add'>
  clock: () => number
}): () => Promise<void> {
  const written = { answered: 0, refused: 0 }
  return async () => {
    const { answered, refused } = countedBy(options.meter)
    const since = { answered: answered - written.answered, refused: refused - written.refused }
    if (since.answered === 0 && since.refused === 0) return
    await options.traffic.add(new Date(options.clock()).toISOString().slice(0, 10), since)
    Object.assign(written, { answered, refused })
  }
}
