import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { setUserDisabled, setUserQuota } from '../../src/accounts/users.ts'
import { collectGarbage } from '../../src/care/collect-garbage.ts'
import { blockHash, unblockHash } from '../../src/images/blocked-hashes.ts'
import { deleteForGood, deleteImages, findImage, restoreImages } from '../../src/images/images.ts'
import {
  imagesOfBytes,
  restoreTakenDown,
  takeDownImages,
  takeDownOfUser,
} from '../../src/images/take-down.ts'
import type { Image } from '../../src/language/records.ts'
import { parseAddress } from '../../src/network/address.ts'
import { dismissReports, fileReport } from '../../src/reports/reports.ts'
import type { Chapter } from './life.ts'

/** Reports, takedowns, blocked hashes, and accounts that are hidden. */
export const takeDowns: Chapter = {
  name: 'take-downs',
  async happen({ site, ann, bob, step, upload, wait }) {
    const { ports } = site
    const root = { name: 'root', userId: site.admin.id, address: '192.0.2.9' }
    const anns = await upload(ann, 1, { fields: { title: 'Hers' } })
    wait(1)
    const bobs = await upload(bob, 1)
    wait(1)
    const second = await upload(ann, 2)
    wait(1)
    const third = await upload(bob, 3)
    const how = { reason: ' A neighbour ', allCopies: false, forGood: false }
    const fresh = ({ id }: Image) => findImage(ports, id)
    const down = async (images: Image[], change: Partial<typeof how> = {}) => {
      const given = await Promise.all(images.map(fresh))
      const outcome = await takeDownImages(ports, root, given, { ...how, ...change })
      return {
        images: outcome.images.map(({ id }) => id),
        taken: outcome.taken.map(({ id }) => id),
        filesLeft: outcome.filesLeft,
      }
    }
    const back = async (...images: Image[]) =>
      restoreTakenDown(ports, root, await Promise.all(images.map(fresh)))

    await using opened = new AsyncDisposableStack()
    const limiter = createMemoryLimiter({ clock: () => site.clock.nowMs })
    opened.defer(() => limiter.close())
    const report = (image: Image, from: string, given: { reason?: string; note?: string } = {}) =>
      fileReport({ ...ports, limiter }, parseAddress(from), {
        ...{ imageId: image.id, reason: 'privacy', note: ' My face ' },
        ...given,
      })
    await step('nothing is reported before that is allowed', () => report(anns, '192.0.2.1'))
    await site.setPolicy('site.reports', 'on')
    await step('a report', () => report(anns, '192.0.2.1'))
    await step('by the same client with other words', () =>
      report(anns, '192.0.2.1', { reason: 'copyright', note: '' }),
    )
    await step('by another', () => report(anns, '2001:db8:1:2::1', { reason: 'other' }))
    await step('for no reason', () => report(anns, '192.0.2.2', { reason: 'none' }))
    await step('with a long note', () => report(anns, '192.0.2.2', { note: 'x'.repeat(2_001) }))
    await step('of an image that is not there', () => report({ ...anns, id: 'none' }, '192.0.2.2'))
    await step('of two others', async () => {
      await report(second, '192.0.2.1')
      wait(1)
      await report(third, '192.0.2.1', { reason: 'illegal' })
    })
    await step('the list, and that of one image', async () => {
      const { reports } = ports.database
      const page = await reports.list({ limit: 3 })
      return [page, await reports.list({ limit: 3, after: page.next ?? '' }), await reports.ofImage(anns.id)]
    })
    await step('an operator dismisses one', () => dismissReports(ports, root, second.id))
    await step('once', () => dismissReports(ports, root, second.id))

    await step('an operator takes one down', () => down([anns]))
    await step('once', () => down([anns]))
    await step('its bytes are refused', () => upload(bob, 1))
    await step('its owner does not restore it', () => restoreImages(ports, root, ann.id, [anns.id]))
    await step('nor delete it for good', () => deleteForGood(ports, root, ann.id, [anns.id]))
    await step('nor delete it', () => deleteImages(ports, root, ann.id, [anns.id]))
    await step('its copies follow', () => down([anns], { allCopies: true, reason: 'All of them' }))
    await step('without a reason nothing does', () => down([third], { reason: ' ' }))
    await step('with too long a reason neither', () => down([third], { reason: 'x'.repeat(501) }))
    await step('both are put back', () => back(anns, bobs))
    await step('its owner has deleted another', async () => {
      await deleteImages(ports, root, ann.id, [second.id])
      return down([second])
    })
    await step('that comes back as deleted', () => back(second))
    await step('and is restored by an operator', () => back(second))
    await step('one that its owner uploads again', async () => {
      await down([second])
      await unblockHash(ports, root, second.receivedSha256)
      return upload(ann, 2)
    })
    await step('does not come back to life', () => back(second))
    await step('deleted ones and others are put back together', async () => {
      await down([anns, third])
      await deleteImages(ports, root, bob.id, [bobs.id])
      return back(bobs, anns, third)
    })
    await step('it is deleted for good with its copies', () =>
      down([anns], { allCopies: true, forGood: true }),
    )
    await step('its hash stays blocked', () => upload(ann, 1))
    await step('taken down images are not collected', async () => {
      await down([third])
      wait(8 * 24 * 60)
      return collectGarbage(ports)
    })
    await step('and come back', () => back(third))
    await step('but not beyond a quota', async () => {
      await down([third])
      await setUserQuota(ports, root, bob, 1)
      return back(third)
    })
    await setUserQuota(ports, root, { ...bob, quotaBytes: 1 }, null)
    await step('the list of hashes', async () => {
      const page = await ports.database.hashes.list({ limit: 1 })
      return [page, await ports.database.hashes.list({ limit: 1, after: page.next ?? '' })]
    })

    const sha256 = 'AB'.repeat(32)
    await step('a hash is blocked', () =>
      blockHash(ports, root, { sha256: ` ${sha256} `, reason: 'No', note: '' }),
    )
    await step('for another reason', () =>
      blockHash(ports, root, { sha256, reason: 'Still no', note: ' Seen elsewhere ' }),
    )
    await step('it is found', () => ports.database.hashes.find(sha256.toLowerCase()))
    await step('it is unblocked', () => unblockHash(ports, root, sha256))
    await step('once', () => unblockHash(ports, root, sha256))
    await step('it is too short', () => blockHash(ports, root, { sha256: 'ab', reason: 'No', note: '' }))
    await step('it has no reason', () => blockHash(ports, root, { sha256, reason: '', note: '' }))
    await step('its note is too long', () =>
      blockHash(ports, root, { sha256, reason: 'No', note: 'x'.repeat(501) }),
    )

    await step('bob uploads three', async () => {
      for (const side of [5, 6, 7]) {
        await upload(bob, side)
        wait(1)
      }
    })
    const bobNow = async () => (await ports.database.users.byId(bob.id)) ?? bob
    await step('his account is disabled', async () => setUserDisabled(ports, root, await bobNow(), true))
    await step('and hidden', async () =>
      setUserDisabled(ports, root, await bobNow(), true, { hidesImages: true }),
    )
    const hidden = async () =>
      (await ports.database.images.list({ ownerId: bob.id, isTakenDown: true, limit: 9 })).items
    await step('one that is hidden is taken down', async () => {
      const [last] = await hidden()
      return last && down([last])
    })
    await step('the others come back with his account', async () =>
      setUserDisabled(ports, root, await bobNow(), false),
    )
    await step('then all of his are taken down for good', () =>
      takeDownOfUser(ports, root, bob, { ...how, allCopies: true, forGood: true }),
    )
    await step('none is left', () => takeDownOfUser(ports, root, bob, how))
    await step('and none has the bytes', async () => {
      const [one] = await hidden()
      return one && (await imagesOfBytes(ports, [one.file.address])).map(({ id }) => id)
    })
  },
}
