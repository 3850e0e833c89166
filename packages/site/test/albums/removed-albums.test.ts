import { expect, test } from 'bun:test'
import { png } from '@pictoglyph/media/test/build/png'
import { deleteUser } from '../../src/accounts/delete-user.ts'
import {
  addAlbum,
  arrangeAlbumImages,
  findOwnAlbum,
  removeAlbum,
  restoreAlbum,
} from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { pruneAudit } from '../../src/audit/prune-audit.ts'
import { collectGarbage } from '../../src/care/collect-garbage.ts'
import { moveImages, restorableMs } from '../../src/images/images.ts'
import { maxListed } from '../../src/language/list-limits.ts'
import type { Album } from '../../src/language/records.ts'
import { upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

async function albumOf(site: SiteOnDisk, images: number): Promise<{ album: Album; ids: string[] }> {
  const album = await addAlbum(site.ports, commandActor, site.admin.id, 'Holidays')
  const ids: string[] = []
  for (let side = 1; side <= images; side++)
    ids.push((await upload(site.ports, site.incoming({ file: png(side, side) }))).image.id)
  await moveImages(site.ports, commandActor, { ids, into: album, outOf: null })
  return { album, ids }
}

const orderOf = async ({ ports }: SiteOnDisk, albumId: string) =>
  (await ports.database.images.list({ albumId, sort: 'album', limit: 50 })).items.map(({ id }) => id)

test('an album is brought back for a week, whatever the audit log keeps, and that has no list of its images', async () => {
  await using site = await openSiteOnDisk()
  const { ports, admin } = site
  const { album, ids } = await albumOf(site, 3)
  const order = { imageIds: ids, beforeId: null }
  await arrangeAlbumImages(ports, commandActor, await findOwnAlbum(ports, admin.id, album.id), order)
  await removeAlbum(ports, commandActor, await findOwnAlbum(ports, admin.id, album.id))
  const [entry] = (await ports.database.audit.list({ action: 'album.remove', limit: 1 })).items
  expect(entry?.before).toMatchObject({ name: 'Holidays', ownerId: admin.id, images: 3 })
  for (const id of ids) expect(JSON.stringify(entry)).not.toContain(id)

  await site.setPolicy('audit.keepFor', '1d')
  site.clock.nowMs += restorableMs - 1
  expect(await pruneAudit(ports)).toBeGreaterThan(0)
  await collectGarbage(ports)
  const back = await restoreAlbum(ports, commandActor, admin.id, album.id)
  expect(back).toMatchObject({ id: album.id, name: 'Holidays', isArranged: true })
  expect(await orderOf(site, album.id)).toEqual(ids)
})

test('after a week a removed album is collected, and its images stay', async () => {
  await using site = await openSiteOnDisk()
  const { ports, admin } = site
  const { album, ids } = await albumOf(site, 2)
  await removeAlbum(ports, commandActor, album)
  site.clock.nowMs += restorableMs
  const restore = () => restoreAlbum(ports, commandActor, admin.id, album.id)
  await expect(restore()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  site.clock.nowMs += 1
  await collectGarbage(ports)
  site.clock.nowMs -= restorableMs
  await expect(restore()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const id of ids) expect((await ports.database.images.byId(id))?.id).toBe(id)
  expect(await ports.database.albums.collect(Number.MAX_SAFE_INTEGER)).toBe(0)
})

test('an owner keeps the last albums that were removed, and no more', async () => {
  await using site = await openSiteOnDisk()
  const { ports, admin } = site
  const ids: string[] = []
  for (let index = 0; index <= maxListed.removedAlbums; index++) {
    const album = await addAlbum(ports, commandActor, admin.id, 'Again')
    site.clock.nowMs += 1
    await removeAlbum(ports, commandActor, album)
    ids.push(album.id)
  }
  const [first = '', second = ''] = ids
  const restore = (id: string) => restoreAlbum(ports, commandActor, admin.id, id)
  await expect(restore(first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await restore(second)).id).toBe(second)
  await collectGarbage(ports)
  expect((await ports.database.audit.list({ subject: first, limit: 9 })).items).not.toEqual([])
  expect(await ports.database.albums.collect(1)).toBe(0)
})

test('what a user has removed goes with the account', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const mia = await site.addMember('mia')
  for (const name of ['Kept', 'Removed']) {
    const album = await addAlbum(ports, commandActor, mia.id, name)
    if (name === 'Removed') await removeAlbum(ports, commandActor, album)
  }
  await deleteUser(ports, commandActor, mia, { keepsImages: false })
  expect(await ports.database.albums.list(mia.id)).toEqual([])
  await collectGarbage(ports)
  expect(await ports.database.albums.collect(Number.MAX_SAFE_INTEGER)).toBe(0)
})
