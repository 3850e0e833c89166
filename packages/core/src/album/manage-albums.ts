import { z } from 'zod'
import { notFound } from '../failure.ts'
import { newId, randomBase62 } from '../ids.ts'
import { message } from '../message.ts'
import type { AlbumUpdate } from '../ports/database/album-store.ts'
import type { ImageSort } from '../ports/database/image-store.ts'
import type { Actor, Album, Image } from '../records.ts'
import { type AuditChange, auditDraft } from '../site/audit-draft.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { maxNameCharacters, readDescription, readName } from '../text-field.ts'

/** The audit log's record of a removed album. */
const removedAlbum = z.object({
  name: z.string(),
  ownerId: z.string(),
  imageIds: z.array(z.string()),
  description: z.string().default(''),
  coverImageId: z.string().nullable().default(null),
  isArranged: z.boolean().default(false),
})

type Site = Pick<SitePorts, 'database' | 'clock'>

/** Adds an album at the end of its owner's list. */
export async function addAlbum(site: Site, actor: Actor, ownerId: string, givenName: string): Promise<Album> {
  const name = readName(givenName, { least: 1, most: maxNameCharacters.album })
  const id = newId()
  const createdAtMs = site.clock()
  const audit = auditDraft(actor, createdAtMs, { action: 'album.add', subject: id, after: { name, ownerId } })
  return site.database.albums.add({ id, ownerId, name, publicToken: null, createdAtMs }, audit)
}

/** The owner's own album. Someone else's album is treated as missing. @throws {Failure} NOT_FOUND */
export async function findOwnAlbum(
  site: Pick<SitePorts, 'database'>,
  ownerId: string,
  id: string,
): Promise<Album> {
  const album = await site.database.albums.byId(id)
  if (album === undefined || album.ownerId !== ownerId) {
    throw notFound(message('The album "{id}"', { id }))
  }
  return album
}

/** The album whose public page has this token in its address, or `undefined`. */
export async function findPublicAlbum(
  { database }: Pick<SitePorts, 'database'>,
  token: string,
): Promise<Album | undefined> {
  return /^[0-9A-Za-z]{22}$/.test(token) ? await database.albums.byPublicToken(token) : undefined
}

/** Of so many images one is drawn, so that in albums of up to that size each is as likely. */
const drawnFrom = 64

/**
 * Any image of the album; `undefined` where it has none. In a large album those that have few neighbours by their ids,
 * which are random, are a little more likely.
 */
export async function drawImage(
  { database }: Pick<SitePorts, 'database'>,
  { id }: Pick<Album, 'id'>,
): Promise<Image | undefined> {
  const images = await database.albums.sample(id, { fromId: newId(), size: drawnFrom })
  const drawn = images[Math.floor(Math.random() * images.length)]
  return drawn ?? (await database.albums.covers([id])).get(id)
}

/** Changes an album's name and description; a value that is left out stays. @throws {Failure} NOT_FOUND, BAD_REQUEST */
export async function describeAlbum(
  site: Site,
  actor: Actor,
  album: Album,
  given: { name: string; description?: string },
): Promise<void> {
  const name = readName(given.name, { least: 1, most: maxNameCharacters.album })
  const description = given.description === undefined ? album.description : readDescription(given.description)
  const { database, clock } = site
  if (name !== album.name) {
    const change: AuditChange = {
      action: 'album.rename',
      subject: album.id,
      before: { name: album.name },
      after: { name },
    }
    await database.albums.update(album.id, { name }, auditDraft(actor, clock(), change))
  }
  if (description !== album.description) await changeAlbum(site, actor, album, { description })
}

/**
 * Sets the album's cover to one of its images; without one, its first image is the cover. @throws {Failure} NOT_FOUND
 */
export async function setAlbumCover(
  site: Site,
  actor: Actor,
  album: Album,
  coverImageId: string | null,
): Promise<void> {
  if (coverImageId !== null) {
    const within = await site.database.albums.withImage(coverImageId)
    if (!within.some(({ id }) => id === album.id)) {
      throw notFound(message('The image {id}', { id: coverImageId }))
    }
  }
  await changeAlbum(site, actor, album, { coverImageId })
}

/** Shows the album's images newest first again, and forgets the order by hand. */
export async function forgetAlbumOrder(site: Site, actor: Actor, album: Album): Promise<void> {
  if (album.isArranged) await changeAlbum(site, actor, album, { isArranged: false })
}

/**
 * Moves images of the album, in this order, before another image of it, or to its end. From then on the album has its
 * own order, and new images come first.
 * @throws {Failure} NOT_FOUND if that other image is not in the album
 */
export async function arrangeAlbumImages(
  site: Site,
  actor: Actor,
  album: Album,
  order: { imageIds: readonly string[]; beforeId: string | null },
): Promise<void> {
  const change: AuditChange = { action: 'album.arrangeImages', subject: album.id, after: order }
  const audit = auditDraft(actor, site.clock(), change)
  await site.database.albums.arrangeImages(album.id, album.ownerId, order, audit)
}

/** Where images of an album can be moved to, together. */
export const albumPlaces = ['first', 'earlier', 'later', 'last'] as const

/** See {@link albumPlaces}. */
export type AlbumPlace = (typeof albumPlaces)[number]

/**
 * Moves images of an album together, in the given order: to its beginning or end, or one place before the first or
 * after the last of them. If there is no such place, nothing moves. Images that are not in the album are ignored.
 */
export async function moveInAlbum(
  site: Site,
  actor: Actor,
  album: Album,
  { images, to }: { images: readonly Pick<Image, 'id' | 'createdAtMs'>[]; to: AlbumPlace },
): Promise<void> {
  const imageIds = images.map(({ id }) => id)
  const beforeId = await placeInAlbum(site, album, images, to)
  if (beforeId !== undefined) await arrangeAlbumImages(site, actor, album, { imageIds, beforeId })
}

/** The image before which these are placed; null for the end, undefined if they stay. */
async function placeInAlbum(
  { database }: Site,
  { id: albumId }: Album,
  images: readonly Pick<Image, 'id' | 'createdAtMs'>[],
  to: AlbumPlace,
): Promise<string | null | undefined> {
  const [first, last] = [images[0], images.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const query: { albumId: string; sort: ImageSort } = { albumId, sort: 'album' }
  switch (to) {
    case 'first': {
      const { items } = await database.images.list({ ...query, limit: images.length + 1 })
      return items.find(({ id }) => !images.some((image) => image.id === id))?.id
    }
    case 'earlier':
      return (await database.images.neighbours(first, query)).previous
    case 'later': {
      const { next } = await database.images.neighbours(last, query)
      if (next === undefined) return undefined
      const follower = await database.images.byId(next)
      return follower && ((await database.images.neighbours(follower, query)).next ?? null)
    }
    case 'last':
      return null
  }
}

async function changeAlbum(site: Site, actor: Actor, album: Album, after: AlbumUpdate): Promise<void> {
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, album[name as keyof Album]]))
  const change: AuditChange = { action: 'album.describe', subject: album.id, before, after }
  await site.database.albums.update(album.id, after, auditDraft(actor, site.clock(), change))
}

/** Gives the public album an address that leads to any of its images, or takes it away. */
export async function setAlbumRandomLink(
  site: Site,
  actor: Actor,
  album: Album,
  hasRandomLink: boolean,
): Promise<void> {
  if (hasRandomLink !== album.hasRandomLink) await changeAlbum(site, actor, album, { hasRandomLink })
}

/** Gives the album a public page under an unguessable address, or takes it away for good, and its random link with it. */
export async function setAlbumPublic(
  site: Site,
  actor: Actor,
  album: Album,
  isPublic: boolean,
): Promise<void> {
  if (isPublic === (album.publicToken !== null)) return
  const publicToken = isPublic ? randomBase62(22) : null
  const change: AuditChange = { action: isPublic ? 'album.publish' : 'album.unpublish', subject: album.id }
  await site.database.albums.update(
    album.id,
    { publicToken, hasRandomLink: false },
    auditDraft(actor, site.clock(), change),
  )
}

/**
 * Removes the album; its images stay. The audit log keeps which images it had, so that `restoreAlbum` can make it
 * again.
 */
export async function removeAlbum(site: Site, actor: Actor, album: Album): Promise<void> {
  const imageIds = await idsIn(site, album)
  const { name, ownerId, description, coverImageId, isArranged } = album
  const before = { name, ownerId, imageIds, description, coverImageId, isArranged }
  const change: AuditChange = { action: 'album.remove', subject: album.id, before }
  await site.database.albums.remove(album.id, auditDraft(actor, site.clock(), change))
}

/**
 * Makes a removed album again, under its old id and with those of its images that still exist, at the end of its
 * owner's list and without a public page.
 * @throws {Failure} NOT_FOUND if the owner has removed no such album, or deletes one of its images at this moment;
 * CONFLICT if its name is taken. Nothing is restored then, and it can be tried again.
 */
export async function restoreAlbum(site: Site, actor: Actor, ownerId: string, id: string): Promise<Album> {
  const { items } = await site.database.audit.list({ action: 'album.remove', subject: id, limit: 1 })
  const removed = readRemoved(items[0]?.before)
  if (removed === undefined || removed.ownerId !== ownerId) {
    throw notFound(message('The album "{id}"', { id }))
  }
  const nowMs = site.clock()
  const { name, description, coverImageId, isArranged } = removed
  const imageIds = await liveImages(site, ownerId, removed.imageIds)
  const change: AuditChange = { action: 'album.restore', subject: id, after: { name, imageIds } }
  const words = { name, description, coverImageId, isArranged }
  const album = { id, ownerId, publicToken: null, createdAtMs: nowMs, ...words }
  return site.database.albums.addWithImages(album, imageIds, auditDraft(actor, nowMs, change))
}

/** Puts an owner's albums into this order; albums that are left out follow. @throws {Failure} NOT_FOUND */
export async function arrangeAlbums(
  site: Site,
  actor: Actor,
  ownerId: string,
  ids: readonly string[],
): Promise<void> {
  const change: AuditChange = { action: 'album.arrange', subject: ownerId, after: { ids } }
  await site.database.albums.arrange(ownerId, ids, auditDraft(actor, site.clock(), change))
}

async function idsIn(site: Site, album: Album): Promise<string[]> {
  const ids: string[] = []
  let after: string | null = null
  do {
    const query = {
      albumId: album.id,
      sort: 'album' as const,
      limit: 200,
      ...(after === null ? {} : { after }),
    }
    const page = await site.database.images.list(query)
    ids.push(...page.items.map((image) => image.id))
    after = page.next
  } while (after !== null)
  return ids
}

async function liveImages(site: Site, ownerId: string, ids: readonly string[]): Promise<string[]> {
  const live: string[] = []
  for (const id of ids) {
    if ((await site.database.images.byId(id))?.ownerId === ownerId) live.push(id)
  }
  return live
}

function readRemoved(before: unknown): z.infer<typeof removedAlbum> | undefined {
  const parsed = removedAlbum.safeParse(before)
  return parsed.success ? parsed.data : undefined
}
