import { Failure } from '../language/failure.ts'
import { newId } from '../language/ids.ts'
import type { SitePorts } from '../site-ports.ts'
import { storeBytes } from '../upload/store.ts'
import type { RenditionMaker, RenditionOutcome } from './rendition-maker.ts'
import type { RenditionRow } from './rendition-rows.ts'
import {
  keyOf,
  maxPreviewBytes,
  type RenditionFormat,
  type RenditionSize,
  renditionShape,
  type WantedRendition,
} from './rendition-sizes.ts'

/** The time of a result: never before its image was uploaded, even if a clock was set back. */
function foundOutAtMs({ imageCreatedAtMs }: WantedRendition, nowMs: number): number {
  return Math.max(nowMs, imageCreatedAtMs)
}

/** An image that shows renditions. */
export type ShowingImage = Pick<WantedRendition, 'imageCreatedAtMs' | 'ownerId'>

/**
 * Whether an image may show a rendition: it was made since the image's upload, in a process that had no file of another
 * owner. An earlier one was made for another owner's image with the same bytes, whose existence must stay secret.
 */
export function isShownBy(
  { imageCreatedAtMs, ownerId }: ShowingImage,
  { createdAtMs, madeFor }: Pick<RenditionRow, 'createdAtMs' | 'madeFor'>,
): boolean {
  return createdAtMs >= imageCreatedAtMs && (madeFor === null || madeFor === ownerId)
}

function ifShownBy(image: ShowingImage, row: RenditionRow | undefined): RenditionRow | undefined {
  return row !== undefined && isShownBy(image, row) ? row : undefined
}

/** Finds the rendition of a size and format. */
export function rowOf(
  rows: readonly RenditionRow[],
  { size, format }: Pick<WantedRendition, 'size' | 'format'>,
): RenditionRow | undefined {
  return rows.find((row) => row.size === size && row.format === format)
}

/** Longer than any job takes. The lease of a process that dies expires. */
const leaseMs = 120_000
const otherProcessPollMs = 200
const otherProcessPatienceMs = 10_000
/** How long to wait before another attempt, if no rendition can be made at all. */
const unavailableMs = 60_000

/** Makes each rendition of an image once, for all clients and all processes. */
export interface RenditionMaking {
  /**
   * Makes the rendition, or waits for the process that makes it. Once a client waits for a job, it stays urgent.
   * @throws {Failure} STORAGE_FAILED, BLOB_MISSING
   */
  make(wanted: WantedRendition, isAwaited: boolean): Promise<RenditionRow | undefined>
  /** Whether no renditions can be made now, whatever the file. */
  isUnavailable(): boolean
  close(): Promise<void>
}

interface Work {
  isAwaited: boolean
  made: Promise<RenditionRow | undefined>
}

/** Creates {@link RenditionMaking} for one process. */
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
      return running.made.then((row) =>
        row === undefined || isShownBy(wanted, row) ? row : make(wanted, isAwaited),
      )
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
    // Check before taking the lease, which costs two durable changes.
    if (!maker.hasRoom(isAwaited())) {
      if (!isClosed) tell(wanted, { kind: 'busy' }, 0)
      return undefined
    }
    const lease = `rendition:${keyOf(wanted)}`
    const holder = newId()
    if (!(await leases.take(lease, holder, leaseMs))) return isAwaited() ? waitForOther(wanted) : undefined
    try {
      const earlier = await find(wanted)
      return (
        ifShownBy(wanted, earlier) ?? (await makeNow(wanted, { isAwaited, isAlone: earlier === undefined }))
      )
    } finally {
      await leases.release(lease, holder)
    }
  }

  async function look(wanted: WantedRendition): Promise<RenditionRow | undefined> {
    return ifShownBy(wanted, await find(wanted))
  }

  /** The rendition for any image of the blob. */
  async function find(wanted: WantedRendition): Promise<RenditionRow | undefined> {
    return rowOf(await store.of(wanted.file.address), wanted)
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
    { isAwaited, isAlone }: { isAwaited: () => boolean; isAlone: boolean },
  ): Promise<RenditionRow | undefined> {
    const { file, size, format, ownerId } = wanted
    const startedMs = performance.now()
    const shape = renditionShape(file, size)
    const outcome = await maker.make({
      type: file.type,
      open: () => site.blobs.open(file.address, { sizeBytes: file.sizeBytes }),
      format,
      shape,
      maxBytes: size === 'preview' ? maxPreviewBytes : Number.MAX_SAFE_INTEGER,
      placeholder: size === 'thumbnail' && format === 'webp' && !shape.isCropped,
      batch: wanted.isOwners && isAlone ? ownerId : null,
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
    isUnavailable,
    async close() {
      isClosed = true
      await maker.close()
      await Promise.allSettled([...underWay.values()].map(({ made }) => made))
    },
  }
}

/** Short, because a client that waits for a rendition can get the original instead. */
const removalPatienceMs = 1_000

/**
 * Stores a finished rendition, and records it.
 * @returns undefined if its source is gone, or the same bytes are being removed; then it can be stored later
 * @throws {Failure} STORAGE_FAILED
 */
async function keepRendition(
  site: Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'clock'>,
  rendition: {
    wanted: WantedRendition
    made: Extract<RenditionOutcome, { kind: 'made' }>
    isStopping: () => boolean
  },
): Promise<RenditionRow | undefined> {
  const { wanted, made, isStopping } = rendition
  const { file: source, size, format } = wanted
  const { bytes, width, height, placeholder, isApart } = made
  const madeFor = isApart ? null : wanted.ownerId
  const createdAtMs = foundOutAtMs(wanted, site.clock())
  try {
    const outcome = await storeBytes(
      site,
      { bytes, patienceMs: removalPatienceMs, isStopping },
      ({ address, sizeBytes, removalsSeen }) => {
        const type = `image/${format}` as const
        const file = { address, sizeBytes, type, width, height, frames: 1 }
        const row = { source: source.address, size, format, file, placeholder, madeFor, createdAtMs }
        return site.database.renditions.record({ ...row, removalsSeen })
      },
    )
    return outcome.kind === 'recorded' ? ifShownBy(wanted, outcome.rendition) : undefined
  } catch (error) {
    if (error instanceof Failure && error.code === 'OVERLOADED') return undefined
    throw error
  }
}

/** The result of a rendition job, for the log and for metrics. */
export type RenditionEvent =
  | {
      kind: 'made'
      source: string
      size: RenditionSize
      format: RenditionFormat
      sizeBytes: number
      durationMs: number
    }
  | { kind: 'impossible'; source: string; size: RenditionSize; format: RenditionFormat; reason: string }
  | { kind: 'busy'; source: string; size: RenditionSize; format: RenditionFormat }
  /** Reported when the problem begins, and again only after renditions were made. */
  | { kind: 'unavailable'; reason: string }
  /** No client was waiting, so only this event reports the error. */
  | { kind: 'failed'; source: string; error: unknown }
