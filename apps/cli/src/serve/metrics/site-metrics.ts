import type { ImagesEvents } from '@pictoglyph/images'
import type { RenditionIsolation, RenditionMeans } from '@pictoglyph/renditions/sharp'
import type { Limiter, LimitVerdict } from '@pictoglyph/site/access/limiter'
import { Failure, type FailureCode } from '@pictoglyph/site/language/failure'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import type { ProcessLog } from '@pictoglyph/web/log'
import {
  createRequestMeter,
  type RequestMeter,
  showProcess,
  showRequests,
} from '@pictoglyph/web/metrics/index'
import { type SecurityEventName, securityEventNames } from '@pictoglyph/web/security-events'
import { Counter, Gauge, Registry } from 'prom-client'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Configuration } from '../../configuration.ts'
import type { SiteLimiters } from '../open-limiters.ts'
import { createWorkBoard, type WorkBoard } from '../watchdog/work-board.ts'
import { showCondition } from './condition-metrics.ts'

/** The user of a limiter: the text service, the key gate against guessing, or an upload with a key's own limit. */
type LimiterUse = 'text' | 'keys' | 'uploads'

/** The counts of a process, and the functions that its parts report to. */
export interface SiteMetrics {
  readonly registry: Registry
  readonly requests: RequestMeter
  /** The requests in work, for the watchdog. */
  readonly work: WorkBoard
  readonly images: ImagesEvents
  /** Called for each failure that a service answers. */
  failed(service: string, code: FailureCode): void
  /** Called once with the isolation of the processes that make renditions. */
  renditionsIsolated(kind: RenditionIsolation['kind']): void
  /** Called with whether renditions can be made, at the start and at each change. */
  renditionsMade(kind: RenditionMeans['kind']): void
  /** Called once with the isolation of the operator's scanner, if there is one. */
  scansIsolated(kind: RenditionIsolation['kind']): void
  /** Called for each file without a verdict of the scanner. */
  scanFailed(): void
  securityEvent(event: SecurityEventName): void
  countPort<T extends object>(part: 'database' | 'blobs', port: T): T
  countLimiter(limiter: Limiter, use: LimiterUse): Limiter
  /** Sets the sources that are read with the metrics. */
  watch(sources: WatchedSources): void
}

/** Sources of metrics, read at each scrape. */
interface WatchedSources {
  limiters: SiteLimiters
  derivations: { taken(): number }
  configuration: Configuration
  ports: SitePorts
}

/**
 * @param log its lost lines are counted
 * @param worker the number of one of several processes, which becomes a label
 */
export function createSiteMetrics(log: Pick<ProcessLog, 'lostLines'>, worker?: number): SiteMetrics {
  const registry = new Registry()
  if (worker !== undefined) registry.setDefaultLabels({ worker: String(worker) })
  const registers = [registry]
  const work = createWorkBoard()
  const requests = createRequestMeter(work)
  showRequests(registry, requests)
  showProcess(registry, packageJson.version)
  showLostLines(registry, log)

  const uploads = new Counter({
    name: 'pictoglyph_uploads_total',
    help: 'Uploads answered with an image: a new one, or the one that they repeat.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['created', 'deduplicated']) uploads.inc({ outcome }, 0)
  const uploadBytes = new Counter({
    name: 'pictoglyph_upload_bytes_total',
    help: 'Bytes of files received with these uploads.',
    registers,
  })
  const servedBytes = new Counter({
    name: 'pictoglyph_served_bytes_total',
    help: 'Bytes of images promised in answers to direct links.',
    registers,
  })
  const failures = new Counter({
    name: 'pictoglyph_failures_total',
    help: 'Failures answered, by code.',
    labelNames: ['service', 'code'],
    registers,
  })
  const portErrors = new Counter({
    name: 'pictoglyph_storage_errors_total',
    help: 'Calls of the database and of the blob store that failed, for no fault of the caller.',
    labelNames: ['part'],
    registers,
  })
  for (const part of ['database', 'blobs']) portErrors.inc({ part }, 0)
  const isolation = new Gauge({
    name: 'pictoglyph_rendition_isolation',
    help: '1 for how the processes that make renditions are kept apart: bubblewrap or none.',
    labelNames: ['kind'],
    registers,
  })
  const makers = new Gauge({
    name: 'pictoglyph_rendition_maker',
    help: '1 for what makes smaller images: sharp, or none if it is missing or does not work.',
    labelNames: ['kind'],
    registers,
  })
  const scanIsolation = new Gauge({
    name: 'pictoglyph_scan_isolation',
    help: '1 for how the scanner of uploads is kept apart, if there is one: bubblewrap or none.',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of ['bubblewrap', 'none']) scanIsolation.set({ kind }, 0)
  const scanFailures = new Counter({
    name: 'pictoglyph_scan_failures_total',
    help: 'Uploads that were refused because the scanner gave no verdict.',
    registers,
  })
  const securityEvents = new Counter({
    name: 'pictoglyph_security_events_total',
    help: 'Security events, by event; all of them, also those that are summed in the log.',
    labelNames: ['event'],
    registers,
  })
  for (const event of securityEventNames) securityEvents.inc({ event }, 0)
  const decisions: Record<LimiterUse, Decisions> = {
    text: { accepted: 0, refused: 0 },
    keys: { accepted: 0, refused: 0 },
    uploads: { accepted: 0, refused: 0 },
  }
  showDecisions(registry, decisions)

  return {
    registry,
    requests,
    work,
    renditionsIsolated: (kind) => setKind(isolation, ['bubblewrap', 'none'], kind),
    renditionsMade: (kind) => setKind(makers, ['sharp', 'none'], kind),
    scansIsolated: (kind) => setKind(scanIsolation, ['bubblewrap', 'none'], kind),
    scanFailed: () => scanFailures.inc(),
    images: {
      uploaded({ deduped, sizeBytes }) {
        uploads.inc({ outcome: deduped ? 'deduplicated' : 'created' })
        uploadBytes.inc(sizeBytes)
      },
      refused: (code) => failures.inc({ service: 'images', code }),
      served: ({ sizeBytes }) => servedBytes.inc(sizeBytes),
    },
    failed: (service, code) => failures.inc({ service, code }),
    securityEvent: (event) => securityEvents.inc({ event }),
    countPort: (part, port) => countFailures(port, () => portErrors.inc({ part })),
    countLimiter: (limiter, use) => countDecisions(limiter, decisions[use]),
    watch(sources) {
      showQueues(registry, sources)
      showCondition(registry, sources.configuration, sources.ports)
    },
  }
}

function setKind<Kind extends string>(gauge: Gauge, all: readonly Kind[], kind: Kind): void {
  for (const each of all) gauge.set({ kind: each }, each === kind ? 1 : 0)
}

function showLostLines(registry: Registry, log: Pick<ProcessLog, 'lostLines'>): void {
  new Counter({
    name: 'pictoglyph_log_lines_lost_total',
    help: 'Lines of the log that were lost, because standard error was not read or could not be written.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(log.lostLines())
    },
  })
}

function showDecisions(registry: Registry, decisions: Record<LimiterUse, Decisions>): void {
  new Counter({
    name: 'pictoglyph_limiter_decisions_total',
    help: 'What the limiters decided, by what it was asked for.',
    labelNames: ['use', 'outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [use, { accepted, refused }] of Object.entries(decisions)) {
        this.inc({ use, outcome: 'accepted' }, accepted)
        this.inc({ use, outcome: 'refused' }, refused)
      }
    },
  })
}

function showQueues(
  registry: Registry,
  { limiters, derivations }: Pick<WatchedSources, 'limiters' | 'derivations'>,
): void {
  const registers = [registry]
  new Gauge({
    name: 'pictoglyph_limiter_degraded',
    help: '1 while Redis does not answer and each process grants its share of the limit, otherwise 0.',
    registers,
    collect() {
      this.set(limiters.degraded ? 1 : 0)
    },
  })
  new Gauge({
    name: 'pictoglyph_limiter_limited_clients',
    help: 'Clients of the text service that have been refused and still would be; with Redis, the same from every process.',
    registers,
    async collect() {
      this.set(await limiters.text.limited())
    },
  })
  new Gauge({
    name: 'pictoglyph_derivations_in_flight',
    help: 'Key derivations that run or wait.',
    registers,
    collect() {
      this.set(derivations.taken())
    },
  })
}

/** The decisions of a limiter. */
interface Decisions {
  accepted: number
  refused: number
}

/** Counts a limiter's decisions; synchronous ones stay synchronous. */
function countDecisions(limiter: Limiter, decisions: Decisions): Limiter {
  return {
    take(counted, limit, purpose) {
      const note = (decided: LimitVerdict): LimitVerdict => {
        if (!decided.accepted) decisions.refused += 1
        else if (purpose !== 'ask') decisions.accepted += 1
        return decided
      }
      const verdict = limiter.take(counted, limit, purpose)
      return verdict instanceof Promise ? verdict.then(note) : note(verdict)
    },
    limited: () => limiter.limited(),
    close: () => limiter.close(),
  }
}

/** Wraps a port and reports calls that fail because of a disk or a server. */
function countFailures<T extends object>(port: T, onFailure: () => void): T {
  const watch = (value: unknown): unknown => {
    if (typeof value === 'function') return watchCalls(value as Call, onFailure)
    return typeof value === 'object' && value !== null ? countFailures(value, onFailure) : value
  }
  return Object.fromEntries(Object.entries(port).map(([name, part]) => [name, watch(part)])) as T
}

type Call = (...parameters: unknown[]) => unknown

function watchCalls(call: Call, onFailure: () => void): Call {
  return (...parameters) => {
    const answer = call(...parameters)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error: unknown) => {
      if (isOwnFault(error)) onFailure()
      throw error
    })
  }
}

/** Whether the port failed, and not its caller. */
function isOwnFault(error: unknown): boolean {
  return !(error instanceof Failure) || error.code === 'STORAGE_FAILED' || error.code === 'BLOB_MISSING'
}
