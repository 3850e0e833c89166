import { expect, test } from 'bun:test'
import { png } from '@pictoglyph/media/test/build/png'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { deleteImages } from '../../src/images/images.ts'
import { endLink, findLink, findOwnLink, restoreLink, resumeLink, setLink } from '../../src/links/links.ts'
import { upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

const missing = { code: 'NOT_FOUND' }

test('a link leads to one image after the other, back to an earlier one, and nowhere while it is ended', async () => {
  await using site = await openSiteOnDisk()
  const { ports, admin } = site
  const uploaded = async (side: number) =>
    (await upload(ports, site.incoming({ file: png(side, side) }))).image
  const [first, second] = [await uploaded(1), await uploaded(2)]
  const set = (image: typeof first) => setLink(ports, commandActor, { name: ' logo ', image })
  await set(first)
  const link = await set(second)
  expect(link).toMatchObject({ name: 'logo', ownerId: admin.id, imageId: second.id, number: 2 })
  expect((await restoreLink(ports, commandActor, link, 1)).imageId).toBe(first.id)
  expect((await findOwnLink(ports, admin.id, 'logo')).number).toBe(3)
  await expect(restoreLink(ports, commandActor, link, 9)).rejects.toMatchObject(missing)
  await expect(findOwnLink(ports, 'bob', 'logo')).rejects.toMatchObject(missing)
  for (const name of ['icon', 'no name!']) await expect(findLink(ports, name)).rejects.toMatchObject(missing)
  await endLink(ports, commandActor, link)
  expect((await findLink(ports, 'logo')).endedAtMs).toBe(site.clock.nowMs)
  await expect(endLink(ports, commandActor, link)).rejects.toMatchObject(missing)
  await resumeLink(ports, commandActor, link)
  await resumeLink(ports, commandActor, link)
  expect((await findLink(ports, 'logo')).endedAtMs).toBeNull()
  const actions = (await ports.database.audit.list({ subject: 'logo', limit: 9 })).items.map(
    ({ action }) => action,
  )
  expect(actions).toEqual(['link.resume', 'link.end', 'link.set', 'link.set', 'link.set'])
  await deleteImages(ports, commandActor, admin.id, [second.id])
  await expect(restoreLink(ports, commandActor, link, 2)).rejects.toMatchObject(missing)
  await expect(setLink(ports, commandActor, { name: 'no', image: first })).rejects.toThrow('3 to 64')
})
