import { isStorageFailure } from '../language/failure.ts'
import type { Image, StoredFile } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'
import {
  createRenditionMaking,
  type RenditionEvent,
  type RenditionMaking,
  rowOf,
  rowsSince,
} from './make-rendition.ts'
import type { RenditionMaker } from './rendition-maker.ts'
import type { RenditionRow } from './rendition-rows.ts'
import {
  isRaster,
  keyOf,
  needsRendition,
  type RenditionFormat,
  type RenditionSize,
  type WantedRendition,
} from './rendition-sizes.ts'

const defaultPace: RenditionPace = { quietMs: 1_000, maxPatienceMs: 30_000 }
/** A slow image is better than none, and better than one that arrives after the visitor left. */
const defaultPatienceMs = 5_000

/** The fields of an image that renditions need. */
type RenderedImage = Pick<Image, 'file' | 'createdAtMs'>

/**
 * The renditions of the site's images. They are made once and stored as blobs, which images with the same bytes share.
 * Thumbnails are made after an upload, when the server is idle, the others on first request. Each image waits for
 * renditions of its own, so that an early one does not reveal that someone else has the same image.
 */
export interface Renditions {
  /**
   * The rendition to answer with, made if needed. AVIF is made in the background after the first request, and is the
   * answer from then on if it is smaller.
   * @returns undefined if the original is the answer: no rendition is needed, or none can be made now. A client also
   * gets the original after the longest wait; the rendition is then finished for later clients. A rendition that can't
   * be stored, as on a full disk, is reported.
   * @throws {Failure} STORAGE_FAILED if rows can't be read, BLOB_MISSING
   */
  find(
    image: RenderedImage,
    size: RenditionSize,
    accepted: readonly RenditionFormat[],
  ): Promise<StoredFile | undefined>
  /**
   * The rendition in one format, made if needed, even for small images.
   * @returns undefined as {@link find} does
   * @throws {Failure} as {@link find} does
   */
  findIn(image: RenderedImage, size: RenditionSize, format: RenditionFormat): Promise<StoredFile | undefined>
  /**
   * A tiny WebP as placeholder while the image loads, base64. Undefined for a transparent image, and for one without a
   * thumbnail. Makes nothing.
   */
  placeholder(image: RenderedImage): Promise<string | undefined>
  /** The placeholders of many images, by image id. Missing thumbnails are made when the server is idle. */
  placeholders(images: readonly (RenderedImage & Pick<Image, 'id'>)[]): Promise<Map<string, string>>
  /** Makes the thumbnail of a new image when the server is idle. */
  prepare(image: RenderedImage): void
  /** Deletes a rendition whose bytes are gone, so that it is made again. */
  remove(rendition: StoredFile): Promise<void>
  /** Resolves when all background renditions are done. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * Creates the renditions of a site. Each one is made by one job at a time, over all processes.
 * @param options.patienceMs how long a client waits for one; 5 s by default
 */
export function createRenditions({
  site,
  maker,
  pace = defaultPace,
  patienceMs = defaultPatienceMs,
  report = () => {},
}: {
  site: Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'clock'>
  maker: RenditionMaker
  pace?: RenditionPace
  patienceMs?: number
  report?: (event: RenditionEvent) => void
}): Renditions {
  const { renditions: store } = site.database
  const making = createRenditionMaking({ site, maker, report })
  const backlog = createRenditionBacklog({ making, pace, report })

  async function makeSoon(wanted: WantedRendition): Promise<RenditionRow | undefined> {
    backlog.drop(wanted)
    const { promise: patience, resolve: giveUp } = Promise.withResolvers<undefined>()
    const timer = setTimeout(giveUp, patienceMs)
    let isWaiting = true
    const made = making.make(wanted, true).catch((error: unknown) => {
      if (isWaiting && !isStorageFailure(error)) throw error
      report({ kind: 'failed', source: wanted.file.address, error })
      return undefined
    })
    try {
      return await Promise.race([made, patience])
    } finally {
      isWaiting = false
      clearTimeout(timer)
    }
  }

  return {
    async find({ file, createdAtMs }, size, accepted) {
      if (!isRaster(file) || !needsRendition(file, size)) return undefined
      const rows = rowsSince(await store.of(file.address), createdAtMs)
      const isPossible = (format: RenditionFormat) =>
        rows.every((row) => row.format !== format || row.file !== null)
      if (!isPossible('webp')) return undefined
      const wanted = { file, imageCreatedAtMs: createdAtMs, size }
      const webp = rowOf(rows, { size, format: 'webp' }) ?? (await makeSoon({ ...wanted, format: 'webp' }))
      if (webp?.file == null) return undefined
      if (!accepted.includes('avif') || !isPossible('avif')) return webp.file
      const avif = rowOf(rows, { size, format: 'avif' })
      if (avif === undefined) {
        backlog.noteBusy()
        backlog.add({ ...wanted, format: 'avif' })
      }
      if (avif?.file == null || avif.file.sizeBytes >= webp.file.sizeBytes) return webp.file
      return avif.file
    },

    async findIn({ file, createdAtMs }, size, format) {
      if (!isRaster(file)) return undefined
      const wanted = { file, imageCreatedAtMs: createdAtMs, size, format }
      const rows = rowsSince(await store.of(file.address), createdAtMs)
      return (rowOf(rows, wanted) ?? (await makeSoon(wanted)))?.file ?? undefined
    },

    async placeholder({ file, createdAtMs }) {
      const rows = rowsSince(await store.of(file.address), createdAtMs)
      return rowOf(rows, { size: 'thumbnail', format: 'webp' })?.placeholder ?? undefined
    },

    async placeholders(images) {
      const rows = await store.thumbnails(images.map(({ file }) => file.address))
      const rowOfSource = new Map(rows.map((row) => [row.source, row]))
      const found = new Map<string, string>()
      for (const { id, file, createdAtMs } of images) {
        const row = rowOfSource.get(file.address)
        const isKnown = row !== undefined && row.createdAtMs >= createdAtMs
        if (isKnown && row.placeholder !== null) found.set(id, row.placeholder)
        if (!isKnown && isRaster(file) && needsRendition(file, 'thumbnail'))
          backlog.add({ file, imageCreatedAtMs: createdAtMs, size: 'thumbnail', format: 'webp' })
      }
      return found
    },

    prepare({ file, createdAtMs }) {
      // Any upload shows that the server is busy, even if it adds no rendition.
      backlog.noteBusy()
      if (isRaster(file) && needsRendition(file, 'thumbnail'))
        backlog.add({ file, imageCreatedAtMs: createdAtMs, size: 'thumbnail', format: 'webp' })
    },

    remove: (file) => store.remove(file.address, site.clock()),
    idle: () => backlog.idle(),

    async close() {
      backlog.close()
      await making.close()
      await backlog.idle()
    },
  }
}

/** Beyond this number, thumbnails are made on request instead. */
const maxBacklog = 1_000

/** When background jobs run. */
export interface RenditionPace {
  /** How long no upload and no new job must have come. */
  quietMs: number
  /** If uploads never pause, one rendition is made in each span of this length. */
  maxPatienceMs: number
}

/** Background renditions, made one after the other while the server is idle. */
interface RenditionBacklog {
  /** Starts the wait for a pause again, because other work has arrived. */
  noteBusy(): void
  add(wanted: WantedRendition): void
  /** Takes a rendition out of the queue, because a client's request makes it. */
  drop(wanted: WantedRendition): void
  /** Resolves when the queue is empty. */
  idle(): Promise<void>
  /** Empties the queue; `idle` resolves when the running job has ended. */
  close(): void
}

function createRenditionBacklog({
  making,
  pace,
  report,
}: {
  making: RenditionMaking
  pace: RenditionPace
  report: (event: RenditionEvent) => void
}): RenditionBacklog {
  const backlog = new Map<string, WantedRendition>()
  let work: Promise<void> = Promise.resolve()
  let isWorking = false
  let isClosed = false
  let busyAtMs = 0
  let endWaiting = () => {}

  async function workOff(): Promise<void> {
    for (const [key, wanted] of backlog) {
      await quiet()
      if (isClosed) break
      backlog.delete(key)
      try {
        await making.make(wanted, false)
      } catch (error) {
        report({ kind: 'failed', source: wanted.file.address, error })
      }
      if (making.isUnavailable()) backlog.clear()
    }
    isWorking = false
  }

  async function quiet(): Promise<void> {
    const maxPatienceAtMs = performance.now() + pace.maxPatienceMs
    while (!isClosed) {
      const leftMs = Math.min(busyAtMs + pace.quietMs, maxPatienceAtMs) - performance.now()
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
    noteBusy() {
      busyAtMs = performance.now()
    },
    add(wanted) {
      if (isClosed || backlog.size >= maxBacklog) return
      backlog.set(keyOf(wanted), wanted)
      if (isWorking) return
      isWorking = true
      work = workOff()
    },
    drop: (wanted) => void backlog.delete(keyOf(wanted)),
    idle: () => work,
    close() {
      isClosed = true
      backlog.clear()
      endWaiting()
    },
  }
}
