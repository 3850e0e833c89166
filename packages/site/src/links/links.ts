import { auditDraft } from '../audit/audit-draft.ts'
import { type Failure, notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { Actor, Image } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'
import { isLinkName, readLinkName } from './link-name.ts'
import type { LinkTarget, PermanentLink } from './link-rows.ts'

type Site = Pick<SitePorts, 'database' | 'clock'>

/**
 * Makes a name lead to an image from now on; the image's owner gets the link.
 * @throws {Failure} BAD_REQUEST for an unfit name or a name that belongs to someone else; NOT_FOUND
 */
export async function setLink(
  site: Site,
  actor: Actor,
  { name, image }: { name: string; image: Pick<Image, 'id' | 'ownerId'> },
): Promise<PermanentLink> {
  const atMs = site.clock()
  const change = {
    name: readLinkName(name),
    ownerId: image.ownerId,
    imageId: image.id,
    atMs,
    actor: actor.name,
  }
  const after = { imageId: image.id }
  return site.database.links.set(
    change,
    auditDraft(actor, atMs, { action: 'link.set', subject: change.name, after }),
  )
}

/** Finds a link by name, of any owner, on or off. @throws {Failure} NOT_FOUND */
export async function findLink(site: Pick<SitePorts, 'database'>, name: string): Promise<PermanentLink> {
  const link = isLinkName(name) ? await site.database.links.byName(name) : undefined
  if (link === undefined) throw noLink(name)
  return link
}

/** The owner's own link. Another owner's link counts as missing. @throws {Failure} NOT_FOUND */
export async function findOwnLink(
  site: Pick<SitePorts, 'database'>,
  ownerId: string,
  name: string,
): Promise<PermanentLink> {
  const link = await findLink(site, name)
  if (link.ownerId !== ownerId) throw noLink(name)
  return link
}

/**
 * Makes a link lead to an earlier target again; this is a new change in its history.
 * @param number of the target in its history
 * @throws {Failure} NOT_FOUND if there is no such target, or its image is gone
 */
export async function restoreLink(
  site: Site,
  actor: Actor,
  link: PermanentLink,
  number: number,
): Promise<PermanentLink> {
  const history = await site.database.links.history(link.name)
  const target: LinkTarget | undefined = history.find((one) => one.number === number)
  if (target === undefined) {
    throw notFound(message('The target {number} of the link "{name}"', { number, name: link.name }))
  }
  const image = { id: target.imageId, ownerId: link.ownerId }
  return setLink(site, actor, { name: link.name, image })
}

/**
 * Switches a link off: its address is not found from now on. The owner keeps the name and can use it again; no one else
 * can take it, and with it the readers of the old address.
 * @throws {Failure} NOT_FOUND if it is already off
 */
export async function endLink(site: Site, actor: Actor, { name, imageId }: PermanentLink): Promise<void> {
  const atMs = site.clock()
  const before = { imageId }
  const audit = auditDraft(actor, atMs, { action: 'link.end', subject: name, before })
  if (!(await site.database.links.setEnd(name, atMs, audit))) throw noLink(name)
}

/** Switches a link on again, to its last target. A link that is on stays as it is. */
export async function resumeLink(site: Site, actor: Actor, { name, imageId }: PermanentLink): Promise<void> {
  const after = { imageId }
  const audit = auditDraft(actor, site.clock(), { action: 'link.resume', subject: name, after })
  await site.database.links.setEnd(name, null, audit)
}

function noLink(name: string): Failure {
  return notFound(message('The link "{name}"', { name }))
}
