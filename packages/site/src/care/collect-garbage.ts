import { mergeBlobs } from '../blobs/merge-blobs.ts'
import { removeBlob } from '../blobs/remove-blob.ts'
import { restorableMs } from '../images/images.ts'
import type { SitePorts } from '../site-ports.ts'
import { forEachAtOnce } from './at-once.ts'
import { collectorLease, type Lease, withLease } from './lease.ts'
import { noProgress, type StartProgress } from './progress.ts'

const hourMs = 60 * 60 * 1000
/** How long a deleted image can be restored at least, whatever its owner's quota. */
const undoableMs = hourMs
const removedAtOnce = 4
const removablePage = 500
/** No upload pauses this long, so an older file in the staging area belongs to a dead process. */
export const abandonedUploadMs = 30 * 60 * 1000

/** Times in milliseconds. */
export interface CollectOptions {
  /** Images and albums deleted longer ago are deleted for good; a week by default. Until then they can be restored. */
  deletedForMs?: number
  /** Bytes unneeded for longer are removed; an hour by default. */
  releasedForMs?: number
  /** Older bytes without a row are removed; a day by default. `null` skips this step. */
  orphanedForMs?: number | null
  progress?: StartProgress
  /** Stops the collection between two blobs. */
  signal?: AbortSignal
}

/** The totals of a collection. */
export interface Collection {
  purgedImages: number
  removedBlobs: number
  removedOrphans: number
  /** Files of uploads whose process died. */
  clearedUploads: number
}

type Site = Pick<SitePorts, 'database' | 'blobs' | 'clock'>

/**
 * Collects images that have expired, were deleted long ago, or are deleted and beyond their owner's quota; collects
 * albums removed long ago; and removes unneeded bytes. It works while uploads run, and can be stopped or killed at any
 * point: the next collection does the rest.
 * @returns `undefined` if another process is collecting or making a backup
 * @throws {Failure} STORAGE_FAILED; CONFLICT if it was cancelled or lost its lease
 */
export function collectGarbage(site: Site, options: CollectOptions = {}): Promise<Collection | undefined> {
  const work = (lease: Lease) => collect(site, options, lease)
  return withLease(site, collectorLease, work, { signal: options.signal })
}

async function collect(site: Site, options: CollectOptions, lease: Lease): Promise<Collection> {
  const { deletedForMs = restorableMs, releasedForMs = hourMs, orphanedForMs = 24 * hourMs } = options
  const nowMs = site.clock()
  const { images } = site.database
  const purgedImages =
    (await images.collectExpired(nowMs)) +
    (await images.collect(nowMs - deletedForMs, nowMs)) +
    (await images.collectBeyondQuotas(nowMs - undoableMs, nowMs))
  await site.database.albums.collect(nowMs - deletedForMs)
  // Puts just released blobs in the past, even within the same millisecond.
  const releasedBeforeMs = Math.max(nowMs + 1, site.clock()) - releasedForMs
  const removedBlobs = await removeReleased(site, releasedBeforeMs, { lease, options })
  const removedOrphans =
    orphanedForMs === null ? 0 : await removeOrphans(site, site.clock() - orphanedForMs, { lease, options })
  const clearedUploads = await site.blobs.clearStaging(Date.now() - abandonedUploadMs)
  return { purgedImages, removedBlobs, removedOrphans, clearedUploads }
}

interface Round {
  lease: Lease
  options: CollectOptions
}

async function removeReleased(site: Site, beforeMs: number, { lease, options }: Round): Promise<number> {
  const progress = (options.progress ?? noProgress)('Removing', await countReleased(site, beforeMs))
  let removed = 0
  try {
    for (;;) {
      const earlier = removed
      const page = await site.database.blobs.removable(beforeMs, removablePage)
      await forEachAtOnce(page, removedAtOnce, async (address) => {
        lease.requireHeld()
        if (await removeBlob(site, address, beforeMs)) removed += 1
        progress.advance(1)
      })
      // The rest could not be claimed: someone needs it again.
      if (page.length < removablePage || removed === earlier) return removed
    }
  } finally {
    progress.finish()
  }
}

/** How many blobs were released, up to one page. */
async function countReleased(site: Site, beforeMs: number): Promise<number> {
  return (await site.database.blobs.removable(beforeMs, removablePage)).length
}

async function removeOrphans(site: Site, beforeMs: number, { lease, options }: Round): Promise<number> {
  const { images } = await site.database.images.totals()
  const progress = (options.progress ?? noProgress)('Looking for orphans', images)
  let removed = 0
  try {
    await forEachAtOnce(mergeBlobs(site.database.blobs, site.blobs), removedAtOnce, async (pair) => {
      lease.requireHeld()
      progress.advance(1)
      if (pair.row !== undefined || pair.listing === undefined) return
      if (pair.listing.modifiedAtMs >= beforeMs) return
      if ((await site.database.blobs.byAddress(pair.address)) !== undefined) return
      if (await removeBlob(site, pair.address, beforeMs)) removed += 1
    })
    return removed
  } finally {
    progress.finish()
  }
}
