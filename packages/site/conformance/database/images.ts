import { expect, test } from 'bun:test'
import { noLiveLimits } from '../../src/accounts/quota.ts'
import type { Page } from '../../src/language/list-limits.ts'
import type { Image } from '../../src/language/records.ts'
import { audit, failureOf, type MakeDatabase, openSite, startMs, storedFile } from './fixture.ts'

const dayMs = 86_400_000

export function imageLaws(make: MakeDatabase): void {
  test('title, description and category of a live image are changed', async () => {
    await using site = await openSite(make)
    const { images } = site.database
    const { image } = await site.upload({ title: 'old', description: 'words' })
    await images.update([image.id], { title: 'New' }, audit('image.update', image.id))
    expect(await site.replica.images.byId(image.id)).toEqual({ ...image, title: 'New' })
    const found = await images.list({ search: 'new words', limit: 5 })
    expect(found.items).toHaveLength(1)
    expect((await images.list({ search: 'old', limit: 5 })).items).toEqual([])
    const moved = images.update([image.id], { categoryId: 'unknown' }, audit('image.update', image.id))
    await failureOf(moved, 'CATEGORY_UNAVAILABLE')
    await failureOf(images.update(['unknown'], { title: '' }, audit('image.update', 'x')), 'NOT_FOUND')
  })

  test('a deleted image is gone for readers, and is kept until it is collected', async () => {
    await using site = await openSite(make)
    const { images, blobs } = site.database
    const { image } = await site.upload()
    await images.remove([image.id], startMs + 5, audit('image.remove', image.id))
    await images.remove([image.id], startMs + 9, audit('image.remove', image.id))
    expect(await site.replica.images.byId(image.id)).toBeUndefined()
    expect(await images.byIdWithDeleted(image.id)).toEqual({ ...image, deletedAtMs: startMs + 5 })
    expect((await images.list({ limit: 5 })).items).toEqual([])
    const deleted = { ownerId: site.ann.id, limit: 5 }
    expect((await images.list({ ...deleted, deletedAfterMs: startMs + 4 })).items).toHaveLength(1)
    expect((await images.list({ ...deleted, deletedAfterMs: startMs + 5 })).items).toEqual([])
    expect(await images.collect(startMs + 5, startMs + 20)).toBe(0)
    expect((await blobs.byAddress(image.file.address))?.releasedAtMs).toBeNull()
    expect(await images.collect(startMs + 6, startMs + 20)).toBe(1)
    expect(await images.byIdWithDeleted(image.id)).toBeUndefined()
    expect((await blobs.byAddress(image.file.address))?.releasedAtMs).toBe(startMs + 20)
  })

  test('deleted images are listed in the order of their deletion, the last first, in pages', async () => {
    await using site = await openSite(make)
    const { images } = site.database
    const ids: string[] = []
    for (let index = 0; index < 7; index++) {
      ids.push((await site.upload({ createdAtMs: startMs + ((index * 3) % 7) })).image.id)
    }
    for (const [index, id] of ids.entries()) {
      await images.remove([id], startMs + 10 + Math.floor(index / 2), audit('image.remove', id))
    }
    const query = { ownerId: site.ann.id, deletedAfterMs: startMs + 10, sort: 'deleted', limit: 2 } as const
    const found: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Page<Image> = await images.list(after === '' ? query : { ...query, after })
      expect(page.items.length).toBeLessThanOrEqual(2)
      found.push(...page.items.map(({ id }) => id))
      after = page.next
    }
    const [first, second, third, fourth, fifth] = ids.slice(2)
    expect(found).toHaveLength(5)
    expect(found.slice(0, 1)).toEqual([fifth as string])
    expect(found.slice(1, 3).sort()).toEqual([third, fourth].sort() as string[])
    expect(found.slice(3).sort()).toEqual([first, second].sort() as string[])
  })

  test('the images of stored bytes are found, deleted ones included', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    const sharing = await site.upload({ file: image.file, ownerId: site.bob.id, createdAtMs: startMs + 1 })
    await site.upload()
    await site.database.images.remove([image.id], startMs, audit('image.remove', image.id))
    const { images } = site.replica
    expect(await images.idsByBlob(image.file.address, 5)).toEqual([image.id, sharing.image.id])
    expect(await images.idsByBlob(image.file.address, 1)).toEqual([image.id])
  })

  test('of several images to delete, one that is unknown keeps all of them', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    const removal = site.database.images.remove([image.id, 'unknown'], startMs, audit('image.remove', 'x'))
    await failureOf(removal, 'NOT_FOUND')
    expect(await site.database.images.byId(image.id)).toEqual(image)
  })

  test('a restored image is live again and is what its bytes repeat', async () => {
    await using site = await openSite(make)
    const { images } = site.database
    const { image } = await site.upload()
    await images.remove([image.id], startMs, audit('image.remove', image.id))
    expect(
      (await images.restore([image.id], audit('image.restore', image.id), noLiveLimits)).restored,
    ).toEqual([image.id])
    expect(
      (await images.restore([image.id], audit('image.restore', image.id), noLiveLimits)).restored,
    ).toEqual([])
    expect(await images.byId(image.id)).toEqual(image)
    const again = await site.upload({ receivedSha256: image.receivedSha256, dedupScope: 'site' })
    expect(again).toEqual({ kind: 'deduped', image })
    await failureOf(images.restore(['unknown'], audit('image.restore', 'x'), noLiveLimits), 'NOT_FOUND')
  })

  test('an image whose bytes came anew stays deleted; one of another owner comes back', async () => {
    await using site = await openSite(make)
    const { images } = site.database
    const mine = await site.upload()
    const { receivedSha256 } = mine.image
    await images.remove([mine.image.id], startMs, audit('image.remove', 'x'))
    const theirs = await site.upload({ receivedSha256, ownerId: site.bob.id })
    expect(
      (await images.restore([mine.image.id], audit('image.restore', 'x'), noLiveLimits)).restored,
    ).toEqual([mine.image.id])
    expect(
      (await images.duplicateOf({ receivedSha256, ownerId: 'nobody', dedupScope: 'site', expiresAtMs: null }))
        ?.id,
    ).toBe(theirs.image.id)
    await images.remove([mine.image.id], startMs, audit('image.remove', 'x'))
    const anew = await site.upload({ receivedSha256 })
    expect(
      (await images.restore([mine.image.id], audit('image.restore', 'x'), noLiveLimits)).restored,
    ).toEqual([])
    expect(
      (
        await images.duplicateOf({
          receivedSha256,
          ownerId: site.ann.id,
          dedupScope: 'owner',
          expiresAtMs: null,
        })
      )?.id,
    ).toBe(anew.image.id)
  })

  test('deleted images are deleted for good, and what nobody else needs of them is released', async () => {
    await using site = await openSite(make)
    const { images, renditions, users, blobs } = site.database
    const mine = await site.upload()
    const shared = await site.upload()
    const theirs = await site.upload({ ownerId: site.bob.id, file: shared.image.file })
    const small = storedFile('small', 70)
    await renditions.record({
      source: mine.image.file.address,
      size: 'thumbnail',
      format: 'webp',
      file: small,
      placeholder: null,
      madeFor: null,
      createdAtMs: startMs,
      removalsSeen: 0,
    })
    const ids = [mine.image.id, shared.image.id]
    await images.remove(ids, startMs, audit('image.delete', 'x'))
    const { released: gone } = await images.deleteForGood(ids, startMs + 5, audit('image.purge', 'both'))
    expect(gone.sort()).toEqual([mine.image.file.address, small.address].sort())
    for (const id of ids) expect(await site.replica.images.byIdWithDeleted(id)).toBeUndefined()
    expect(await blobs.removable(startMs + 5, 9)).toEqual([])
    expect((await blobs.removable(startMs + 6, 9)).sort()).toEqual(gone)
    expect(await images.byId(theirs.image.id)).toEqual(theirs.image)
    expect(await users.usage(site.ann.id)).toEqual({
      images: 0,
      bytes: 0,
      deletedBytes: 0,
      deletedImages: 0,
      textBytes: 0,
    })
    expect((await site.database.audit.list({ subject: 'both', limit: 5 })).items).toHaveLength(1)
  })

  test('only deleted images are deleted for good, all of them or none', async () => {
    await using site = await openSite(make)
    const { images } = site.database
    const deleted = await site.upload()
    const live = await site.upload()
    await images.remove([deleted.image.id], startMs, audit('image.delete', 'x'))
    for (const other of [live.image.id, 'unknown']) {
      const deletion = images.deleteForGood([deleted.image.id, other], startMs, audit('image.purge', 'none'))
      await failureOf(deletion, 'NOT_FOUND')
    }
    expect(await images.byId(live.image.id)).toEqual(live.image)
    expect(
      (await images.restore([deleted.image.id], audit('image.restore', 'x'), noLiveLimits)).restored,
    ).toHaveLength(1)
    expect((await site.database.audit.list({ subject: 'none', limit: 5 })).items).toEqual([])
  })

  test('of an image that is restored and deleted for good at the same time one thing happens', async () => {
    await using site = await openSite(make)
    for (let round = 0; round < 10; round++) {
      const { id, file } = (await site.upload()).image
      await site.database.images.remove([id], startMs, audit('image.delete', id))
      const [restored, deleted] = await Promise.allSettled([
        site.database.images.restore([id], audit('image.restore', id), noLiveLimits),
        site.replica.images.deleteForGood([id], startMs, audit('image.purge', id)),
      ])
      const isThere = (await site.database.images.byId(id)) !== undefined
      expect([restored.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected'])
      expect(isThere).toBe(restored.status === 'fulfilled')
      expect((await site.database.blobs.byAddress(file.address))?.releasedAtMs === null).toBe(isThere)
    }
  })

  test('usage and totals follow uploads, deletions and restorations', async () => {
    await using site = await openSite(make)
    const { images, users } = site.database
    const { image } = await site.upload({ file: storedFile('large', 2 ** 40) })
    await site.upload()
    await site.upload({ ownerId: site.bob.id })
    expect(await users.usage(site.ann.id)).toEqual({
      images: 2,
      bytes: 2 ** 40 + 1_000,
      deletedBytes: 0,
      deletedImages: 0,
      textBytes: 0,
    })
    await images.remove([image.id], startMs, audit('image.remove', image.id))
    expect(await users.usage(site.ann.id)).toEqual({
      images: 1,
      bytes: 1_000,
      deletedBytes: 2 ** 40,
      deletedImages: 1,
      textBytes: 0,
    })
    expect(await images.totals()).toEqual({ images: 2, bytes: 2_000, deduplicatedBytes: 0 })
    await images.restore([image.id], audit('image.restore', image.id), noLiveLimits)
    expect(await images.totals()).toEqual({ images: 3, bytes: 2 ** 40 + 2_000, deduplicatedBytes: 0 })
    expect(await users.usage(site.ann.id)).toEqual({
      images: 2,
      bytes: 2 ** 40 + 1_000,
      deletedBytes: 0,
      deletedImages: 0,
      textBytes: 0,
    })
    expect(await users.usage('nobody')).toEqual({
      images: 0,
      bytes: 0,
      deletedBytes: 0,
      deletedImages: 0,
      textBytes: 0,
    })
  })

  test('deletions and restorations at the same time leave every total right', async () => {
    await using site = await openSite(make)
    const uploaded = await Promise.all(Array.from({ length: 6 }, () => site.upload()))
    const ids = uploaded.map(({ image }) => image.id)
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const { images } = index % 2 ? site.database : site.replica
        return index % 3 === 0
          ? images.restore([...ids].reverse(), audit('image.restore', 'x'), noLiveLimits)
          : images.remove(ids, startMs, audit('image.remove', 'x'))
      }),
    )
    const { items } = await site.database.images.list({ ownerId: site.ann.id, limit: 10 })
    expect(await site.database.users.usage(site.ann.id)).toEqual({
      images: items.length,
      bytes: 1_000 * items.length,
      deletedBytes: 1_000 * (ids.length - items.length),
      deletedImages: ids.length - items.length,
      textBytes: 0,
    })
  })

  test("what is restored counts towards its owner's quota, and comes back whole or not at all", async () => {
    await using site = await openSite(make)
    const { images, users } = site.database
    await users.update(site.ann.id, { quotaBytes: 2_500 }, audit('user.quota', site.ann.id))
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      const { image } = await site.upload()
      await images.remove([image.id], startMs, audit('image.remove', image.id))
      ids.push(image.id)
    }
    const theirs = await site.upload({ ownerId: site.bob.id })
    await images.remove([theirs.image.id], startMs, audit('image.remove', theirs.image.id))
    await failureOf(
      images.restore([...ids, theirs.image.id], audit('image.restore', 'all'), noLiveLimits),
      'QUOTA_EXCEEDED',
    )
    expect(await users.usage(site.ann.id)).toEqual({
      images: 0,
      bytes: 0,
      deletedBytes: 3_000,
      deletedImages: 3,
      textBytes: 0,
    })
    expect(await images.byId(theirs.image.id)).toBeUndefined()
    expect((await site.database.audit.list({ subject: 'all', limit: 5 })).items).toEqual([])
    expect(
      (await images.restore(ids.slice(1), audit('image.restore', 'two'), noLiveLimits)).restored,
    ).toHaveLength(2)
    await failureOf(images.restore(ids, audit('image.restore', 'one'), noLiveLimits), 'QUOTA_EXCEEDED')
    await failureOf(site.upload(), 'QUOTA_EXCEEDED')
    expect(
      (await images.restore(ids.slice(1), audit('image.restore', 'none'), noLiveLimits)).restored,
    ).toEqual([])
    expect(await users.usage(site.ann.id)).toEqual({
      images: 2,
      bytes: 2_000,
      deletedBytes: 1_000,
      deletedImages: 1,
      textBytes: 0,
    })
  })

  test('a quota holds exactly under restorations and uploads at the same time', async () => {
    await using site = await openSite(make)
    const { users } = site.database
    const uploaded = await Promise.all(Array.from({ length: 6 }, () => site.upload()))
    const ids = uploaded.map(({ image }) => image.id)
    await site.database.images.remove(ids, startMs, audit('image.remove', 'x'))
    await users.update(site.ann.id, { quotaBytes: 5_500 }, audit('user.quota', site.ann.id))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => {
        const { images } = index % 2 ? site.database : site.replica
        const id = ids[index % ids.length] ?? ''
        return index < 6
          ? images.restore([id], audit('image.restore', id), noLiveLimits)
          : images.record(site.draft())
      }),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await users.usage(site.ann.id)).toMatchObject({ images: 5, bytes: 5_000 })
  })

  test('days count what came in, whatever became of it', async () => {
    await using site = await openSite(make)
    const { images } = site.database
    const { image } = await site.upload()
    await site.upload({ createdAtMs: startMs + dayMs })
    await site.upload({ createdAtMs: startMs + dayMs })
    await site.upload({ receivedSha256: image.receivedSha256 })
    await images.remove([image.id], startMs, audit('image.remove', image.id))
    const all = [
      { day: '2026-01-31', images: 1, bytes: 1_000 },
      { day: '2026-02-01', images: 2, bytes: 2_000 },
    ]
    expect(await images.daily(0)).toEqual(all)
    expect(await images.daily(startMs + dayMs)).toEqual(all.slice(1))
  })
}
