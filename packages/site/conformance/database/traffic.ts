import { expect, test } from 'bun:test'
import { audit, type MakeDatabase, openSite } from './fixture.ts'

export function trafficLaws(make: MakeDatabase): void {
  test('requests of a day add up, whoever counts them, and days come in order', async () => {
    await using site = await openSite(make)
    const { traffic } = site.database
    await traffic.add('2026-03-02', { answered: 5, refused: 1 })
    await traffic.add('2026-03-01', { answered: 2, refused: 0 })
    await traffic.add('2026-02-28', { answered: 9, refused: 9 })
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? traffic : site.replica.traffic).add('2026-03-02', { answered: 1, refused: 2 }),
      ),
    )
    expect(await site.replica.traffic.daily(Date.UTC(2026, 2, 1, 23))).toEqual([
      { day: '2026-03-01', answered: 2, refused: 0 },
      { day: '2026-03-02', answered: 15, refused: 21 },
    ])
    expect(await traffic.daily(Date.UTC(2026, 2, 3))).toEqual([])
  })

  test('the users with the most bytes come first, at most so many, and none without images', async () => {
    await using site = await openSite(make)
    const { users, images } = site.database
    expect(await users.largest(5)).toEqual([])
    const { image } = await site.upload({ ownerId: site.ann.id })
    await site.upload({ ownerId: site.bob.id })
    await site.upload({ ownerId: site.bob.id })
    const bobs = await users.usage(site.bob.id)
    const anns = await users.usage(site.ann.id)
    const [bob, ann] = [
      { id: site.bob.id, name: site.bob.name, images: bobs.images, bytes: bobs.bytes },
      { id: site.ann.id, name: site.ann.name, images: anns.images, bytes: anns.bytes },
    ]
    expect(await users.largest(5)).toEqual([bob, ann])
    expect(await users.largest(1)).toEqual([bob])
    await images.remove([image.id], 1, audit('image.delete', image.id))
    expect(await users.largest(5)).toEqual([bob])
  })
}
