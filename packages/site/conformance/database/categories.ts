import { expect, test } from 'bun:test'
import { noLiveLimits } from '../../src/accounts/quota.ts'
import { message } from '../../src/language/message.ts'
import type { ApiKey } from '../../src/language/records.ts'
import { addCategory, audit, failureOf, idsOf, key, type MakeDatabase, openSite } from './fixture.ts'

export function categoryLaws(make: MakeDatabase): void {
  test('categories stand in the order in which they were added, until they are arranged', async () => {
    await using site = await openSite(make)
    const { categories } = site.database
    const second = await addCategory(site.database, 'Kätzchen 猫')
    const third = await addCategory(site.database, 'third')
    expect(await site.replica.categories.list()).toEqual([site.general, second, third])
    await categories.arrange([third.id, 'unknown'], audit('category.arrange', ''))
    expect(await idsOf(categories.list())).toEqual([third.id, site.general.id, second.id])
    const fourth = await addCategory(site.database, 'fourth')
    expect((await idsOf(categories.list())).at(-1)).toBe(fourth.id)
  })

  test('categories added at the same time over two replicas each get a place of their own', async () => {
    await using site = await openSite(make)
    const names = Array.from({ length: 10 }, (_, index) => `c${index}`)
    await Promise.all(names.map((name, index) => addCategory(index % 2 ? site.database : site.replica, name)))
    const positions = (await site.database.categories.list()).map(({ position }) => position)
    expect(positions).toEqual(Array.from({ length: 11 }, (_, index) => index))
  })

  test('keys are counted by the category that is their default, without those that are revoked', async () => {
    await using site = await openSite(make)
    const cats = await addCategory(site.database, 'cats')
    const add = (change: Partial<ApiKey>) =>
      site.database.keys.add(key(site.ann.id, change), audit('key.create', 'k'))
    expect((await site.replica.categories.counts()).keys).toEqual(new Map())
    await add({ defaultCategoryId: cats.id })
    await add({ defaultCategoryId: cats.id })
    await add({ defaultCategoryId: cats.id, revokedAtMs: 1 })
    await add({ defaultCategoryId: site.general.id })
    await add({ defaultCategoryId: null })
    expect((await site.replica.categories.counts()).keys).toEqual(
      new Map([
        [cats.id, 2],
        [site.general.id, 1],
      ]),
    )
  })

  test('a name that is taken is a conflict, for a new category and for a renamed one', async () => {
    await using site = await openSite(make)
    const { categories } = site.database
    const cats = await addCategory(site.database, 'cats')
    expect(await failureOf(addCategory(site.database, 'GENERAL'), 'CONFLICT')).toContain('GENERAL')
    await failureOf(
      categories.change(cats.id, { name: 'General' }, audit('category.rename', cats.id)),
      'CONFLICT',
    )
    await categories.change(cats.id, { name: 'Cats' }, audit('category.rename', cats.id))
    expect(await categories.byId(cats.id)).toEqual({ ...cats, name: 'Cats' })
    await failureOf(categories.change('unknown', { name: 'x' }, audit('category.rename', 'x')), 'NOT_FOUND')
    await failureOf(
      categories.change('unknown', { enabled: true }, audit('category.enable', 'x')),
      'NOT_FOUND',
    )
  })

  test('the refusal of a taken name keeps its sentence apart from the name, whatever that holds', async () => {
    await using site = await openSite(make)
    const name = '{name} of {most} $&'
    await addCategory(site.database, name)
    const refusal: unknown = await addCategory(site.database, name).catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      message: `A category named "${name}" exists already.`,
      facts: {
        code: 'CONFLICT',
        reason: message('A category named "{name}" exists already.', { name }),
        field: 'name',
      },
    })
  })

  test('a disabled category takes no upload, not even a repeated one, until it is enabled', async () => {
    await using site = await openSite(make)
    const first = await site.upload()
    await site.database.categories.change(site.general.id, { enabled: false }, audit('category.disable', 'x'))
    expect((await site.replica.categories.byId(site.general.id))?.enabled).toBe(false)
    await failureOf(site.upload(), 'CATEGORY_UNAVAILABLE')
    await failureOf(site.upload({ receivedSha256: first.image.receivedSha256 }), 'CATEGORY_UNAVAILABLE')
    await failureOf(site.upload({ categoryId: 'unknown' }), 'CATEGORY_UNAVAILABLE')
    await site.database.categories.change(site.general.id, { enabled: true }, audit('category.enable', 'x'))
    expect((await site.upload()).kind).toBe('created')
  })

  test('the count of a category follows uploads, moves, deletions and restorations', async () => {
    await using site = await openSite(make)
    const { categories, images } = site.database
    const cats = await addCategory(site.database, 'cats')
    const counts = async () => {
      const { images: map } = await categories.counts()
      return [map.get(site.general.id) ?? 0, map.get(cats.id) ?? 0]
    }
    expect(await counts()).toEqual([0, 0])
    const { image } = await site.upload()
    await site.upload()
    await images.update([image.id], { categoryId: cats.id }, audit('image.update', image.id))
    expect(await counts()).toEqual([1, 1])
    await images.remove([image.id], site.clock.nowMs, audit('image.remove', image.id))
    expect(await counts()).toEqual([1, 0])
    await images.restore([image.id], audit('image.restore', image.id), noLiveLimits)
    expect(await counts()).toEqual([1, 1])
  })
}
