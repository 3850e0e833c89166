import { isStorageFailure } from '../failure.ts'
import type { RenditionRow } from '../ports/database/rendition-store.ts'
import type { RenditionMaker } from '../ports/renditions.ts'
import type { Image, StoredFile } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import {
  createRenditionMaking,
  type RenditionEvent,
  type RenditionMaking,
  rowOf,
  rowsSince,
} from './make-rendition.ts'
import {
  isRaster,
  keyOf,
  needsRendition,
  type RenditionFormat,
  type RenditionSize,
  type WantedRendition,
} from './rendition-sizes.ts'

const defaultPace: RenditionPace = { quietMs: 1_000, maxPatienceMs: 30_000 }
/** A picture that loads slowly is better than none, and than one that begins to load when its visitor has gone. */
const defaultPatienceMs = 5_000

/** What is asked of an image. */
export type RenderedImage = Pick<Image, 'file' | 'createdAtMs'>

/**
 * The smaller stills of the site's images: made once and kept as blobs, which images of the same bytes share. Thumbnails
 * are made after an upload, when there is nothing else to do, the others when they are first asked for. For each image
 * they are made again, so that it shows nothing sooner because somebody else has the same.
 */
export interface Renditions {
  /**
   * The rendition to answer with, made if need be. AVIF is made after it was asked for, without anybody
   * waiting, and is the answer from then on where it is smaller.
   * @returns undefined where the original must do: it needs none, none can be made of it, or not now. Who waited
   * for as long as the site has patience gets it too, while the rendition is made for those who come later. One that
   * can't be stored, as on a full disk, is reported.
   * @throws {Failure} STORAGE_FAILED where rows can't be read, BLOB_MISSING
   */
  find(
    image: RenderedImage,
    size: RenditionSize,
    accepted: readonly RenditionFormat[],
  ): Promise<StoredFile | undefined>
  /**
   * What a page shows before the image has come: a few pixels of it as WebP, base64. None of an image that is
   * transparent or has no thumbnail yet; makes nothing.
   */
  placeholder(image: RenderedImage): Promise<string | undefined>
  /**
   * The same of many images, by their ids. Of those that have no thumbnail yet, one is made when there is nothing else
   * to do.
   */
  placeholders(images: readonly (RenderedImage & Pick<Image, 'id'>)[]): Promise<Map<string, string>>
  /** Is told of every new image, and has its thumbnail made when there is nothing else to do. */
  prepare(image: RenderedImage): void
  /** Forgets a rendition whose bytes are gone, so that it is made again. */
  forget(rendition: StoredFile): Promise<void>
  /** Resolves when nothing is left to be made without anybody waiting. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * Renditions of the images of a site. One job at a time makes a rendition, in this process and all others.
 * @param options.patienceMs how long anybody waits for one; 5 s by default
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
      // Whatever becomes of this one: a full backlog or a small image is no pause.
      backlog.noteBusy()
      if (isRaster(file) && needsRendition(file, 'thumbnail'))
        backlog.add({ file, imageCreatedAtMs: createdAtMs, size: 'thumbnail', format: 'webp' })
    },

    forget: (file) => store.forget(file.address, site.clock()),
    idle: () => backlog.idle(),

    async close() {
      backlog.close()
      await making.close()
      await backlog.idle()
    },
  }
}

/** Beyond these they are left to be made when someone asks. */
const maxBacklog = 1_000

/** When work that nobody waits for is done. */
export interface RenditionPace {
  /** Nothing was uploaded, and nothing more came to be made, for so long. */
  quietMs: number
  /** Under uploads without a pause one is made each time so long has passed. */
  maxPatienceMs: number
}

/** Renditions that nobody waits for, made one after the other while there is nothing else to do. */
interface RenditionBacklog {
  /** There is something else to do: the pause that it waits for begins again. */
  noteBusy(): void
  add(wanted: WantedRendition): void
  /** It is made by who asked for it. */
  drop(wanted: WantedRendition): void
  /** Resolves when nothing is left. */
  idle(): Promise<void>
  /** Leaves out what is left; `idle` resolves when what is being made has ended. */
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
