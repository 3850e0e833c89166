import { expect, test } from 'bun:test'
import { type LiveLimits, noLiveLimits, textBytesOf } from '../../src/accounts/quota.ts'
import { audit, failureOf, type MakeDatabase, openSite, type Site } from './fixture.ts'

const quotaBytes = 50_000

export function textQuotaLaws(make: MakeDatabase): void {
  test('titles and descriptions count towards a quota, as they are uploaded, changed and forgotten', async () => {
    await using site = await openLimited(make)
    const long = '图'.repeat(2_000)
    const { image } = await site.upload({ title: 'a', description: long })
    expect((await site.database.users.usage(site.ann.id)).textBytes).toBe(4 * 6_001)
    await failureOf(site.upload({ description: `${long}${long}` }), 'QUOTA_EXCEEDED')
    const describe = (description: string) =>
      site.database.images.update([image.id], { description }, audit('image.describe', image.id))
    await failureOf(describe('x'.repeat(13_000)), 'QUOTA_EXCEEDED')
    await describe('x'.repeat(500))
    expect((await site.database.users.usage(site.ann.id)).textBytes).toBe(4 * 501)
    await site.database.images.remove([image.id], 1, audit('image.remove', 'x'))
    expect((await site.database.users.usage(site.ann.id)).textBytes).toBe(
      textBytesOf({ title: 'a', description: 'x'.repeat(500) }),
    )
    await site.database.images.collect(2, 2)
    expect((await site.database.users.usage(site.ann.id)).textBytes).toBe(0)
  })

  test('an account has as many images as the policy lets it have, and those deleted count once they are many', async () => {
    await using site = await openSite(make)
    const uploads = async (count: number) => {
      const ids: string[] = []
      for (let index = 0; index < count; index++) ids.push((await site.upload({ maxImages: 3 })).image.id)
      return ids
    }
    const remove = (ids: string[]) => site.database.images.remove(ids, 1, audit('image.remove', 'x'))
    const first = await uploads(3)
    expect(await failureOf(site.upload({ maxImages: 3 }), 'QUOTA_EXCEEDED')).toContain('at most 3 images')
    await site.upload({ maxImages: 3, ownerId: site.bob.id })
    await site.upload({ maxImages: 0 })
    await remove(first)
    await remove(await uploads(2))
    await remove(await uploads(2))
    await failureOf(site.upload({ maxImages: 3 }), 'QUOTA_EXCEEDED')
    await site.database.images.collect(2, 2)
    await uploads(2)
  })

  test('what is restored keeps to the limits of live images, all or none', async () => {
    await using site = await openSite(make)
    const { images } = site.database
    const ids: string[] = []
    for (let index = 0; index < 3; index++) ids.push((await site.upload()).image.id)
    await images.remove(ids, 1, audit('image.remove', 'x'))
    await site.upload()
    const restore = (change: Partial<LiveLimits>) =>
      images.restore(ids, audit('image.restore', 'x'), { ...noLiveLimits, ...change })
    expect(await failureOf(restore({ maxImages: 3 }), 'QUOTA_EXCEEDED')).toContain('at most 3 images')
    expect(await failureOf(restore({ maxSiteBytes: 3_999 }), 'QUOTA_EXCEEDED')).toContain('3999 bytes')
    expect(await images.totals()).toMatchObject({ images: 1 })
    expect((await restore({ maxImages: 4, maxSiteBytes: 4_000 })).restored.toSorted()).toEqual(ids.toSorted())
    expect((await restore({ maxImages: 1, maxSiteBytes: 1 })).restored).toEqual([])
  })
}

async function openLimited(make: MakeDatabase): Promise<Site> {
  const site = await openSite(make)
  await site.database.users.update(site.ann.id, { quotaBytes }, audit('user.quota', site.ann.id))
  return site
}
