import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { RenditionRow } from '../ports/database.ts'
import type { RenditionMaker, RenditionOutcome } from '../ports/renditions.ts'
import type { StoredFile } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { storeBytes } from '../upload/put-blob.ts'
import {
  isRaster,
  needsRendition,
  type RasterFile,
  type RenditionFormat,
  type RenditionSize,
  renditionSizes,
} from './rendition-sizes.ts'

/** Renditions that nobody waits for; beyond these they are left to be made when someone asks. */
const mostBacklog = 1_000
/** Longer than any job takes; a process that dies leaves a lease that ends by itself. */
const leaseMs = 120_000
const otherProcessPollMs = 200
/** Where none can be made at all, so long passes until that is tried again. */
const unavailableMs = 60_000
const otherProcessPatienceMs = 10_000
/** Whoever waits for a rendition is content with the original, too. */
const removalPatienceMs = 1_000

/** When work that nobody waits for is done. */
export interface RenditionPace {
  /** Nothing was uploaded, and nothing more came to be made, for so long. */
  quietMs: number
  /** Under uploads without a pause one is made each time so long has passed. */
  mostPatienceMs: number
}

const defaultPace: RenditionPace = { quietMs: 1_000, mostPatienceMs: 30_000 }

/** What became of a rendition, for the log and for metrics. */
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
  /** Told when it begins, and again only after renditions were made. */
  | { kind: 'unavailable'; reason: string }
  /** Nobody waited for it, so that nobody else is told. */
  | { kind: 'failed'; source: string; error: unknown }

/** A rendition that is there. */
export interface Rendition {
  file: StoredFile
  createdAtMs: number
}

/** What a page shows before the image has come. */
export interface Preview {
  /** A few pixels as WebP, base64; `null` where the image is transparent. */
  placeholder: string | null
  /** Proportions as the image is shown, which may lie on its side in the file. */
  width: number
  height: number
}

/** The smaller stills of the site's images: made once, when first asked for, and kept as blobs. */
export interface Renditions {
  /**
   * The rendition to answer with, made if need be. AVIF is made after it was asked for, without anybody
   * waiting, and is the answer from then on where it is smaller.
   * @returns undefined where the original must do: it needs none, none can be made of it, or not now
   * @throws {Failure} STORAGE_FAILED, BLOB_MISSING
   */
  find(
    file: StoredFile,
    size: RenditionSize,
    accepted: readonly RenditionFormat[],
  ): Promise<Rendition | undefined>
  /** What is known of an image to show at once. Makes nothing. */
  preview(file: StoredFile): Promise<Preview | undefined>
  /** Is told of every new image, and has its thumbnail made when there is nothing else to do. */
  prepare(file: StoredFile): void
  /** Forgets a rendition whose bytes are gone, so that it is made anew. */
  forget(rendition: Rendition): Promise<void>
  /** Resolves when nothing is left to be made without anybody waiting. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface Wanted {
  file: RasterFile
  size: RenditionSize
  format: RenditionFormat
}

/** Renditions of the images of a site. One job at a time makes a rendition, in this process and all others. */
export function createRenditions({
  site,
  maker,
  pace = defaultPace,
  report = () => {},
}: {
  site: Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'clock'>
  maker: RenditionMaker
  pace?: RenditionPace
  report?: (event: RenditionEvent) => void
}): Renditions {
  const { renditions: store, leases } = site.database
  const underWay = new Map<string, Promise<RenditionRow | undefined>>()
  const backlog = new Map<string, Wanted>()
  let backlogWork: Promise<void> = Promise.resolve()
  let isWorking = false
  let isClosed = false
  let busyAtMs = 0
  let endWaiting = () => {}
  let isUnavailable = false
  let tryAgainAtMs = 0

  /** Makes it, or waits for whoever does. */
  function make(wanted: Wanted, isAwaited: boolean): Promise<RenditionRow | undefined> {
    const key = keyOf(wanted)
    const running = underWay.get(key)
    if (running !== undefined) return running
    backlog.delete(key)
    const work = makeUnderLease(wanted, isAwaited).finally(() => underWay.delete(key))
    underWay.set(key, work)
    return work
  }

  async function makeUnderLease(wanted: Wanted, isAwaited: boolean): Promise<RenditionRow | undefined> {
    const known = await look(wanted)
    if (known !== undefined || performance.now() < tryAgainAtMs) return known
    const lease = `rendition:${keyOf(wanted)}`
    const holder = newId()
    if (!(await leases.take(lease, holder, leaseMs))) return isAwaited ? waitForOther(wanted) : undefined
    try {
      return (await look(wanted)) ?? (await makeNow(wanted, isAwaited))
    } finally {
      await leases.release(lease, holder)
    }
  }

  async function look(wanted: Wanted): Promise<RenditionRow | undefined> {
    return rowOf(await store.of(wanted.file.address), wanted.size, wanted.format)
  }

  async function waitForOther(wanted: Wanted): Promise<RenditionRow | undefined> {
    for (let waitedMs = 0; waitedMs < otherProcessPatienceMs && !isClosed; waitedMs += otherProcessPollMs) {
      await new Promise((resolve) => setTimeout(resolve, otherProcessPollMs))
      const made = await look(wanted)
      if (made !== undefined) return made
    }
    return undefined
  }

  async function makeNow(wanted: Wanted, isAwaited: boolean): Promise<RenditionRow | undefined> {
    const { file, size, format } = wanted
    const startedMs = performance.now()
    const outcome = await maker.make({
      type: file.type,
      open: () => site.blobs.open(file.address),
      format,
      longestSide: renditionSizes[size],
      placeholder: size === 'thumbnail' && format === 'webp',
      isAwaited,
    })
    tell(wanted, outcome, performance.now() - startedMs)
    if (outcome.kind === 'impossible') {
      await store.markImpossible({ source: file.address, size, format, createdAtMs: site.clock() })
    }
    return outcome.kind === 'made' ? keep(wanted, outcome) : undefined
  }

  async function keep(
    { file: source, size, format }: Wanted,
    { bytes, width, height, placeholder }: Extract<RenditionOutcome, { kind: 'made' }>,
  ): Promise<RenditionRow | undefined> {
    const createdAtMs = site.clock()
    const patience = { patienceMs: removalPatienceMs, isStopping: () => isClosed }
    try {
      const outcome = await storeBytes(
        site,
        { bytes, ...patience },
        ({ address, sizeBytes, removalsSeen }) => {
          const type = `image/${format}` as const
          const file = { address, sizeBytes, type, width, height, frames: 1 }
          return store.record({
            source: source.address,
            size,
            format,
            file,
            placeholder,
            createdAtMs,
            removalsSeen,
          })
        },
      )
      return outcome.kind === 'recorded' ? outcome.rendition : undefined
    } catch (error) {
      // The same bytes, made for an image that was deleted, are being removed: it can be kept later.
      if (error instanceof Failure && error.code === 'OVERLOADED') return undefined
      throw error
    }
  }

  function tell({ file, size, format }: Wanted, outcome: RenditionOutcome, durationMs: number): void {
    const about = { source: file.address, size, format }
    if (outcome.kind === 'unavailable') {
      if (!isUnavailable && !isClosed) report(outcome)
      isUnavailable = true
      tryAgainAtMs = performance.now() + unavailableMs
      backlog.clear()
      return
    }
    isUnavailable = false
    if (outcome.kind === 'made') {
      report({ kind: 'made', ...about, sizeBytes: outcome.bytes.length, durationMs: Math.round(durationMs) })
    } else report({ ...outcome, ...about })
  }

  function makeLater(wanted: Wanted): void {
    if (isClosed || backlog.size >= mostBacklog || underWay.has(keyOf(wanted))) return
    backlog.set(keyOf(wanted), wanted)
    if (isWorking) return
    isWorking = true
    backlogWork = workOff()
  }

  async function workOff(): Promise<void> {
    for (const wanted of backlog.values()) {
      await quiet()
      if (isClosed) break
      try {
        await make(wanted, false)
      } catch (error) {
        report({ kind: 'failed', source: wanted.file.address, error })
      }
    }
    isWorking = false
  }

  async function quiet(): Promise<void> {
    const mostPatienceAtMs = performance.now() + pace.mostPatienceMs
    while (!isClosed) {
      const leftMs = Math.min(busyAtMs + pace.quietMs, mostPatienceAtMs) - performance.now()
      if (leftMs <= 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs)
        endWaiting = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  return {
    async find(file, size, accepted) {
      if (!isRaster(file) || !needsRendition(file, size)) return undefined
      const rows = await store.of(file.address)
      const isPossible = (format: RenditionFormat) =>
        rows.every((row) => row.format !== format || row.file !== null)
      if (!isPossible('webp')) return undefined
      const webp = rowOf(rows, size, 'webp') ?? (await make({ file, size, format: 'webp' }, true))
      if (webp?.file == null) return undefined
      const known = { file: webp.file, createdAtMs: webp.createdAtMs }
      if (!accepted.includes('avif') || !isPossible('avif')) return known
      const avif = rowOf(rows, size, 'avif')
      if (avif === undefined) {
        busyAtMs = performance.now()
        makeLater({ file, size, format: 'avif' })
      }
      if (avif?.file == null || avif.file.sizeBytes >= webp.file.sizeBytes) return known
      return { file: avif.file, createdAtMs: avif.createdAtMs }
    },

    async preview(file) {
      const row = rowOf(await store.of(file.address), 'thumbnail', 'webp')
      if (row?.file == null) return undefined
      return { placeholder: row.placeholder, width: row.file.width, height: row.file.height }
    },

    prepare(file) {
      // Whatever becomes of this one: a full backlog or a small image is no pause.
      busyAtMs = performance.now()
      if (isRaster(file) && needsRendition(file, 'thumbnail'))
        makeLater({ file, size: 'thumbnail', format: 'webp' })
    },

    forget: ({ file }) => store.forget(file.address, site.clock()),
    idle: () => backlogWork,

    async close() {
      isClosed = true
      backlog.clear()
      endWaiting()
      await maker.close()
      await Promise.allSettled([backlogWork, ...underWay.values()])
    },
  }
}

function keyOf({ file, size, format }: Wanted): string {
  return `${file.address}:${size}:${format}`
}

function rowOf(
  rows: readonly RenditionRow[],
  size: RenditionSize,
  format: RenditionFormat,
): RenditionRow | undefined {
  return rows.find((row) => row.size === size && row.format === format)
}
