import type { BlobAddress } from '../blobs/blob-store.ts'
import { allItems, maxSelected, readSelection } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { Actor, Image, User } from '../language/records.ts'
import { readTextField } from '../language/text-field.ts'
import type { SitePorts } from '../site-ports.ts'
import type { ImageQuery } from './image-records.ts'
import {
  deleteForGood,
  maxImagesAtOnce,
  putBackOfOwner,
  restorableMs,
  restoreImages,
  takeDownOfOwner,
} from './images.ts'
import type { TakeDownNote } from './take-down-rows.ts'

type Site = Pick<SitePorts, 'database' | 'clock' | 'blobs'>

/** The options of a takedown. */
interface TakeDown {
  /** The reason, for their owners and for those who upload the same bytes. */
  reason: string
  /** Also takes down all images with the same stored bytes, of every owner. */
  allCopies: boolean
  /** Deletes the files, so that images can't be put back. Their hashes stay blocked. */
  forGood: boolean
}

/** Maximum length of a reason, and of the note on a blocked hash, in characters. */
export const maxReasonCharacters = 500

/** @throws {Failure} BAD_REQUEST with the field `reason` if it is missing or too long */
export function readReason(text: string): string {
  const limits = { most: maxReasonCharacters, least: 1 }
  return readTextField(text, { name: 'reason', called: message('The reason'), ...limits })
}

/**
 * Takes down images of any owners, with an audit entry for each owner. They disappear at once for everyone, only
 * operators can put them back, and no one can upload their bytes. Deleted images are taken down too.
 * @returns all images in question; those that this call took down; and the number of files that could not be removed
 * now, which the collector removes within two hours
 * @throws {Failure} BAD_REQUEST for an unfit reason or too many images; CONFLICT if `forGood` meets a running
 * collection or backup; they are then taken down
 */
export async function takeDownImages(
  site: Site,
  actor: Actor,
  given: readonly Image[],
  { reason, allCopies, forGood }: TakeDown,
): Promise<{ images: readonly Image[]; taken: Image[]; filesLeft: number }> {
  const named = readSelection(given, ({ id }) => id)
  const note = { reason: readReason(reason), isWithOwner: false }
  const taken = await takeDown(site, actor, named, note)
  // From here on no upload adds a copy.
  const images = allCopies ? await withCopies(site, named) : named
  const isNamed = new Set(named.map(({ id }) => id))
  const copies = images.filter(({ id }) => !isNamed.has(id))
  taken.push(...(await takeDown(site, actor, copies, note)))
  let filesLeft = 0
  for (const { ownerId, ids } of batchesByOwner(forGood ? images : [])) {
    filesLeft += (await deleteForGood(site, actor, ownerId, ids, true)).filesLeft
  }
  return { images, taken, filesLeft }
}

async function takeDown(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  images: readonly Image[],
  note: TakeDownNote,
): Promise<Image[]> {
  const others = images.filter(
    ({ takenDown }) => takenDown === null || (takenDown.isWithOwner && !note.isWithOwner),
  )
  for (const { ownerId, ids } of batchesByOwner(others)) {
    await takeDownOfOwner(site, actor, ownerId, { ids, note })
  }
  return others
}

/** All live images of a user, in pages; the caller changes their state meanwhile. */
async function* livePages(
  { database }: Pick<SitePorts, 'database'>,
  ownerId: string,
): AsyncGenerator<Image[]> {
  for (;;) {
    const { items } = await database.images.list({ ownerId, limit: maxImagesAtOnce })
    if (items.length === 0) return
    yield items
  }
}

/** As {@link takeDownImages}, for all live images of a user. @returns their ids, and how many files are left */
export async function takeDownOfUser(
  site: Site,
  actor: Actor,
  user: Pick<User, 'id'>,
  how: TakeDown,
): Promise<{ ids: string[]; filesLeft: number }> {
  const ids: string[] = []
  let filesLeft = 0
  for await (const images of livePages(site, user.id)) {
    const outcome = await takeDownImages(site, actor, images, how)
    ids.push(...outcome.images.map(({ id }) => id))
    filesLeft += outcome.filesLeft
  }
  return { ids, filesLeft }
}

/** Hides all live images of a user with the account: no hash is blocked. */
export async function hideImagesOfUser(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  user: Pick<User, 'id'>,
): Promise<void> {
  for await (const images of livePages(site, user.id)) {
    await takeDown(site, actor, images, { reason: '', isWithOwner: true })
  }
}

/** Reverts {@link hideImagesOfUser}. @throws {Failure} QUOTA_EXCEEDED */
export async function showImagesOfUser(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  user: Pick<User, 'id'>,
): Promise<void> {
  const hidden: Image[] = []
  for await (const image of imagesOf(site, { ownerId: user.id, isTakenDown: true })) {
    if (image.takenDown?.isWithOwner) hidden.push(image)
  }
  await putBackAll(site, actor, hidden)
}

/**
 * Puts back images of any owners that were taken down, unblocks their hashes, and restores deleted images. Images
 * already deleted by their owner, or whose bytes the owner uploaded again, stay deleted.
 * @returns the ids of those that are live now
 * @throws {Failure} BAD_REQUEST for too many; NOT_FOUND for an image that was deleted too long ago, QUOTA_EXCEEDED if
 * an owner has no room: images of earlier owners are then restored
 */
export async function restoreTakenDown(
  site: Pick<SitePorts, 'database' | 'clock' | 'snapshot'>,
  actor: Actor,
  images: readonly Image[],
): Promise<string[]> {
  const selected = readSelection(images, ({ id }) => id)
  const restored = await putBackAll(
    site,
    actor,
    selected.filter(({ takenDown }) => takenDown !== null),
  )
  for (const { ownerId, ids } of batchesByOwner(selected.filter(({ takenDown }) => takenDown === null))) {
    restored.push(...(await restoreImages(site, actor, ownerId, ids)))
  }
  return restored
}

async function putBackAll(
  site: Pick<SitePorts, 'database' | 'clock'>,
  actor: Actor,
  images: readonly Image[],
): Promise<string[]> {
  const live: string[] = []
  for (const { ownerId, ids } of batchesByOwner(images)) {
    live.push(...(await putBackOfOwner(site, actor, ownerId, ids)))
  }
  return live
}

/** The images with one of these stored bytes: first live ones, then deleted ones, then those taken down. */
export async function imagesOfBytes(
  site: Pick<SitePorts, 'database'>,
  addresses: readonly BlobAddress[],
): Promise<Image[]> {
  const images: Image[] = []
  for (const which of [{}, { deletedAfterMs: 0 }, { isTakenDown: true }]) {
    for await (const image of imagesOf(site, { ...which, addresses })) images.push(image)
  }
  return images
}

/** All images of a query, over all pages. */
export const imagesOf = (
  { database }: Pick<SitePorts, 'database'>,
  query: Omit<ImageQuery, 'limit' | 'after'>,
): AsyncGenerator<Image> =>
  allItems((place) => database.images.list({ ...query, ...place, limit: maxImagesAtOnce }))

/** The given images, and all others with the same stored bytes. */
async function withCopies(site: Pick<SitePorts, 'database'>, named: readonly Image[]): Promise<Image[]> {
  const images = new Map(named.map((image) => [image.id, image]))
  const addresses = [...new Set(named.map(({ file }) => file.address))]
  for (let from = 0; from < addresses.length; from += maxImagesAtOnce) {
    const copies = await imagesOfBytes(site, addresses.slice(from, from + maxImagesAtOnce))
    for (const copy of copies) images.set(copy.id, copy)
  }
  return [...images.values()]
}

/** Whether operators can still restore a deleted image, or one that is taken down. */
export function isRestorable(
  { deletedAtMs, takenDown }: Pick<Image, 'deletedAtMs' | 'takenDown'>,
  nowMs: number,
): boolean {
  return takenDown !== null || (deletedAtMs !== null && nowMs - deletedAtMs < restorableMs)
}

/** Batches of one owner's images, as many as can be selected together. */
function* batchesByOwner(images: readonly Image[]): Generator<{ ownerId: string; ids: string[] }> {
  for (const [ownerId, owned] of Map.groupBy(images, (image) => image.ownerId)) {
    for (let from = 0; from < owned.length; from += maxSelected) {
      yield { ownerId, ids: owned.slice(from, from + maxSelected).map(({ id }) => id) }
    }
  }
}
