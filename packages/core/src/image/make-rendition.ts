import { newId } from '../ids.ts'
import type { RenditionRow } from '../ports/database/rendition-store.ts'
import type { RenditionMaker, RenditionOutcome } from '../ports/renditions.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { keepRendition } from './keep-rendition.ts'
import type { RenditionEvent } from './rendition-event.ts'
import { renditionSizes } from './rendition-sizes.ts'
import { foundOutAtMs, keyOf, rowOf, rowsSince, type WantedRendition } from './wanted-rendition.ts'

/** Longer than any job takes; a process that dies leaves a lease that ends by itself. */
const leaseMs = 120_000
const otherProcessPollMs = 200
const otherProcessPatienceMs = 10_000
/** Where none can be made at all, so long passes until that is tried again. */
const unavailableMs = 60_000

/** Makes each rendition of an image once, whoever asks for it, in this process and all others. */
export interface RenditionMaking {
  /**
   * Makes it, or waits for whoever does. What is awaited once stays awaited.
   * @throws {Failure} STORAGE_FAILED, BLOB_MISSING
   */
  make(wanted: WantedRendition, isAwaited: boolean): Promise<RenditionRow | undefined>
  isUnderWay(wanted: WantedRendition): boolean
  /** Whether none can be made now, of whatever file. */
  isUnavailable(): boolean
  close(): Promise<void>
}

interface Work {
  isAwaited: boolean
  made: Promise<RenditionRow | undefined>
}

export function createRenditionMaking({
  site,
  maker,
  report,
}: {
  site: Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'clock'>
  maker: RenditionMaker
  report: (event: RenditionEvent) => void
}): RenditionMaking {
  const { renditions: store, leases } = site.database
  const underWay = new Map<string, Work>()
  let isClosed = false
  let isToldUnavailable = false
  let tryAgainAtMs = 0

  const isUnavailable = () => performance.now() < tryAgainAtMs

  function make(wanted: WantedRendition, isAwaited: boolean): Promise<RenditionRow | undefined> {
    const key = keyOf(wanted)
    const running = underWay.get(key)
    if (running !== undefined) {
      running.isAwaited ||= isAwaited
      return running.made
    }
    const work: Work = { isAwaited, made: Promise.resolve(undefined) }
    work.made = makeUnderLease(wanted, () => work.isAwaited).finally(() => underWay.delete(key))
    underWay.set(key, work)
    return work.made
  }

  async function makeUnderLease(
    wanted: WantedRendition,
    isAwaited: () => boolean,
  ): Promise<RenditionRow | undefined> {
    const known = await look(wanted)
    if (known !== undefined || isUnavailable()) return known
    // Before the lease, which costs two durable changes.
    if (!maker.hasRoom(isAwaited())) {
      if (!isClosed) tell(wanted, { kind: 'busy' }, 0)
      return undefined
    }
    const lease = `rendition:${keyOf(wanted)}`
    const holder = newId()
    if (!(await leases.take(lease, holder, leaseMs))) return isAwaited() ? waitForOther(wanted) : undefined
    try {
      return (await look(wanted)) ?? (await makeNow(wanted, isAwaited))
    } finally {
      await leases.release(lease, holder)
    }
  }

  async function look(wanted: WantedRendition): Promise<RenditionRow | undefined> {
    return rowOf(rowsSince(await store.of(wanted.file.address), wanted.imageCreatedAtMs), wanted)
  }

  async function waitForOther(wanted: WantedRendition): Promise<RenditionRow | undefined> {
    for (let waitedMs = 0; waitedMs < otherProcessPatienceMs && !isClosed; waitedMs += otherProcessPollMs) {
      await new Promise((resolve) => setTimeout(resolve, otherProcessPollMs))
      const made = await look(wanted)
      if (made !== undefined) return made
    }
    return undefined
  }

  async function makeNow(
    wanted: WantedRendition,
    isAwaited: () => boolean,
  ): Promise<RenditionRow | undefined> {
    const { file, size, format } = wanted
    const startedMs = performance.now()
    const outcome = await maker.make({
      type: file.type,
      open: () => site.blobs.open(file.address, { sizeBytes: file.sizeBytes }),
      format,
      longestSide: renditionSizes[size],
      placeholder: size === 'thumbnail' && format === 'webp',
      isAwaited,
    })
    tell(wanted, outcome, performance.now() - startedMs)
    if (outcome.kind === 'impossible') {
      const createdAtMs = foundOutAtMs(wanted, site.clock())
      await store.markImpossible({ source: file.address, size, format, createdAtMs })
    }
    return outcome.kind === 'made'
      ? keepRendition(site, { wanted, made: outcome, isStopping: () => isClosed })
      : undefined
  }

  function tell(
    { file, size, format }: WantedRendition,
    outcome: RenditionOutcome,
    durationMs: number,
  ): void {
    const about = { source: file.address, size, format }
    if (outcome.kind === 'unavailable') {
      if (!isToldUnavailable && !isClosed) report(outcome)
      isToldUnavailable = true
      tryAgainAtMs = performance.now() + unavailableMs
      return
    }
    if (outcome.kind === 'made') {
      report({ kind: 'made', ...about, sizeBytes: outcome.bytes.length, durationMs: Math.round(durationMs) })
    } else report({ ...outcome, ...about })
    if (outcome.kind !== 'busy') isToldUnavailable = false
  }

  return {
    make,
    isUnderWay: (wanted) => underWay.has(keyOf(wanted)),
    isUnavailable,
    async close() {
      isClosed = true
      await maker.close()
      await Promise.allSettled([...underWay.values()].map(({ made }) => made))
    },
  }
}
