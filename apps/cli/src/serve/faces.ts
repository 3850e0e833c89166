import { availableParallelism } from 'node:os'
import { createConsoleFace } from '@pictoglyph/console'
import { createKeyGate, createKeyUsage, type KeyUsage } from '@pictoglyph/core'
import {
  type Face,
  type Lifecycle,
  type ListenOptions,
  type Log,
  type RunningFace,
  serveFace,
} from '@pictoglyph/http'
import { withMetrics } from '@pictoglyph/http/metrics/index'
import { createImagesFace } from '@pictoglyph/images'
import { createDerivationPool, createTextFace, nativeScrypt } from '@pictoglyph/text'
import type { Configuration, FaceName } from '../configuration.ts'
import type { OpenSite } from '../open-site.ts'
import type { SiteMetrics } from './metrics/site-metrics.ts'
import type { SiteLimiters } from './open-limiters.ts'
import { openRenditions } from './open-renditions.ts'
import { rememberErrors } from './recent-errors.ts'

export interface RunningFaces {
  readonly faces: readonly RunningFace[]
  readonly keyUsage: KeyUsage
  /** Ends what worked for the faces, once they have stopped. */
  close(): Promise<void>
}

/** A derivation takes tenths of a second; who would wait for longer than a few seconds is told when to come back. */
const mostWaitingDerivations = 16

/** One processor is left to the event loop where there is one; several processes share them. */
function derivationsAtOnce(processes: number): number {
  return Math.max(1, Math.floor((availableParallelism() - 1) / processes))
}

interface FaceSettings {
  create: () => Face | Promise<Face>
  listen: Pick<ListenOptions, 'connectionTimeoutSeconds' | 'mostBodyBytes'>
}

/** Wires the configured faces to the site and opens their sockets. */
export async function startFaces(options: {
  configuration: Configuration
  site: OpenSite
  limiters: SiteLimiters
  lifecycle: Lifecycle
  log: Log
  metrics: SiteMetrics
  metricsText: () => Promise<string>
}): Promise<RunningFaces> {
  const { configuration, site, limiters, lifecycle, metrics } = options
  const { trustedProxies } = configuration
  const { log, list: recentErrors } = rememberErrors(options.log, site.ports.clock)
  const keyUsage = createKeyUsage(site.ports.database.keys)
  const keyGate = createKeyGate({
    keys: site.ports.database.keys,
    createSha256: site.ports.createSha256,
    limiter: metrics.countLimiter(limiters.tries, 'keys'),
    clock: site.ports.clock,
  })
  const renditions = openRenditions(site.ports, { processes: configuration.processes, log })

  const derivations = createDerivationPool({
    concurrency: derivationsAtOnce(configuration.processes),
    mostWaiting: mostWaitingDerivations,
    scrypt: nativeScrypt,
    clock: site.ports.clock,
  })
  metrics.watch({ limiters, derivations })

  const settings: Record<FaceName, FaceSettings> = {
    images: {
      create: () =>
        createImagesFace({
          site: site.ports,
          keyGate,
          keyUsage,
          trustedProxies,
          lifecycle,
          log,
          baseUrl: configuration.faces.images.url,
          renditions,
          events: metrics.images,
        }),
      // Uploads are bounded by the site's policy, as they stream.
      listen: { connectionTimeoutSeconds: 60, mostBodyBytes: Number.MAX_SAFE_INTEGER },
    },
    text: {
      create: () =>
        createTextFace({
          snapshot: site.ports.snapshot,
          limiter: metrics.countLimiter(limiters.text, 'text'),
          trustedProxies,
          clock: site.ports.clock,
          log,
          derivations,
          onFailure: (code) => metrics.failed('text', code),
          random: (length) => crypto.getRandomValues(new Uint8Array(length)),
          lifecycle,
          baseUrl: configuration.faces.text.url,
        }),
      // The face's own limit is lower, and answers in its own words.
      listen: { connectionTimeoutSeconds: 30, mostBodyBytes: Number.MAX_SAFE_INTEGER },
    },
    console: {
      create: () =>
        createConsoleFace({
          site: site.ports,
          urls: {
            images: configuration.faces.images.url,
            text: configuration.faces.text.url,
            console: configuration.faces.console.url,
          },
          trustedProxies,
          lifecycle,
          log,
          checks: [
            { name: 'database', check: () => site.ports.database.checkHealth() },
            { name: 'blobs', check: () => site.ports.blobs.checkHealth() },
          ],
          limiter: limiters.text,
          tries: limiters.tries,
          recentErrors,
          renditions,
          events: metrics.images,
        }),
      listen: { connectionTimeoutSeconds: 120, mostBodyBytes: Number.MAX_SAFE_INTEGER },
    },
  }

  const shownMetrics = { text: options.metricsText, log, trustedProxies, clock: site.ports.clock }
  const faces: RunningFace[] = []
  // A face whose address is taken must not leave those before it running.
  await using opened = new AsyncDisposableStack()
  opened.defer(() => renditions.close())
  for (const name of configuration.enabledFaces) {
    const setting = settings[name]
    const { host, port, isShared } = configuration.faces[name]
    const created = metrics.requests.observe(await setting.create())
    const face = serveFace(name === 'console' ? withMetrics(created, shownMetrics) : created, {
      hostname: host,
      port,
      ...setting.listen,
      sharePort: isShared,
    })
    faces.push(face)
    opened.defer(() => face.stop(0))
  }
  opened.move()
  return { faces, keyUsage, close: () => renditions.close() }
}
