import { type AuditChange, auditDraft } from '../audit/audit-draft.ts'
import type { ImageSort } from '../images/image-records.ts'
import { restorableMs } from '../images/images.ts'
import { notFound } from '../language/failure.ts'
import { newId, randomBase62 } from '../language/ids.ts'
import { allItems, readIds, readSelection } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { Actor, Album, Image } from '../language/records.ts'
import { maxNameCharacters, nameKey, readDescription, readName } from '../language/text-field.ts'
import type { SitePorts } from '../site-ports.ts'
import type { AlbumUpdate } from './album-rows.ts'

type Site = Pick<SitePorts, 'database' | 'clock'>

/** Images of an album read at once. */
const imagesOfPage = 200

/** Adds an album at the end of its owner's list. */
export async function addAlbum(site: Site, actor: Actor, ownerId: string, givenName: string): Promise<Album> {
  const name = readName(givenName, { least: 1, most: maxNameCharacters.album })
  const id = newId()
  const createdAtMs = site.clock()
  const audit = auditDraft(actor, createdAtMs, { action: 'album.add', subject: id, after: { name, ownerId } })
  return site.database.albums.add({ id, ownerId, name, publicToken: null, createdAtMs }, audit)
}

/**
 * Adds an album with these images of the owner, all at once. Images deleted meanwhile are left out.
 * @param given.isArranged whether they keep this order
 * @param given.imageIds any number, for an import
 * @throws {Failure} BAD_REQUEST, CONFLICT
 */
export async function addFilledAlbum(
  site: Site,
  actor: Actor,
  ownerId: string,
  given: Pick<Album, 'name' | 'description' | 'coverImageId' | 'isArranged' | 'hasRandomLink'> & {
    isPublic: boolean
    imageIds: Iterable<string>
  },
): Promise<Album> {
  const { coverImageId, isArranged, isPublic } = given
  const name = readName(given.name, { least: 1, most: maxNameCharacters.album })
  const description = readDescription(given.description)
  const imageIds = [...new Set(given.imageIds)]
  const id = newId()
  const createdAtMs = site.clock()
  const change: AuditChange = {
    action: 'album.add',
    subject: id,
    after: { name, ownerId, images: imageIds.length, isPublic },
  }
  const album = {
    ...{ id, ownerId, name, description, coverImageId, isArranged, createdAtMs },
    publicToken: isPublic ? newPublicToken() : null,
    hasRandomLink: isPublic && given.hasRandomLink,
  }
  return site.database.albums.addWithImages(album, imageIds, auditDraft(actor, createdAtMs, change))
}

const newPublicToken = (): string => randomBase62(22)

/**
 * The owner's album of this name; creates it if needed.
 * @param field the input's name for it
 * @throws {Failure} as {@link addAlbum}
 */
export async function findOrAddAlbum(
  site: Site,
  actor: Actor,
  { ownerId, name: givenName, field }: { ownerId: string; name: string; field: string },
): Promise<Album> {
  const wanted = nameKey(readName(givenName, { field, least: 1, most: maxNameCharacters.album }))
  const find = async () => {
    const albums = await site.database.albums.list(ownerId)
    return albums.find(({ name }) => nameKey(name) === wanted)
  }
  const found = await find()
  if (found !== undefined) return found
  try {
    return await addAlbum(site, actor, ownerId, givenName)
  } catch (error) {
    // Another upload of the same batch created it first.
    const added = await find()
    if (added === undefined) throw error
    return added
  }
}

/** The owner's own album. Another owner's album counts as missing. @throws {Failure} NOT_FOUND */
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

/** The album whose public page has this token, or `undefined`. */
export async function findPublicAlbum(
  { database }: Pick<SitePorts, 'database'>,
  token: string,
): Promise<Album | undefined> {
  return /^[0-9A-Za-z]{22}$/.test(token) ? await database.albums.byPublicToken(token) : undefined
}

/** The random image is chosen among this many, so that in albums up to that size each is as likely. */
const drawnFrom = 64

/**
 * A random image of the album; `undefined` if it has none. Ids are random, so in a large album images with few
 * neighbours by id are slightly more likely.
 */
export async function drawImage(
  { database }: Pick<SitePorts, 'database'>,
  { id }: Pick<Album, 'id'>,
): Promise<Image | undefined> {
  const images = await database.albums.sample(id, { fromId: newId(), size: drawnFrom })
  const drawn = images[Math.floor(Math.random() * images.length)]
  return drawn ?? (await database.albums.covers([id])).get(id)
}

/** Changes an album's name and description; omitted values stay. @throws {Failure} NOT_FOUND, BAD_REQUEST */
export async function describeAlbum(
  site: Site,
  actor: Actor,
  album: Album,
  given: { name: string; description?: string },
): Promise<void> {
  const name = readName(given.name, { least: 1, most: maxNameCharacters.album })
  const description = given.description === undefined ? album.description : readDescription(given.description)
  const changed = {
    ...(name !== album.name && { name }),
    ...(description !== album.description && { description }),
  }
  if (Object.keys(changed).length > 0) await changeAlbum(site, actor, album, changed)
}

/**
 * Sets the cover to one of the album's images; without one, the first image is the cover. @throws {Failure} NOT_FOUND
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

/** Clears the manual order: the newest images come first again. */
export async function clearAlbumOrder(site: Site, actor: Actor, album: Album): Promise<void> {
  if (album.isArranged) await changeAlbum(site, actor, album, { isArranged: false })
}

/**
 * Moves images of the album, in this order, before another image of it, or to its end. From then on the album has a
 * manual order, and new images come first.
 * @throws {Failure} NOT_FOUND if the other image is not in the album; BAD_REQUEST for too many
 */
export async function arrangeAlbumImages(
  site: Site,
  actor: Actor,
  album: Album,
  { imageIds, beforeId }: { imageIds: readonly string[]; beforeId: string | null },
): Promise<void> {
  const order = { imageIds: readIds(imageIds), beforeId }
  const change: AuditChange = { action: 'album.arrangeImages', subject: album.id, after: order }
  const audit = auditDraft(actor, site.clock(), change)
  await site.database.albums.arrangeImages(album.id, album.ownerId, order, audit)
}

/** Where selected images of an album can be moved together. */
export const albumPlaces = ['first', 'earlier', 'later', 'last'] as const

type AlbumPlace = (typeof albumPlaces)[number]

/**
 * Moves images of an album together, in the given order: to its beginning or end, or one place before the first or
 * after the last of them. Without such a place, nothing moves. Images outside the album are ignored.
 * @throws {Failure} BAD_REQUEST for too many
 */
export async function moveInAlbum(
  site: Site,
  actor: Actor,
  album: Album,
  { images: given, to }: { images: readonly Pick<Image, 'id' | 'createdAtMs'>[]; to: AlbumPlace },
): Promise<void> {
  const images = readSelection(given, ({ id }) => id)
  const imageIds = images.map(({ id }) => id)
  const beforeId = await placeInAlbum(site, album, images, to)
  if (beforeId !== undefined) await arrangeAlbumImages(site, actor, album, { imageIds, beforeId })
}

/** The image before which to place these; null for the end, undefined if they stay. */
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
      return firstOfOthers(database, query, new Set(images.map(({ id }) => id)))
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

/** The first image that is not being moved, in the order of the album. */
async function firstOfOthers(
  { images }: Pick<SitePorts['database'], 'images'>,
  query: { albumId: string; sort: ImageSort },
  moved: ReadonlySet<string>,
): Promise<string | undefined> {
  const all = allItems((place) => images.list({ ...query, ...place, limit: imagesOfPage }))
  for await (const { id } of all) if (!moved.has(id)) return id
  return undefined
}

async function changeAlbum(site: Site, actor: Actor, album: Album, after: AlbumUpdate): Promise<void> {
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, album[name as keyof Album]]))
  const action = after.name === undefined ? 'album.describe' : 'album.rename'
  const change: AuditChange = { action, subject: album.id, before, after }
  await site.database.albums.update(album.id, after, auditDraft(actor, site.clock(), change))
}

/** Enables or disables the public album's random link. */
export async function setAlbumRandomLink(
  site: Site,
  actor: Actor,
  album: Album,
  hasRandomLink: boolean,
): Promise<void> {
  if (hasRandomLink !== album.hasRandomLink) await changeAlbum(site, actor, album, { hasRandomLink })
}

/** Gives the album a public page at an unguessable address, or removes the page and its random link for good. */
export async function setAlbumPublic(
  site: Site,
  actor: Actor,
  album: Album,
  isPublic: boolean,
): Promise<void> {
  if (isPublic === (album.publicToken !== null)) return
  const publicToken = isPublic ? newPublicToken() : null
  const change: AuditChange = { action: isPublic ? 'album.publish' : 'album.unpublish', subject: album.id }
  await site.database.albums.update(
    album.id,
    { publicToken, hasRandomLink: false },
    auditDraft(actor, site.clock(), change),
  )
}

/** Removes the album; its images stay. Until the album is collected, `restoreAlbum` can bring it back. */
export async function removeAlbum(site: Site, actor: Actor, album: Album): Promise<void> {
  const { name, ownerId, description } = album
  const listed = (await site.database.albums.list(ownerId)).find(({ id }) => id === album.id)
  const before = { name, ownerId, description, images: listed?.imageCount }
  const change: AuditChange = { action: 'album.remove', subject: album.id, before }
  const nowMs = site.clock()
  await site.database.albums.remove(album.id, nowMs, auditDraft(actor, nowMs, change))
}

/**
 * Restores a removed album with those of its images that still exist, at its place among its owner's and without a
 * public page.
 * @throws {Failure} NOT_FOUND if the owner removed no such album within {@link restorableMs}; CONFLICT if its name is
 * taken or the owner has the maximum number of albums
 */
export async function restoreAlbum(site: Site, actor: Actor, ownerId: string, id: string): Promise<Album> {
  const nowMs = site.clock()
  const from = { ownerId, removedAfterMs: nowMs - restorableMs }
  const audit = auditDraft(actor, nowMs, { action: 'album.restore', subject: id })
  return site.database.albums.restore(id, from, audit)
}

/**
 * Puts an owner's albums into this order; other albums follow, and unknown ids are ignored.
 * @throws {Failure} BAD_REQUEST for too many
 */
export async function arrangeAlbums(
  site: Site,
  actor: Actor,
  ownerId: string,
  given: readonly string[],
): Promise<void> {
  const ids = readIds(given)
  const before = { ids: (await site.database.albums.list(ownerId)).map(({ id }) => id) }
  const change: AuditChange = { action: 'album.arrange', subject: ownerId, before, after: { ids } }
  await site.database.albums.arrange(ownerId, ids, auditDraft(actor, site.clock(), change))
}
