import { availableParallelism } from 'node:os'
import { createKeyUsage, type KeyUsage } from '@pictoglyph/core'
import {
  createSecurityEvents,
  type Lifecycle,
  type Log,
  type RunningService,
  serveService,
  withStrictTransport,
} from '@pictoglyph/http'
import { withMetrics } from '@pictoglyph/http/metrics/index'
import { createDerivationPool, nativeScrypt, openPackingPool, type PackingPool } from '@pictoglyph/text'
import type { Configuration } from '../configuration.ts'
import type { OpenSite } from '../open-site.ts'
import type { SiteMetrics } from './metrics/site-metrics.ts'
import type { SiteLimiters } from './open-limiters.ts'
import { openRenditions } from './open-renditions.ts'
import { openScanner } from './open-scanner.ts'
import { rememberErrors } from './recent-errors.ts'
import { serviceSettings } from './service-settings.ts'

export interface RunningServices {
  readonly services: readonly RunningService[]
  readonly keyUsage: KeyUsage
  /** Ends what worked for the services, once they have stopped. */
  close(): Promise<void>
}

/**
 * A derivation takes tenths of a second. A request that would wait for more than a few seconds is told when to come
 * back.
 */
const maxWaitingDerivations = 16

/** A long text takes some tens of milliseconds. */
const maxWaitingPackings = 16

/** One processor is left to the event loop if there is one; several processes share them. */
function derivationsAtOnce(processes: number): number {
  return Math.max(1, Math.floor((availableParallelism() - 1) / processes))
}

/**
 * The memory of the derivations of all processes: four of the strong cost or eight of the normal one. Each process has
 * its share, and one derivation always runs.
 */
const derivationMemoryBytes = 1_073_741_824

/** Wires the configured services to the site and opens their sockets. */
export async function startServices(options: {
  configuration: Configuration
  site: OpenSite
  limiters: SiteLimiters
  lifecycle: Lifecycle
  log: Log
  metrics: SiteMetrics
  metricsText: () => Promise<string>
}): Promise<RunningServices> {
  const { configuration, limiters, metrics } = options
  const { log, list: recentErrors } = rememberErrors(options.log, options.site.ports.clock)
  const scanner = openScanner(configuration, log)
  const site = { ...options.site, ports: { ...options.site.ports, scanner } }
  const keyUsage = createKeyUsage(site.ports.database.keys)
  const renditions = openRenditions(site.ports, {
    processes: configuration.processes,
    log,
    onIsolation: metrics.renditionsIsolated,
  })

  const derivations = createDerivationPool({
    concurrency: derivationsAtOnce(configuration.processes),
    maxWaiting: maxWaitingDerivations,
    memoryBytes: derivationMemoryBytes / configuration.processes,
    scrypt: nativeScrypt,
  })
  metrics.watch({ limiters, derivations, configuration, ports: site.ports })

  const security = createSecurityEvents({ log, clock: site.ports.clock, onEvent: metrics.securityEvent })
  await using workers = new AsyncDisposableStack()
  workers.defer(() => renditions.close())
  workers.defer(() => scanner?.close())
  workers.defer(() => security.close())
  async function openPacking(): Promise<PackingPool> {
    const packing = await openPackingPool({ maxWaiting: maxWaitingPackings })
    workers.defer(() => packing.close())
    return packing
  }

  const parts = {
    ...options,
    site,
    log,
    recentErrors,
    keyUsage,
    renditions,
    derivations,
    openPacking,
    security: security.report,
  }
  const settings = serviceSettings(parts)
  const shownMetrics = {
    text: options.metricsText,
    token: configuration.metricsToken,
    log,
    trustedProxies: configuration.trustedProxies,
    clock: site.ports.clock,
  }
  const services: RunningService[] = []
  // A service whose address is taken must not leave those before it running.
  await using opened = new AsyncDisposableStack()
  for (const name of configuration.enabledServices) {
    const setting = settings[name]
    const { host, port, url, isShared } = configuration.services[name]
    const created = metrics.requests.observe(await setting.create())
    const shown = name === 'console' ? withMetrics(created, shownMetrics) : created
    const service = serveService(withStrictTransport(shown, url), {
      hostname: host,
      port,
      ...setting.listen,
      sharePort: isShared,
    })
    services.push(service)
    opened.defer(() => service.stop(0))
  }
  opened.move()
  const running = workers.move()
  return { services, keyUsage, close: () => running.disposeAsync() }
}
