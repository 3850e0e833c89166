import type { BlobAddress } from '../ports/blob-store.ts'
import type { Actor, Image } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { deleteImages, maxImagesAtOnce, purgeImages, restorableMs, restoreImages } from './manage-images.ts'

type Site = Pick<SitePorts, 'database' | 'clock' | 'blobs'>

/** How an operator takes images down. */
export interface TakeDown {
  /** Also all other images of the same stored bytes, of every owner. */
  allCopies: boolean
  /** They can't be restored then, and their files are gone. */
  forGood: boolean
}

/**
 * Deletes images of any owners, with an audit entry for each owner. Images that were deleted before stay as they were,
 * unless they are to be gone for good.
 * @returns all images in question; those of them that this call has deleted; and the number of files that could not be
 * removed now, which the collector removes within two hours
 * @throws {Failure} CONFLICT if images are to be gone for good while a collection or a backup is running; they are
 * deleted then, and can be restored
 */
export async function takeDownImages(
  site: Site,
  actor: Actor,
  named: readonly Image[],
  { allCopies, forGood }: TakeDown,
): Promise<{ images: readonly Image[]; deleted: Image[]; filesLeft: number }> {
  const images = allCopies ? await withCopies(site, named) : named
  const deleted = images.filter(({ deletedAtMs }) => deletedAtMs === null)
  for (const { ownerId, ids } of batchesByOwner(deleted)) await deleteImages(site, actor, ownerId, ids)
  let filesLeft = 0
  for (const { ownerId, ids } of batchesByOwner(forGood ? images : [])) {
    filesLeft += (await purgeImages(site, actor, ownerId, ids)).filesLeft
  }
  return { images, deleted, filesLeft }
}

/**
 * Restores deleted images of any owners. An image whose bytes its owner uploaded again meanwhile stays deleted.
 * @returns the ids of those restored
 * @throws {Failure} NOT_FOUND for an image that was deleted too long ago, QUOTA_EXCEEDED if an owner has no room;
 * images of earlier owners are restored then
 */
export async function restoreTakenDown(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  images: readonly Image[],
): Promise<string[]> {
  const restored: string[] = []
  for (const { ownerId, ids } of batchesByOwner(images)) {
    restored.push(...(await restoreImages(site, actor, ownerId, ids)))
  }
  return restored
}

/** The images of these stored bytes: first live ones, then those that are deleted and not purged. */
export async function imagesOfBytes(
  { database }: Pick<SitePorts, 'database'>,
  address: BlobAddress,
): Promise<Image[]> {
  const images: Image[] = []
  for (const which of [{}, { deletedAfterMs: 0 }]) {
    let after: string | undefined
    do {
      const query = { ...which, address: address.toLowerCase(), limit: maxImagesAtOnce }
      const page = await database.images.list(after === undefined ? query : { ...query, after })
      images.push(...page.items)
      after = page.next ?? undefined
    } while (after !== undefined)
  }
  return images
}

/** The images, and all others of the same stored bytes. */
async function withCopies(site: Pick<SitePorts, 'database'>, named: readonly Image[]): Promise<Image[]> {
  const images = new Map(named.map((image) => [image.id, image]))
  for (const address of new Set(named.map(({ file }) => file.address))) {
    for (const copy of await imagesOfBytes(site, address)) images.set(copy.id, copy)
  }
  return [...images.values()]
}

/** Whether an image is deleted and can still be brought back. */
export function isRestorable({ deletedAtMs }: Pick<Image, 'deletedAtMs'>, nowMs: number): boolean {
  return deletedAtMs !== null && nowMs - deletedAtMs < restorableMs
}

/** Batches of one owner's images, as many as can be changed together. */
function* batchesByOwner(images: readonly Image[]): Generator<{ ownerId: string; ids: string[] }> {
  for (const [ownerId, owned] of Map.groupBy(images, (image) => image.ownerId)) {
    for (let from = 0; from < owned.length; from += maxImagesAtOnce) {
      yield { ownerId, ids: owned.slice(from, from + maxImagesAtOnce).map(({ id }) => id) }
    }
  }
}
