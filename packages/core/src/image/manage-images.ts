import { badRequest, conflict, Failure, notFound } from '../failure.ts'
import { forEachAtOnce } from '../maintenance/at-once.ts'
import { collectorLease, type Lease, withLease } from '../maintenance/lease.ts'
import { removeBlob } from '../maintenance/remove-blob.ts'
import { message } from '../message.ts'
import type { BlobAddress } from '../ports/blob-store.ts'
import type { Actor, Album, Image } from '../records.ts'
import { type AuditChange, auditDraft } from '../site/audit-draft.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { readDescription, readTitle } from '../text-field.ts'
import { isoTime } from '../time.ts'
import { checkEnd } from './lifetime.ts'

/**
 * How long a deleted image can be brought back, in milliseconds: a week. Of an owner with a quota the oldest may be
 * forgotten sooner.
 */
export const restorableMs = 7 * 24 * 60 * 60 * 1000
/** So many images change together at most. */
export const maxImagesAtOnce = 500
const removedAtOnce = 4
const changedAtOnce = 16

type Site = Pick<SitePorts, 'database' | 'clock'>

/**
 * The owner's own live image. Someone else's image is treated as missing.
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

/** The same of an image that its owner has deleted. @throws {Failure} NOT_FOUND */
export async function findOwnDeletedImage(
  site: Pick<SitePorts, 'database'>,
  ownerId: string,
  id: string,
): Promise<Image> {
  const image = await findImage(site, id)
  if (image.ownerId !== ownerId || image.deletedAtMs === null) throw noImage(id)
  return image
}

/** An image of any owner, deleted or not, for operators. @throws {Failure} NOT_FOUND */
export async function findImage(site: Pick<SitePorts, 'database'>, id: string): Promise<Image> {
  const image = await site.database.images.byIdWithDeleted(id)
  if (image === undefined) throw noImage(id)
  return image
}

/** Gives an image another title and description. @throws {Failure} BAD_REQUEST, NOT_FOUND */
export async function describeImage(
  site: Site,
  actor: Actor,
  image: Image,
  input: { title: string; description: string },
): Promise<void> {
  const title = readTitle(input.title)
  const description = readDescription(input.description)
  const before = { title: image.title, description: image.description }
  const after = { title, description }
  if (before.title === after.title && before.description === after.description) return
  const change: AuditChange = { action: 'image.describe', subject: image.id, before, after }
  await site.database.images.update(image.id, after, auditDraft(actor, site.clock(), change))
}

/**
 * Puts images into another category, one by one: if one is refused, those before it have changed.
 * @throws {Failure} CATEGORY_UNAVAILABLE, NOT_FOUND
 */
export async function categorizeImages(
  site: Site,
  actor: Actor,
  images: readonly Image[],
  categoryId: string,
): Promise<void> {
  const category = await site.database.categories.byId(categoryId)
  if (!category?.enabled) throw new Failure({ code: 'CATEGORY_UNAVAILABLE', categoryId })
  const others = images.filter((image) => image.categoryId !== categoryId)
  await forEachAtOnce(others, changedAtOnce, async ({ id, categoryId: before }) => {
    const change: AuditChange = {
      action: 'image.describe',
      subject: id,
      before: { categoryId: before },
      after: { categoryId },
    }
    await site.database.images.update(id, { categoryId }, auditDraft(actor, site.clock(), change))
  })
}

/**
 * Gives images another end, or none (`null`), one by one: if one is refused, those before it have changed.
 * @throws {Failure} BAD_REQUEST for an end that has passed or is later than the policy allows, NOT_FOUND
 */
export async function setImagesEnd(
  site: Site & Pick<SitePorts, 'snapshot'>,
  actor: Actor,
  images: readonly Image[],
  expiresAtMs: number | null,
): Promise<void> {
  const nowMs = site.clock()
  checkEnd(site.snapshot().policy, expiresAtMs, nowMs)
  const others = images.filter((image) => image.expiresAtMs !== expiresAtMs)
  await forEachAtOnce(others, changedAtOnce, async ({ id, expiresAtMs: before }) => {
    const change: AuditChange = {
      action: 'image.describe',
      subject: id,
      before: { expiresAt: before === null ? null : isoTime(before) },
      after: { expiresAt: expiresAtMs === null ? null : isoTime(expiresAtMs) },
    }
    await site.database.images.update(id, { expiresAtMs }, auditDraft(actor, nowMs, change))
  })
}

/**
 * Gives images the same title, one by one: if one is refused, those before it have changed.
 * @throws {Failure} BAD_REQUEST, NOT_FOUND
 */
export async function titleImages(
  site: Site,
  actor: Actor,
  images: readonly Image[],
  title: string,
): Promise<void> {
  await forEachAtOnce(images, changedAtOnce, (image) =>
    describeImage(site, actor, image, { title, description: image.description }),
  )
}

/**
 * Deletes images of one owner, all or none. They are gone for everyone at once, and can be restored for `restorableMs`.
 * @throws {Failure} NOT_FOUND if one does not exist or is someone else's, BAD_REQUEST for none or too many
 */
export async function deleteImages(
  site: Site,
  actor: Actor,
  ownerId: string,
  ids: readonly string[],
): Promise<void> {
  const images = await requireOwnImages(site, ownerId, ids)
  const nowMs = site.clock()
  const audit = auditDraft(actor, nowMs, removalOf('image.delete', images, ids))
  await site.database.images.remove(ids, nowMs, audit)
}

/**
 * Restores deleted images. An image whose bytes were uploaded again meanwhile stays deleted.
 * @returns the ids of those restored
 * @throws {Failure} NOT_FOUND if one does not exist, is someone else's or was deleted too long ago; QUOTA_EXCEEDED if
 * there is no room for all of them, and none is restored; BAD_REQUEST
 */
export async function restoreImages(
  site: Site,
  actor: Actor,
  ownerId: string,
  ids: readonly string[],
): Promise<string[]> {
  const nowMs = site.clock()
  for (const image of await requireOwnImages(site, ownerId, ids)) {
    if (image.deletedAtMs !== null && nowMs - image.deletedAtMs >= restorableMs) throw noImage(image.id)
  }
  const audit = auditDraft(actor, nowMs, { action: 'image.restore', subject: subjectOf(ids), after: { ids } })
  return site.database.images.restore(ids, audit)
}

/**
 * Removes deleted images for good, all or none, and those of their bytes that no other image needs. The bytes go at
 * once, so that uploading and deleting can't fill the disk. It is refused while a backup runs, because a backup needs
 * the bytes of all rows that it has read.
 * @returns the number of files whose bytes could not be removed now; the collector removes them within two hours
 * @throws {Failure} NOT_FOUND if one does not exist, is someone else's or is not deleted; CONFLICT while a collection
 * or a backup is running; BAD_REQUEST
 */
export async function purgeImages(
  site: Site & Pick<SitePorts, 'blobs'>,
  actor: Actor,
  ownerId: string,
  ids: readonly string[],
): Promise<{ filesLeft: number }> {
  const images = await requireOwnImages(site, ownerId, ids)
  const purged = await withLease(site, collectorLease, async (lease) => {
    const nowMs = site.clock()
    const audit = auditDraft(actor, nowMs, removalOf('image.purge', images, ids))
    const released = await site.database.images.purgeSelected(ids, nowMs, audit)
    return { filesLeft: await removeReleased(site, { addresses: released, releasedAtMs: nowMs, lease }) }
  })
  if (purged !== undefined) return purged
  throw conflict(
    message(
      'A collection or a backup is running, beside which nothing is deleted for good. Try again in a few minutes.',
    ),
  )
}

/** @returns how many could not be removed */
async function removeReleased(
  site: Site & Pick<SitePorts, 'blobs'>,
  {
    addresses,
    releasedAtMs,
    lease,
  }: { addresses: readonly BlobAddress[]; releasedAtMs: number; lease: Lease },
): Promise<number> {
  let left = 0
  await forEachAtOnce(addresses, removedAtOnce, async (address) => {
    try {
      lease.requireHeld()
      // One that is needed again meanwhile is not left, but as it should be.
      await removeBlob(site, address, releasedAtMs + 1)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      left += 1
    }
  })
  return left
}

/**
 * Puts images into an album, and takes them out of the album that they came from, if any. They are added first, so that
 * an image always stays in one of them.
 * @throws {Failure} NOT_FOUND if an image does not exist or does not belong to the album's owner; BAD_REQUEST
 */
export async function moveImages(
  site: Site,
  actor: Actor,
  move: { ids: readonly string[]; into: Album | null; outOf: Album | null },
): Promise<void> {
  const { ids, into, outOf } = move
  checkCount(ids)
  const nowMs = site.clock()
  if (into !== null) {
    const change: AuditChange = { action: 'album.addImages', subject: into.id, after: { ids } }
    await site.database.albums.addImages(into.id, into.ownerId, ids, nowMs, auditDraft(actor, nowMs, change))
  }
  if (outOf !== null && outOf.id !== into?.id) {
    const change: AuditChange = { action: 'album.removeImages', subject: outOf.id, before: { ids } }
    await site.database.albums.removeImages(outOf.id, outOf.ownerId, ids, auditDraft(actor, nowMs, change))
  }
}

async function requireOwnImages(site: Site, ownerId: string, ids: readonly string[]): Promise<Image[]> {
  checkCount(ids)
  const images: Image[] = []
  for (const id of ids) {
    const image = await site.database.images.byIdWithDeleted(id)
    if (image === undefined || image.ownerId !== ownerId) throw noImage(id)
    images.push(image)
  }
  return images
}

function checkCount(ids: readonly string[]): void {
  if (ids.length === 0) throw badRequest(message('No image is selected.'))
  if (ids.length <= maxImagesAtOnce) return
  throw badRequest(message('At most {most} images change at once.', { most: maxImagesAtOnce }))
}

/**
 * The audit entry of a deletion: the owners of the images and the SHA-256 of their bytes, because the rows will be
 * gone.
 */
function removalOf(
  action: 'image.delete' | 'image.purge',
  images: readonly Image[],
  ids: readonly string[],
): AuditChange {
  const before = {
    ownerId: images[0]?.ownerId,
    owner: images[0]?.ownerName,
    sha256: [...new Set(images.map(({ file }) => file.address))],
  }
  return { action, subject: subjectOf(ids), before, after: { ids } }
}

function subjectOf(ids: readonly string[]): string {
  return ids.length === 1 ? (ids[0] ?? '') : `${ids.length} images`
}

function noImage(id: string): Failure {
  return notFound(message('The image "{id}"', { id }))
}
