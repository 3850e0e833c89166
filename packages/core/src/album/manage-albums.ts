import { z } from 'zod'
import { notFound } from '../failure.ts'
import { newId, randomBase62 } from '../ids.ts'
import { message } from '../message.ts'
import type { Actor, Album } from '../records.ts'
import { type AuditChange, auditDraft } from '../site/audit-draft.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { maxNameCharacters, readName } from '../text-field.ts'

/** What the audit log keeps of a removed album. */
const removedAlbum = z.object({ name: z.string(), ownerId: z.string(), imageIds: z.array(z.string()) })

type Site = Pick<SitePorts, 'database' | 'clock'>

/** Adds an album at the end of its owner's list. */
export async function addAlbum(site: Site, actor: Actor, ownerId: string, givenName: string): Promise<Album> {
  const name = readName(givenName, { least: 1, most: maxNameCharacters.album })
  const id = newId()
  const createdAtMs = site.clock()
  const audit = auditDraft(actor, createdAtMs, { action: 'album.add', subject: id, after: { name, ownerId } })
  return site.database.albums.add({ id, ownerId, name, publicToken: null, createdAtMs }, audit)
}

/** The owner's own album. Someone else's is no more there than one that does not exist. @throws {Failure} NOT_FOUND */
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

/** @throws {Failure} NOT_FOUND, BAD_REQUEST */
export async function renameAlbum(site: Site, actor: Actor, album: Album, givenName: string): Promise<void> {
  const name = readName(givenName, { least: 1, most: maxNameCharacters.album })
  const change: AuditChange = {
    action: 'album.rename',
    subject: album.id,
    before: { name: album.name },
    after: { name },
  }
  await site.database.albums.update(album.id, { name }, auditDraft(actor, site.clock(), change))
}

/** Gives the album a public page under an unguessable address, or takes it away for good. */
export async function setAlbumPublic(
  site: Site,
  actor: Actor,
  album: Album,
  isPublic: boolean,
): Promise<void> {
  if (isPublic === (album.publicToken !== null)) return
  const publicToken = isPublic ? randomBase62(22) : null
  const change: AuditChange = { action: isPublic ? 'album.publish' : 'album.unpublish', subject: album.id }
  await site.database.albums.update(album.id, { publicToken }, auditDraft(actor, site.clock(), change))
}

/**
 * Removes the album; its images stay. What was in it is written in the audit log, so that
 * `restoreAlbum` can make it again.
 */
export async function removeAlbum(site: Site, actor: Actor, album: Album): Promise<void> {
  const imageIds = await idsIn(site, album)
  const before = { name: album.name, ownerId: album.ownerId, imageIds }
  const change: AuditChange = { action: 'album.remove', subject: album.id, before }
  await site.database.albums.remove(album.id, auditDraft(actor, site.clock(), change))
}

/**
 * Makes a removed album again, under its old id and with those of its images that are still there, at the end
 * of its owner's list and without a public page.
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
  const { name } = removed
  const imageIds = await liveImages(site, ownerId, removed.imageIds)
  const change: AuditChange = { action: 'album.restore', subject: id, after: { name, imageIds } }
  const album = { id, ownerId, name, publicToken: null, createdAtMs: nowMs }
  return site.database.albums.addWithImages(album, imageIds, auditDraft(actor, nowMs, change))
}

/** Puts an owner's albums in this order; those left out follow. @throws {Failure} NOT_FOUND */
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
    const query = { albumId: album.id, limit: 200, ...(after === null ? {} : { after }) }
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

function readRemoved(before: unknown): { name: string; ownerId: string; imageIds: string[] } | undefined {
  const parsed = removedAlbum.safeParse(before)
  return parsed.success ? parsed.data : undefined
}
