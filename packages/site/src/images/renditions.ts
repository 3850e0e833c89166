import { isStorageFailure } from '../language/failure.ts'
import type { Image, StoredFile } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'
import {
  createRenditionMaking,
  isShownBy,
  type RenditionEvent,
  type RenditionMaking,
  rowOf,
  type ShowingImage,
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
type RenderedImage = Pick<Image, 'file' | 'createdAtMs' | 'ownerId'>

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
  /**
   * Makes the thumbnail of a new image when the server is idle, in a process with others of its owner, unless a guest
   * has uploaded it: the guests of a link are strangers to each other.
   */
  prepare(image: RenderedImage, isGuests: boolean): void
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
  const backlog = createRenditionBacklog({ making, atOnce: maker.backgroundJobs, pace, report })

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

  async function rowsFor(image: RenderedImage): Promise<RenditionRow[]> {
    const rows = await store.of(image.file.address)
    return rows.filter((row) => isShownBy(showing(image), row))
  }

  function addThumbnail(image: RenderedImage, isOwners: boolean): void {
    const { file } = image
    if (isRaster(file) && needsRendition(file, 'thumbnail'))
      backlog.add({ ...showing(image), file, size: 'thumbnail', format: 'webp', isOwners })
  }

  return {
    async find(image, size, accepted) {
      const { file } = image
      if (!isRaster(file) || !needsRendition(file, size)) return undefined
      const rows = await rowsFor(image)
      const isPossible = (format: RenditionFormat) =>
        rows.every((row) => row.format !== format || row.file !== null)
      if (!isPossible('webp')) return undefined
      const wanted = { ...showing(image), file, size, isOwners: false }
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

    async findIn(image, size, format) {
      const { file } = image
      if (!isRaster(file)) return undefined
      const wanted = { ...showing(image), file, size, format, isOwners: false }
      return (rowOf(await rowsFor(image), wanted) ?? (await makeSoon(wanted)))?.file ?? undefined
    },

    async placeholder(image) {
      return rowOf(await rowsFor(image), { size: 'thumbnail', format: 'webp' })?.placeholder ?? undefined
    },

    async placeholders(images) {
      const rows = await store.thumbnails(images.map(({ file }) => file.address))
      const rowOfSource = new Map(rows.map((row) => [row.source, row]))
      const found = new Map<string, string>()
      for (const image of images) {
        const row = rowOfSource.get(image.file.address)
        const isKnown = row !== undefined && isShownBy(showing(image), row)
        if (isKnown && row.placeholder !== null) found.set(image.id, row.placeholder)
        if (!isKnown) addThumbnail(image, false)
      }
      return found
    },

    prepare(image, isGuests) {
      // Any upload shows that the server is busy, even if it adds no rendition.
      backlog.noteBusy()
      addThumbnail(image, !isGuests)
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

const showing = ({ createdAtMs, ownerId }: RenderedImage): ShowingImage => ({
  imageCreatedAtMs: createdAtMs,
  ownerId,
})

/** Beyond this number, thumbnails are made on request instead. */
const maxBacklog = 20_000

/** When background jobs run. */
export interface RenditionPace {
  /** How long no upload and no new job must have come. */
  quietMs: number
  /** If uploads never pause, one rendition is made in each span of this length. */
  maxPatienceMs: number
}

/** Background renditions, made a few at a time while the server is idle. */
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
  atOnce,
  pace,
  report,
}: {
  making: RenditionMaking
  atOnce: number
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
    const running = new Set<Promise<void>>()
    while (backlog.size > 0 && !isClosed) {
      for (const [key, wanted] of backlog) {
        if (running.size >= atOnce) await Promise.race(running)
        await quiet()
        if (isClosed) break
        // A request may have taken it meanwhile.
        if (!backlog.delete(key)) continue
        const work = makeOne(wanted).finally(() => running.delete(work))
        running.add(work)
      }
      await Promise.all(running)
    }
    isWorking = false
  }

  async function makeOne(wanted: WantedRendition): Promise<void> {
    try {
      await making.make(wanted, false)
    } catch (error) {
      report({ kind: 'failed', source: wanted.file.address, error })
    }
    if (making.isUnavailable()) backlog.clear()
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
      const key = ownKeyOf(wanted)
      if (isClosed || backlog.size >= maxBacklog || backlog.has(key)) return
      backlog.set(key, wanted)
      if (isWorking) return
      isWorking = true
      work = workOff()
    },
    drop: (wanted) => void backlog.delete(ownKeyOf(wanted)),
    idle: () => work,
    close() {
      isClosed = true
      backlog.clear()
      endWaiting()
    },
  }
}

/** Owners wait for renditions of their own. */
function ownKeyOf(wanted: WantedRendition): string {
  return `${keyOf(wanted)}:${wanted.ownerId}`
}
