import type { ProcessLog } from '@pictoglyph/web/log'
import type { Configuration } from '../../configuration.ts'
import { openSite } from '../../open-site.ts'
import { createSiteMetrics } from '../metrics/site-metrics.ts'
import { openLimiters } from '../open-limiters.ts'
import { serveSite } from '../serve-site.ts'
import { stopRequested } from '../stop-request.ts'
import type { WorkerMessage } from './messages.ts'
import { openSharedLimiters } from './shared-limiters.ts'
import { shareMetrics } from './shared-metrics.ts'

/** The first worker serves the console, which has few users, and the metrics of all workers. */
const consoleWorker = 0

/**
 * Serves as one of several processes on the same ports, for its parent process; it stops when that ends for any reason.
 */
export async function serveAsWorker(
  configuration: Configuration,
  log: ProcessLog,
  worker: number,
): Promise<void> {
  const parentIsGone = new Promise<string>((resolve) => {
    process.on('disconnect', () => resolve('the main process ended'))
  })
  const stop = stopRequested(parentIsGone)
  const metrics = createSiteMetrics(log, worker)
  const metricsText = shareMetrics({ registry: metrics.registry, sendToMain, log })
  await using site = await openSite(configuration, metrics.countPort)
  const { limiterUrl } = configuration
  const limiters = limiterUrl === 'memory:' ? openSharedLimiters(sendToMain) : openLimiters(limiterUrl, log)
  await serveSite({
    configuration: servedBy(configuration, worker),
    site,
    limiters,
    log,
    stop,
    metrics,
    metricsText,
    everyLine: { worker },
    onServing: (services) =>
      sendToMain({ kind: 'serving', services: services.map(({ name, url }) => ({ name, url })) }),
  })
  if (process.connected) process.disconnect?.()
}

function servedBy(configuration: Configuration, worker: number): Configuration {
  if (worker === consoleWorker) return configuration
  return {
    ...configuration,
    metricsAddress: undefined,
    enabledServices: configuration.enabledServices.filter((name) => name !== 'console'),
  }
}

/** Without the main process, this one is stopping, and the message has no receiver. */
function sendToMain(message: WorkerMessage): void {
  if (process.connected) process.send?.(message)
}
