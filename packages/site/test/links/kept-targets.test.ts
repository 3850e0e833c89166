import { expect, test } from 'bun:test'
import { png } from '@pictoglyph/media/test/build/png'
import { auditDraft, commandActor } from '../../src/audit/audit-draft.ts'
import { upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

test('of the targets of a link the last thousand are kept', async () => {
  await using site = await openSiteOnDisk()
  const { admin, ports } = site
  const ids: string[] = []
  for (const side of [1, 2])
    ids.push((await upload(ports, site.incoming({ file: png(side, side) }))).image.id)
  const audit = auditDraft(commandActor, site.clock.nowMs, { action: 'link.set', subject: 'logo' })
  // Set one after the other, and committed together.
  const set = (number: number) =>
    ports.database.links.set(
      { name: 'logo', ownerId: admin.id, imageId: ids[number % 2]!, atMs: number, actor: 'admin' },
      audit,
    )
  const numbers = async () => (await ports.database.links.history('logo')).map(({ number }) => number)
  await Promise.all(Array.from({ length: 1_000 }, (_, index) => set(index + 1)))
  expect(await numbers()).toEqual(Array.from({ length: 1_000 }, (_, index) => 1_000 - index))
  await set(1_001)
  expect(await numbers()).toEqual(Array.from({ length: 1_000 }, (_, index) => 1_001 - index))
})
