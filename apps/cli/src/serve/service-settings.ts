import { type ConsoleOptions, createConsoleService } from '@pictoglyph/console'
import { createImagesService, defaultUploadBounds } from '@pictoglyph/images'
import type { Renditions } from '@pictoglyph/site/images/renditions'
import { createKeyGate, type KeyUsage } from '@pictoglyph/site/keys/key-gate'
import { createTextService, type DerivationPool, type PackingPool } from '@pictoglyph/text'
import type { Lifecycle } from '@pictoglyph/web/health'
import type { Log } from '@pictoglyph/web/log'
import type { ReportSecurityEvent } from '@pictoglyph/web/security-events'
import type { ListenOptions } from '@pictoglyph/web/serve-service'
import type { HttpService } from '@pictoglyph/web/service'
import type { UploadBounds } from '@pictoglyph/web/upload/upload-bounds'
import type { Configuration, ServiceName } from '../configuration.ts'
import type { OpenSite } from '../open-site.ts'
import type { SiteMetrics } from './metrics/site-metrics.ts'
import type { SiteLimiters } from './open-limiters.ts'

/** How to create a service, and the options of its socket. */
interface ServiceSetting {
  create: () => HttpService | Promise<HttpService>
  listen: Pick<ListenOptions, 'connectionTimeoutSeconds' | 'maxBodyBytes'>
}

/** Every service, with its dependencies. */
export function serviceSettings(parts: {
  configuration: Configuration
  site: OpenSite
  limiters: SiteLimiters
  lifecycle: Lifecycle
  log: Log
  recentErrors: ConsoleOptions['recentErrors']
  metrics: SiteMetrics
  keyUsage: KeyUsage
  renditions: Renditions
  security: ReportSecurityEvent
  derivations: DerivationPool
  /** Called at most once, when the text service is created. */
  openPacking: () => Promise<PackingPool>
}): Record<ServiceName, ServiceSetting> {
  const { configuration, site, limiters, lifecycle, log, recentErrors, metrics } = parts
  const { keyUsage, renditions, derivations, openPacking, security } = parts
  const { trustedProxies } = configuration
  const keyGate = createKeyGate({
    keys: site.ports.database.keys,
    createSha256: site.ports.createSha256,
    limiter: metrics.countLimiter(limiters.tries, 'keys'),
    clock: site.ports.clock,
  })
  const keyLimiter = metrics.countLimiter(limiters.keys, 'uploads')
  return {
    images: {
      create: () =>
        createImagesService({
          site: site.ports,
          keyGate,
          keyUsage,
          keyLimiter,
          trustedProxies,
          lifecycle,
          log,
          baseUrl: configuration.services.images.url,
          neighbours: {
            console: configuration.services.console.url,
            text: configuration.services.text.url,
          },
          renditions,
          events: metrics.images,
          uploads: sharedBounds(configuration.processes),
          security,
        }),
      // The site's policy limits uploads as they stream.
      listen: { connectionTimeoutSeconds: 60, maxBodyBytes: Number.MAX_SAFE_INTEGER },
    },
    text: {
      async create() {
        const packing = await openPacking()
        return createTextService({
          snapshot: site.ports.snapshot,
          limiter: metrics.countLimiter(limiters.text, 'text'),
          trustedProxies,
          clock: site.ports.clock,
          log,
          derivations,
          packing,
          onFailure: (code) => metrics.failed('text', code),
          security,
          random: (length) => crypto.getRandomValues(new Uint8Array(length)),
          lifecycle,
          // Requests don't read the database, but changes of policy or access lists must take effect.
          checks: [
            { name: 'settings', check: async () => void (await site.ports.database.revision()) },
            { name: 'packing', check: packing.check },
          ],
          baseUrl: configuration.services.text.url,
        })
      },
      // The service's own limit is lower, with its own message.
      listen: { connectionTimeoutSeconds: 30, maxBodyBytes: Number.MAX_SAFE_INTEGER },
    },
    console: {
      create: () =>
        createConsoleService({
          site: site.ports,
          urls: {
            images: configuration.services.images.url,
            text: configuration.services.text.url,
            console: configuration.services.console.url,
          },
          trustedProxies,
          lifecycle,
          log,
          provider: configuration.provider,
          checks: [
            { name: 'database', check: () => site.ports.database.checkHealth() },
            { name: 'blobs', check: () => site.ports.blobs.checkHealth() },
          ],
          limiter: limiters.text,
          keyLimiter,
          tries: limiters.tries,
          recentErrors,
          hasOtherProcesses: mayHaveOtherProcesses(configuration),
          renditions,
          events: metrics.images,
          uploads: sharedBounds(configuration.processes),
          security,
        }),
      listen: { connectionTimeoutSeconds: 120, maxBodyBytes: Number.MAX_SAFE_INTEGER },
    },
  }
}

/** A site on PostgreSQL may have many servers, and a server with fewer services implies another one. */
function mayHaveOtherProcesses({ processes, enabledServices, databaseUrl }: Configuration): boolean {
  return processes > 1 || enabledServices.length < 3 || !databaseUrl.startsWith('sqlite:')
}

/** Divides the limits on uploads among several processes. */
function sharedBounds(processes: number): UploadBounds {
  const part = (bound: number): number => Math.max(1, Math.floor(bound / processes))
  const { maxInFlight, maxOfOneUser, maxOfOneKey, maxOfOneGuestLink, maxOfOneAddress } = defaultUploadBounds
  return {
    ...defaultUploadBounds,
    maxInFlight: part(maxInFlight),
    maxOfOneUser: part(maxOfOneUser),
    maxOfOneKey: part(maxOfOneKey),
    maxOfOneGuestLink: part(maxOfOneGuestLink),
    maxOfOneAddress: part(maxOfOneAddress),
  }
}
