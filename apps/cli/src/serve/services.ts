import { availableParallelism } from 'node:os'
import { createCommandScanner } from '@pictoglyph/renditions/scan/command-scanner'
import type { RenditionIsolation, RenditionMeans } from '@pictoglyph/renditions/sharp'
import { createKeyUsage, type KeyUsage } from '@pictoglyph/site/keys/key-gate'
import { createDerivationPool, nativeScrypt, openPackingPool, type PackingPool } from '@pictoglyph/text'
import type { Lifecycle } from '@pictoglyph/web/health'
import type { Log } from '@pictoglyph/web/log'
import { withMetrics } from '@pictoglyph/web/metrics/index'
import { createSecurityEvents } from '@pictoglyph/web/security-events'
import { type ListenOptions, type RunningService, serveService } from '@pictoglyph/web/serve-service'
import { createService, type HttpService } from '@pictoglyph/web/service'
import { withStrictTransport } from '@pictoglyph/web/strict-transport'
import type { Configuration } from '../configuration.ts'
import type { OpenSite } from '../open-site.ts'
import type { SiteMetrics } from './metrics/site-metrics.ts'
import type { SiteLimiters } from './open-limiters.ts'
import { openDecoder, openRenditions } from './open-renditions.ts'
import { rememberErrors } from './recent-errors.ts'
import { serviceSettings } from './service-settings.ts'

interface RunningServices {
  readonly services: readonly RunningService[]
  readonly keyUsage: KeyUsage
  /** Closes the services' resources, after the services have stopped. */
  close(): Promise<void>
}

/** A derivation takes tenths of a second. Beyond this, requests would wait for seconds and get `Retry-After`. */
const maxWaitingDerivations = 16

/** A long text, or a long damaged cipher, takes some tens of milliseconds. */
const maxWaitingPackings = 16

/** Leaves one processor to the event loop, if possible; several processes share the rest. */
function derivationsAtOnce(processes: number): number {
  return Math.max(1, Math.floor((availableParallelism() - 1) / processes))
}

/**
 * Memory for the derivations of all processes: four at the strong cost or eight at the normal one. Each process has its
 * share, and one derivation can always run.
 */
const derivationMemoryBytes = 1_073_741_824

/** Connects the configured services to the site and opens their sockets. */
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
  function detail(name: string, kind: string): void {
    options.lifecycle.details = { ...options.lifecycle.details, [name]: { kind } }
  }
  function onMaker(kind: RenditionMeans['kind']): void {
    metrics.renditionsMade(kind)
    detail('renditions', kind)
  }
  const scanner = openScanner(configuration, log, {
    onIsolation(kind) {
      metrics.scansIsolated(kind)
      detail('scanIsolation', kind)
    },
    onFailure: metrics.scanFailed,
  })
  const decoder = openDecoder({
    configuration,
    log,
    onTried(means) {
      onMaker(means.kind)
      if (means.kind === 'none') return
      const { kind } = means.isolation
      metrics.renditionsIsolated(kind)
      detail('isolation', kind)
    },
  })
  const site = { ...options.site, ports: { ...options.site.ports, scanner, endFinder: decoder } }
  const keyUsage = createKeyUsage(site.ports.database.keys)
  const renditions = openRenditions(site.ports, {
    maker: decoder,
    log,
    onOutcome: (canMake) => onMaker(canMake ? 'sharp' : 'none'),
  })

  const derivations = createDerivationPool({
    concurrency: derivationsAtOnce(configuration.processes),
    maxWaiting: maxWaitingDerivations,
    memoryBytes: derivationMemoryBytes / configuration.processes,
    scrypt: nativeScrypt,
  })
  metrics.watch({ limiters, derivations, configuration, ports: site.ports })

  const security = createSecurityEvents({ log, onEvent: metrics.securityEvent })
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
  // If one service's address is taken, the services before it are closed.
  await using opened = new AsyncDisposableStack()
  function open(service: HttpService, listen: ListenOptions): void {
    const running = serveService(service, listen)
    services.push(running)
    opened.defer(() => running.stop(0))
  }
  for (const name of configuration.enabledServices) {
    const setting = settings[name]
    const { host, port, url, isShared } = configuration.services[name]
    const created = metrics.requests.observe(await setting.create())
    const shown = name === 'console' ? withMetrics(created, shownMetrics) : created
    open(withStrictTransport(shown, url), { hostname: host, port, ...setting.listen, sharePort: isShared })
  }
  if (configuration.metricsAddress !== undefined) {
    const { host, port } = configuration.metricsAddress
    const empty = createService({ ...shownMetrics, name: 'metrics', routes: [] })
    const listen = { hostname: host, port, connectionTimeoutSeconds: 30, maxBodyBytes: 0 }
    open(withMetrics(empty, shownMetrics), listen)
  }
  opened.move()
  const running = workers.move()
  return { services, keyUsage, close: () => running.disposeAsync() }
}

/** The operator's scanner of uploads, which logs its failures; `undefined` if none is configured. */
function openScanner(
  { scanCommand, dataDirectory, processes, isIsolationRequired }: Configuration,
  log: Log,
  told: { onIsolation: (kind: RenditionIsolation['kind']) => void; onFailure: () => void },
): ReturnType<typeof createCommandScanner> | undefined {
  if (scanCommand === undefined) return undefined
  return createCommandScanner({
    command: scanCommand,
    hidden: [dataDirectory],
    isIsolationRequired,
    atOnce: Math.max(1, Math.floor(2 / processes)),
    onFailure(reason) {
      told.onFailure()
      log.error({ reason }, 'the scanner failed; the upload is refused')
    },
    onIsolation(reason) {
      told.onIsolation(reason === undefined ? 'bubblewrap' : 'none')
      if (reason === undefined) log.info({}, 'uploads are scanned in isolation')
      else log.warn({ reason }, 'uploads are scanned without isolation')
    },
  })
}
