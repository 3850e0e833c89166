import { liveLimitsOf } from '../accounts/quota.ts'
import { type AuditChange, auditDraft } from '../audit/audit-draft.ts'
import type { BlobAddress } from '../blobs/blob-store.ts'
import { type RemovingSite, removeBlobs } from '../blobs/remove-blob.ts'
import { collectorLease, withLease } from '../care/lease.ts'
import { badRequest, conflict, Failure, notFound } from '../language/failure.ts'
import { readIds, readSelection } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { Actor, Album, AuditDraft, Image } from '../language/records.ts'
import { readDescription, readTitle } from '../language/text-field.ts'
import { isoTime } from '../language/time.ts'
import type { SitePorts } from '../site-ports.ts'
import { checkAllowedExpiry } from './expiry.ts'
import type { ImageUpdate, OwnedImage } from './image-records.ts'
import type { TakeDownNote } from './take-down-rows.ts'

/**
 * How long a deleted image can be restored, in milliseconds: a week. If the owner has a quota, the oldest are collected
 * sooner.
 */
export const restorableMs = 7 * 24 * 60 * 60 * 1000
/** Images changed in one transaction; more are changed in batches. */
export const maxImagesAtOnce = 500

type Site = Pick<SitePorts, 'database' | 'clock'>

/**
 * The owner's own live image. Another owner's image counts as missing.
 * @throws {Failure} NOT_FOUND
 */
export async function findOwnImage(
  site: Pick<SitePorts, 'database'>,
  ownerId: string,
  id: string,
): Promise<Image> {
  const image = await site.database.images.byId(id)
  if (image === undefined || image.ownerId !== ownerId) throw noImage(id)
  return image
}

/** {@link findOwnImage} for many, in the order of ids. @throws {Failure} NOT_FOUND for the first missing one */
export async function findOwnImages(
  site: Pick<SitePorts, 'database'>,
  ownerId: string,
  ids: readonly string[],
): Promise<Image[]> {
  const images = await site.database.images.byIds(ids)
  return requireAll(ids, images, (image) => image.ownerId === ownerId && image.deletedAtMs === null)
}

/** An image that its owner deleted. @throws {Failure} NOT_FOUND */
export async function findOwnDeletedImage(
  site: Pick<SitePorts, 'database'>,
  ownerId: string,
  id: string,
): Promise<Image> {
  const image = await findImage(site, id)
  if (image.ownerId !== ownerId || image.deletedAtMs === null || image.takenDown !== null) throw noImage(id)
  return image
}

/** An image of any owner, deleted or not, for operators. @throws {Failure} NOT_FOUND */
export async function findImage(site: Pick<SitePorts, 'database'>, id: string): Promise<Image> {
  const image = await site.database.images.byIdWithDeleted(id)
  if (image === undefined) throw noImage(id)
  return image
}

/** {@link findImage} for many, in the order of ids. @throws {Failure} NOT_FOUND for the first missing one */
export async function findImages(
  site: Pick<SitePorts, 'database'>,
  ids: readonly string[],
): Promise<Image[]> {
  return requireAll(ids, await site.database.images.byIds(ids), () => true)
}

/**
 * Changes an image's title and description, and its category and expiry if given.
 * @throws {Failure} BAD_REQUEST, NOT_FOUND, CATEGORY_UNAVAILABLE, QUOTA_EXCEEDED
 */
export async function describeImage(
  site: Site & Pick<SitePorts, 'snapshot'>,
  actor: Actor,
  image: Image,
  input: { title: string; description: string; categoryId?: string; expiresAtMs?: number | null },
): Promise<void> {
  const { categoryId = image.categoryId, expiresAtMs = image.expiresAtMs } = input
  const given = {
    title: readTitle(input.title),
    description: readDescription(input.description),
    categoryId,
    expiresAtMs,
  }
  if (categoryId !== image.categoryId) await requireAvailable(site, categoryId)
  if (expiresAtMs !== image.expiresAtMs) checkAllowedExpiry(site.snapshot().policy, expiresAtMs, site.clock())
  const fields = (Object.keys(given) as (keyof typeof given)[]).filter((name) => given[name] !== image[name])
  if (fields.length === 0) return
  const shown = (of: typeof given) => Object.fromEntries(fields.map((name) => shownField(name, of[name])))
  const change: AuditChange = {
    action: 'image.describe',
    subject: image.id,
    before: shown(image),
    after: shown(given),
  }
  const update: ImageUpdate = Object.fromEntries(fields.map((name) => [name, given[name]]))
  await site.database.images.update([image.id], update, auditDraft(actor, site.clock(), change))
}

/** A changed field for audit entries. */
function shownField(name: keyof ImageUpdate, value: string | number | null): [name: string, shown: unknown] {
  return name === 'expiresAtMs'
    ? ['expiresAt', typeof value === 'number' ? isoTime(value) : null]
    : [name, value]
}

/**
 * Puts images into another category, in batches of {@link maxImagesAtOnce}, each all or nothing.
 * @throws {Failure} CATEGORY_UNAVAILABLE, NOT_FOUND
 */
export async function categorizeImages(
  site: Site,
  actor: Actor,
  images: readonly Pick<Image, 'id' | 'categoryId'>[],
  categoryId: string,
): Promise<void> {
  await requireAvailable(site, categoryId)
  await updateImages(site, actor, images, 'categoryId', categoryId)
}

/**
 * Sets the expiry of images, or removes it (`null`), in batches of {@link maxImagesAtOnce}, each all or nothing.
 * @throws {Failure} BAD_REQUEST for an expiry that has passed or is later than the policy allows, NOT_FOUND
 */
export async function setImagesExpiry(
  site: Site & Pick<SitePorts, 'snapshot'>,
  actor: Actor,
  images: readonly Pick<Image, 'id' | 'expiresAtMs'>[],
  expiresAtMs: number | null,
): Promise<void> {
  checkAllowedExpiry(site.snapshot().policy, expiresAtMs, site.clock())
  await updateImages(site, actor, images, 'expiresAtMs', expiresAtMs)
}

/**
 * Gives images the same title, in batches of {@link maxImagesAtOnce}, each all or nothing.
 * @throws {Failure} BAD_REQUEST, NOT_FOUND, QUOTA_EXCEEDED
 */
export async function titleImages(
  site: Site,
  actor: Actor,
  images: readonly Pick<Image, 'id' | 'title'>[],
  givenTitle: string,
): Promise<void> {
  await updateImages(site, actor, images, 'title', readTitle(givenTitle))
}

async function requireAvailable(
  { database }: Pick<SitePorts, 'database'>,
  categoryId: string,
): Promise<void> {
  const category = await database.categories.byId(categoryId)
  if (!category?.enabled) throw new Failure({ code: 'CATEGORY_UNAVAILABLE', categoryId })
}

/** Changes images that have another value. The audit entry of one has its earlier value, that of several their ids. */
async function updateImages<Field extends 'title' | 'categoryId' | 'expiresAtMs'>(
  site: Site,
  actor: Actor,
  given: readonly Pick<Image, 'id' | Field>[],
  field: Field,
  value: Image[Field],
): Promise<void> {
  const images = readSelection(given, ({ id }) => id).filter((image) => image[field] !== value)
  const shown = (of: Image[Field]) => Object.fromEntries([shownField(field, of)])
  const [first] = images
  const isOne = first !== undefined && images.length === 1
  const entry = createEntry(site, actor, (done) => ({
    action: 'image.describe',
    subject: subjectOf(done),
    ...(isOne ? { before: shown(first[field]) } : {}),
    after: { ...shown(value), ...(isOne ? {} : { ids: idsOf(done) }) },
  }))
  for (const part of inParts(images)) {
    await entry.extend(part, (audit) => site.database.images.update(idsOf(part), { [field]: value }, audit))
  }
}

/**
 * Deletes images of one owner, in batches of {@link maxImagesAtOnce}, each all or nothing. They disappear at once for
 * everyone, and can be restored for `restorableMs`.
 * @throws {Failure} NOT_FOUND if one does not exist or is someone else's, BAD_REQUEST for none or too many
 */
export async function deleteImages(
  site: Site,
  actor: Actor,
  ownerId: string,
  ids: readonly string[],
): Promise<void> {
  const entry = createEntry<OwnedImage>(site, actor, (done) => removalOf('image.delete', done))
  for (const part of partsOf(ids)) {
    const images = await requireOwnImages(site, ownerId, part)
    const live = images.filter(({ deletedAtMs }) => deletedAtMs === null)
    if (live.length === 0) continue
    await entry.extend(live, (audit) => site.database.images.remove(idsOf(live), site.clock(), audit))
  }
}

/**
 * Takes down images of one owner, including deleted ones, in batches of {@link maxImagesAtOnce}, each all or nothing.
 * @throws {Failure} NOT_FOUND if one does not exist or is someone else's
 */
export async function takeDownOfOwner(
  site: Site,
  actor: Actor,
  ownerId: string,
  { ids, note }: { ids: readonly string[]; note: TakeDownNote },
): Promise<void> {
  const entry = createEntry<OwnedImage>(site, actor, (done) => removalOf('image.takeDown', done, note.reason))
  for (const part of partsOf(ids)) {
    const images = await requireOwnImages(site, ownerId, part)
    await entry.extend(images, (audit) => site.database.images.takeDown(part, note, audit))
  }
}

/**
 * Puts back images of one owner that were taken down, in the same way.
 * @returns the ids of those that are live now
 * @throws {Failure} NOT_FOUND if one does not exist, is someone else's or is not taken down; QUOTA_EXCEEDED
 */
export async function putBackOfOwner(
  site: Site,
  actor: Actor,
  ownerId: string,
  ids: readonly string[],
): Promise<string[]> {
  const live: string[] = []
  const entry = createEntry<OwnedImage>(site, actor, (done) => removalOf('image.putBack', done))
  for (const part of partsOf(ids)) {
    const images = await requireOwnImages(site, ownerId, part)
    await entry.extend(images, async (audit) => {
      const outcome = await site.database.images.putBack(part, audit)
      live.push(...outcome.live)
      return outcome.entry
    })
  }
  return live
}

/**
 * Restores deleted images, in batches of {@link maxImagesAtOnce}. Images whose bytes were uploaded again meanwhile stay
 * deleted.
 * @returns the ids of those restored
 * @throws {Failure} NOT_FOUND if one does not exist, is someone else's or was deleted too long ago; QUOTA_EXCEEDED if
 * there is no room for a whole batch, and none of it is restored; BAD_REQUEST
 */
export async function restoreImages(
  site: Site & Pick<SitePorts, 'snapshot'>,
  actor: Actor,
  ownerId: string,
  ids: readonly string[],
): Promise<string[]> {
  const limits = liveLimitsOf(site.snapshot().policy)
  const restored: string[] = []
  const entry = createEntry(site, actor, (done) => ({
    action: 'image.restore',
    subject: subjectOf(done),
    after: { ids: idsOf(done) },
  }))
  for (const part of partsOf(ids)) {
    const nowMs = site.clock()
    const images = await requireOwnImages(site, ownerId, part)
    for (const image of images) {
      if (image.deletedAtMs !== null && nowMs - image.deletedAtMs >= restorableMs) throw noImage(image.id)
    }
    if (images.every(({ deletedAtMs }) => deletedAtMs === null)) continue
    await entry.extend(images, async (audit) => {
      const outcome = await site.database.images.restore(part, audit, limits)
      restored.push(...outcome.restored)
      return outcome.entry
    })
  }
  return restored
}

/**
 * Deletes deleted images for good, in batches of {@link maxImagesAtOnce}, each all or nothing, and their bytes unless
 * another image needs them. The bytes go at once, so that uploading and deleting can't fill the disk. Not possible
 * during a backup, which needs the bytes of all rows that it has read.
 * @param takenDownToo for operators
 * @returns the number of files whose bytes could not be removed now; the collector removes them within two hours
 * @throws {Failure} NOT_FOUND if one does not exist, is someone else's or is not deleted; CONFLICT while a collection
 * or a backup is running; BAD_REQUEST
 */
export async function deleteForGood(
  site: RemovingSite,
  actor: Actor,
  ownerId: string,
  ids: readonly string[],
  takenDownToo = false,
): Promise<{ filesLeft: number }> {
  const parts = partsOf(ids)
  const entry = createEntry<OwnedImage>(site, actor, (done) => removalOf('image.purge', done))
  const deleted = await withLease(site, collectorLease, async (lease) => {
    let filesLeft = 0
    for (const part of parts) {
      const images = await requireOwnImages(site, ownerId, part)
      const nowMs = site.clock()
      let released: BlobAddress[] = []
      await entry.extend(images, async (audit) => {
        const outcome = await site.database.images.deleteForGood(part, nowMs, audit, takenDownToo)
        released = outcome.released
        return outcome.entry
      })
      const requireAllowed = () => lease.requireHeld()
      filesLeft += await removeBlobs(site, released, { releasedBeforeMs: nowMs + 1, requireAllowed })
    }
    return { filesLeft }
  })
  if (deleted !== undefined) return deleted
  throw conflict(
    message(
      'A collection or a backup is running, beside which nothing is deleted for good. Try again in a few minutes.',
    ),
  )
}

/**
 * Puts images into an album, and takes them out of their previous album, if given, in batches of {@link
 * maxImagesAtOnce}.
 * @throws {Failure} NOT_FOUND if an image does not exist or does not belong to the album's owner; BAD_REQUEST
 */
export async function moveImages(
  site: Site,
  actor: Actor,
  move: { ids: readonly string[]; into: Album | null; outOf: Album | null },
): Promise<void> {
  const { into } = move
  const outOf = move.outOf?.id === into?.id ? null : move.outOf
  const album = into ?? outOf
  if (album === null) return
  const left = outOf && { id: outOf.id, name: outOf.name }
  const entry = createEntry(site, actor, (done) => {
    const ids = idsOf(done)
    if (into === null) return { action: 'album.removeImages', subject: album.id, before: { ids } }
    if (left === null) return { action: 'album.addImages', subject: album.id, after: { ids } }
    return { action: 'album.moveImages', subject: album.id, before: left, after: { name: album.name, ids } }
  })
  const albums = { ownerId: album.ownerId, into: into?.id ?? null, outOf: outOf?.id ?? null }
  for (const imageIds of partsOf(move.ids)) {
    await entry.extend(
      imageIds.map((id) => ({ id })),
      (audit) => site.database.albums.moveImages({ ...albums, imageIds, atMs: site.clock() }, audit),
    )
  }
}

type Identified = Pick<Image, 'id'>

/**
 * Creates the one audit entry of an action that changes images in batches. The transaction of each batch extends the
 * entry, so that it lists all changes wherever the action stops.
 */
function createEntry<T extends Identified = Identified>(
  { clock }: Site,
  actor: Actor,
  changeOf: (done: readonly T[]) => AuditChange,
) {
  const atMs = clock()
  const done: T[] = []
  let replaces: number | undefined
  return {
    /** @param change returns the id of the entry that it wrote */
    async extend(part: readonly T[], change: (audit: AuditDraft) => Promise<number | undefined>) {
      const audit = auditDraft(actor, atMs, changeOf([...done, ...part]))
      replaces = await change({ ...audit, replaces })
      if (replaces !== undefined) done.push(...part)
    },
  }
}

async function requireOwnImages(site: Site, ownerId: string, ids: readonly string[]): Promise<OwnedImage[]> {
  const images = await site.database.images.ownersOf(ids)
  return requireAll(ids, images, (image) => image.ownerId === ownerId)
}

/** @throws {Failure} NOT_FOUND for the first id without a matching image */
function requireAll<T extends Identified>(
  ids: readonly string[],
  images: readonly T[],
  isFitting: (image: T) => boolean,
): T[] {
  const found = new Map(images.map((image) => [image.id, image]))
  return ids.map((id) => {
    const image = found.get(id)
    if (image === undefined || !isFitting(image)) throw noImage(id)
    return image
  })
}

/** The distinct ids, in batches that change together. @throws {Failure} BAD_REQUEST for none or too many */
function partsOf(given: readonly string[]): string[][] {
  const ids = readIds(given)
  if (ids.length === 0) throw badRequest(message('No image is selected.'))
  return inParts(ids)
}

function inParts<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / maxImagesAtOnce) }, (_, part) =>
    list.slice(part * maxImagesAtOnce, (part + 1) * maxImagesAtOnce),
  )
}

/**
 * The audit entry for deleting and restoring images. It has their owners and the SHA-256 of their bytes, because the
 * rows will be gone.
 */
function removalOf(
  action: 'image.delete' | 'image.purge' | 'image.takeDown' | 'image.putBack',
  done: readonly OwnedImage[],
  reason?: string,
): AuditChange {
  const before = {
    ownerId: done[0]?.ownerId,
    owner: done[0]?.ownerName,
    sha256: [...new Set(done.map(({ address }) => address))],
  }
  return {
    action,
    subject: subjectOf(done),
    before,
    after: { ids: idsOf(done), ...(reason !== undefined && { reason }) },
  }
}

const idsOf = (images: readonly Identified[]): string[] => images.map(({ id }) => id)

function subjectOf([first, ...others]: readonly Identified[]): string {
  return others.length === 0 ? (first?.id ?? '') : `${others.length + 1} images`
}

function noImage(id: string): Failure {
  return notFound(message('The image "{id}"', { id }))
}
