import { setUserQuota } from '../../src/accounts/users.ts'
import { addAlbum } from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { collectGarbage } from '../../src/care/collect-garbage.ts'
import { category } from '../../src/categories/category.ts'
import {
  categorizeImages,
  deleteForGood,
  deleteImages,
  describeImage,
  findImage,
  findImages,
  findOwnDeletedImage,
  findOwnImage,
  findOwnImages,
  moveImages,
  restoreImages,
  setImagesExpiry,
  titleImages,
} from '../../src/images/images.ts'
import type { Image } from '../../src/language/records.ts'
import { runAction } from '../../src/things/run-action.ts'
import type { Chapter } from './life.ts'

const hourMs = 3_600_000
const dayMinutes = 24 * 60

/** What owners do with their images, and what becomes of those that they delete. */
export const images: Chapter = {
  name: 'images',
  async happen({ site, ann, bob, step, upload, wait }) {
    const { ports } = site
    const actor = { ...commandActor, name: 'ann', userId: ann.id, address: '192.0.2.7' }
    const { database } = ports
    const cat = await upload(ann, 1, { fields: { title: 'Cat', description: 'Purrs.' } })
    wait(1)
    const dog = await upload(ann, 2, { name: 'dog.png' })
    wait(1)
    const bird = await upload(ann, 3, { fields: { expiresIn: '1d' } })
    wait(1)
    const same = await upload(bob, 2)
    const ids = (...given: Image[]) => given.map(({ id }) => id)
    const again = ({ id }: Image) => findImage(ports, id)
    const cats = { actor, thing: category } as const
    await step('a second category, and an album', async () => {
      await runAction(ports, { ...cats, verb: 'add', name: 'Pets' })
      return addAlbum(ports, actor, ann.id, 'Animals')
    })
    const [album] = await database.albums.list(ann.id)
    if (album === undefined) throw new Error('there is no album')

    await step('ann finds hers, and none of bob', async () => [
      await findOwnImage(ports, ann.id, cat.id),
      (await findOwnImages(ports, ann.id, ids(dog, cat))).map(({ id }) => id),
      (await findImages(ports, ids(same, dog))).map(({ id }) => id),
    ])
    await step('one of bob counts as missing', () => findOwnImage(ports, ann.id, same.id))
    await step('among others too', () => findOwnImages(ports, ann.id, ids(cat, same)))
    await step('and one that no one has', () => findImages(ports, [cat.id, 'none']))
    await step('none of hers is deleted', () => findOwnDeletedImage(ports, ann.id, cat.id))

    await step('she describes one', () =>
      describeImage(ports, actor, cat, {
        ...{ title: ' The cat ', description: 'Sleeps.', categoryId: 'pets' },
        expiresAtMs: site.clock.nowMs + hourMs,
      }),
    )
    await step('in the same way once more', async () =>
      describeImage(ports, actor, await again(cat), { title: 'The cat', description: 'Sleeps.' }),
    )
    await step('without an end', async () =>
      describeImage(ports, actor, await again(cat), { title: 'The cat', description: '', expiresAtMs: null }),
    )
    await step('in an unknown category', () =>
      describeImage(ports, actor, cat, { title: 'x', description: '', categoryId: 'none' }),
    )
    await step('with an end that has passed', () =>
      describeImage(ports, actor, cat, { title: 'x', description: '', expiresAtMs: site.clock.nowMs }),
    )
    await step('with too long a title', () =>
      describeImage(ports, actor, cat, { title: 'x'.repeat(501), description: '' }),
    )
    const fresh = async () => Promise.all([cat, dog, bird].map(again))
    await step('she puts all into a category', async () =>
      categorizeImages(ports, actor, await fresh(), 'pets'),
    )
    await step('into the one where they are', async () =>
      categorizeImages(ports, actor, await fresh(), 'pets'),
    )
    await step('one back', async () => categorizeImages(ports, actor, [await again(dog)], 'general'))
    await step('into none that exists', async () => categorizeImages(ports, actor, await fresh(), 'none'))
    await step('she gives all a title', async () => titleImages(ports, actor, await fresh(), ' Animal '))
    await step('and one another', async () => titleImages(ports, actor, [await again(cat)], 'Cat'))
    await step('she sets the end of all', async () =>
      setImagesExpiry(ports, actor, await fresh(), site.clock.nowMs + 48 * hourMs),
    )
    await step('and of one', async () =>
      setImagesExpiry(ports, actor, [await again(cat)], site.clock.nowMs + hourMs),
    )
    await step('and takes it away', async () => setImagesExpiry(ports, actor, await fresh(), null))
    await site.setPolicy('upload.maxLifetime', '7d')
    await step('for ever is too long now', async () =>
      setImagesExpiry(ports, actor, [{ ...cat, expiresAtMs: 1 }], null),
    )
    await step('a week is not', async () =>
      setImagesExpiry(ports, actor, [await again(bird)], site.clock.nowMs + 168 * hourMs),
    )
    await step('a millisecond more is', async () =>
      setImagesExpiry(ports, actor, [await again(bird)], site.clock.nowMs + 168 * hourMs + 1),
    )
    await site.setPolicy('upload.maxLifetime', 'forever')

    const into = { into: album, outOf: null }
    await step('she puts two into an album', () => moveImages(ports, actor, { ids: ids(cat, dog), ...into }))
    await step('and three, of which two are there', () =>
      moveImages(ports, actor, { ids: ids(cat, dog, bird), ...into }),
    )
    await step('and these again', () => moveImages(ports, actor, { ids: ids(cat, dog, bird), ...into }))
    await step('one of bob', () => moveImages(ports, actor, { ids: ids(same), ...into }))
    const other = await step('another album', () => addAlbum(ports, actor, ann.id, 'Cats'))
    if (other === undefined) throw new Error('there is no album')
    await step('one moves', () => moveImages(ports, actor, { ids: ids(cat), into: other, outOf: album }))
    await step('and back by the way', () =>
      moveImages(ports, actor, { ids: ids(cat), into: album, outOf: album }),
    )
    await step('she takes it out', () =>
      moveImages(ports, actor, { ids: ids(cat), into: null, outOf: other }),
    )
    await step('from nowhere to nowhere', () =>
      moveImages(ports, actor, { ids: ids(cat), into: null, outOf: null }),
    )

    await step('she deletes two', () => deleteImages(ports, actor, ann.id, ids(cat, dog)))
    await step('and one of them again', () => deleteImages(ports, actor, ann.id, ids(dog)))
    await step('and one with one that is deleted', () => deleteImages(ports, actor, ann.id, ids(dog, bird)))
    await step('one of bob', () => deleteImages(ports, actor, ann.id, ids(same)))
    await step('none', () => deleteImages(ports, actor, ann.id, []))
    await step('she finds it among the deleted', () => findOwnDeletedImage(ports, ann.id, cat.id))
    await step('bob does not', () => findOwnDeletedImage(ports, bob.id, cat.id))
    await step('it goes into no album', () => moveImages(ports, actor, { ids: ids(cat), ...into }))
    await step('she takes a deleted one out of its album', () =>
      moveImages(ports, actor, { ids: ids(bird), into: null, outOf: album }),
    )
    await step('she restores all', () => restoreImages(ports, actor, ann.id, ids(cat, dog, bird)))
    await step('there is nothing to restore', () => restoreImages(ports, actor, ann.id, ids(cat)))
    await step('nor of bob', () => restoreImages(ports, actor, ann.id, ids(same)))
    await step('she deletes one and uploads it again', async () => {
      await deleteImages(ports, actor, ann.id, ids(dog))
      return upload(ann, 2)
    })
    await step('then it is not restored', () => restoreImages(ports, actor, ann.id, ids(dog)))
    await step('she has a quota of the space that she uses, which is exceeded', async () => {
      const { bytes, textBytes } = await database.users.usage(ann.id)
      await setUserQuota(ports, commandActor, ann, bytes + textBytes)
    })
    await step('by an upload', async () => upload((await database.users.byId(ann.id)) ?? ann, 5))
    await step('and by a longer title', async () =>
      titleImages(ports, actor, [await again(bird)], 'x'.repeat(500)),
    )
    await step('one that she deletes and restores fits', async () => {
      await deleteImages(ports, actor, ann.id, ids(cat))
      return restoreImages(ports, actor, ann.id, ids(cat))
    })
    await step('if the quota is a byte smaller, it does not', async () => {
      const { bytes, textBytes } = await database.users.usage(ann.id)
      await setUserQuota(ports, commandActor, ann, bytes + textBytes - 1)
      await deleteImages(ports, actor, ann.id, ids(cat))
      return restoreImages(ports, actor, ann.id, ids(cat))
    })
    await step('the quota goes', () => setUserQuota(ports, commandActor, { ...ann, quotaBytes: 1 }, null))
    await step('and it is restored', () => restoreImages(ports, actor, ann.id, ids(cat)))

    await step('she deletes a live one for good', () => deleteForGood(ports, actor, ann.id, ids(cat)))
    await step('a deleted one whose bytes others need', () => deleteForGood(ports, actor, ann.id, ids(dog)))
    await step('it is gone', () => restoreImages(ports, actor, ann.id, ids(dog)))
    await step('a deleted one whose bytes no one needs', async () => {
      await deleteImages(ports, actor, ann.id, ids(cat))
      return deleteForGood(ports, actor, ann.id, ids(cat))
    })
    await step('its bytes are stored anew', () => upload(ann, 1))

    await setImagesExpiry(ports, actor, [await again(bird)], null)
    await step('she deletes one, and bob two', async () => {
      await deleteImages(ports, actor, ann.id, ids(bird))
      const more = [await upload(bob, 4), same]
      await deleteImages(ports, commandActor, bob.id, ids(...more))
    })
    wait(7 * dayMinutes - 2)
    await step('a minute before a week is over, a collection finds nothing', () => collectGarbage(ports))
    await step('after a week it can not be restored', () => restoreImages(ports, actor, ann.id, ids(bird)))
    await step('then it is collected', () => collectGarbage(ports))
    wait(58)
    await step('its bytes stay for an hour', () => collectGarbage(ports))
    wait(2)
    await step('and go', () => collectGarbage(ports))
    wait(2 * dayMinutes)
    const ending = await upload(ann, 6, { fields: { expiresIn: '1h' } })
    await step('one ends, and one that ends is deleted', async () => {
      await deleteImages(ports, actor, ann.id, [(await upload(ann, 7, { fields: { expiresIn: '1h' } })).id])
      return ending
    })
    wait(60)
    await step('they are not there', () => findImage(ports, ending.id))
    await step('they are collected', () => collectGarbage(ports))
    wait(60)
    await step('with their bytes, and the records of earlier removals', () => collectGarbage(ports))

    const many: Image[] = []
    for (let side = 10; side < 14; side += 1) {
      many.push(await upload(bob, side))
      wait(1)
    }
    await step('bob deletes four, one by one', async () => {
      for (const image of many) {
        await deleteImages(ports, commandActor, bob.id, ids(image))
        wait(10)
      }
    })
    await step('he gets a quota of two of them', () =>
      setUserQuota(ports, commandActor, bob, 2 * (many[3]?.file.sizeBytes ?? 0)),
    )
    await step('nothing goes within an hour', () => collectGarbage(ports))
    wait(40)
    await step('then the first two', () => collectGarbage(ports))
    wait(60)
    await step('and their bytes', () => collectGarbage(ports, { releasedForMs: 0 }))
    await step('a collection of all', () => collectGarbage(ports, { deletedForMs: 0, releasedForMs: 0 }))
  },
}
