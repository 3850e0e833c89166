import { auditDraft } from '../audit/audit-draft.ts'
import type { RemovingSite } from '../blobs/remove-blob.ts'
import { deleteForGood, deleteImages, maxImagesAtOnce } from '../images/images.ts'
import { conflict } from '../language/failure.ts'
import { randomBase62 } from '../language/ids.ts'
import { message } from '../language/message.ts'
import type { Actor, User } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'
import { setUserDisabled } from './users.ts'

type Site = Pick<SitePorts, 'database' | 'passwords' | 'clock'> & RemovingSite

/** Everything that is deleted with an account; images and albums may be kept. */
interface Belongings {
  images: number
  bytes: number
  albums: number
  keys: number
  sessions: number
  secondFactors: number
}

/** Counts what would be deleted with a user. */
export async function belongingsOf(
  { database }: Pick<SitePorts, 'database'>,
  userId: string,
): Promise<Belongings> {
  const [usage, albums, keys, sessions, factors] = await Promise.all([
    database.users.usage(userId),
    database.albums.list(userId),
    database.keys.list(userId),
    database.sessions.list(userId),
    database.factors.list(userId),
  ])
  return {
    images: usage.images,
    bytes: usage.bytes,
    albums: albums.length,
    keys: keys.filter(({ revokedAtMs }) => revokedAtMs === null).length,
    sessions: sessions.length,
    secondFactors: factors.length,
  }
}

/**
 * Deletes a user for good. First the account is disabled, so that it uploads nothing more. Then its images are deleted,
 * or kept without an owner's name, and then the rest. An interrupted call can be repeated. The audit log keeps the
 * entries but not the name.
 * @param keepsImages if false, they are deleted for good, including those already deleted or taken down
 * @throws {Failure} CONFLICT for the actor's own account, the last administrator, and while a collection or a backup is
 * running; NOT_FOUND
 */
export async function deleteUser(
  site: Site,
  actor: Actor,
  user: User,
  { keepsImages }: { keepsImages: boolean },
): Promise<void> {
  if (actor.userId === user.id) {
    throw conflict(message('You cannot delete your own account. Another administrator can.'))
  }
  await setUserDisabled(site, actor, user, true)
  const { images, bytes } = await belongingsOf(site, user.id)
  if (!keepsImages) {
    await deleteAllForGood(site, actor, user.id)
    for (const { id } of await site.database.albums.list(user.id)) {
      await site.database.albums.remove(
        id,
        site.clock(),
        auditDraft(actor, site.clock(), { action: 'album.remove', subject: id }),
      )
    }
  }
  const after = keepsImages ? { images: 'kept', count: images } : { images: 'deleted', count: images, bytes }
  const audit = auditDraft(actor, site.clock(), { action: 'user.delete', subject: user.id, after })
  await site.database.users.erase(user, `deleted ${randomBase62(12)}`, audit)
}

async function deleteAllForGood(site: Site, actor: Actor, ownerId: string): Promise<void> {
  const { images } = site.database
  for (const which of [{}, { isTakenDown: true }, { deletedAfterMs: 0 }]) {
    for (;;) {
      const { items } = await images.list({ ownerId, ...which, limit: maxImagesAtOnce })
      const ids = items.map(({ id }) => id)
      if (ids.length === 0) break
      if (items[0]?.deletedAtMs === null) await deleteImages(site, actor, ownerId, ids)
      await deleteForGood(site, actor, ownerId, ids, true)
    }
  }
}
