import { expect, test } from 'bun:test'
import { type MakeDatabase, openSite } from './fixture.ts'

export function leaseLaws(make: MakeDatabase): void {
  test('one holder has a lease at a time, renews it, and gives it back', async () => {
    await using site = await openSite(make)
    const { database, replica } = site
    expect(await database.leases.take('collect', 'one', 100)).toBe(true)
    expect(await replica.leases.take('collect', 'two', 100)).toBe(false)
    expect(await replica.leases.take('other', 'two', 100)).toBe(true)
    expect(await database.leases.take('collect', 'one', 100)).toBe(true)
    await replica.leases.release('collect', 'two')
    expect(await replica.leases.take('collect', 'two', 100)).toBe(false)
    await database.leases.release('collect', 'one')
    expect(await replica.leases.take('collect', 'two', 100)).toBe(true)
  })

  test('a lease that is not renewed ends by itself', async () => {
    await using site = await openSite(make)
    await site.database.leases.take('collect', 'one', 100)
    site.clock.nowMs += 60
    await site.database.leases.take('collect', 'one', 100)
    site.clock.nowMs += 99
    expect(await site.replica.leases.take('collect', 'two', 100)).toBe(false)
    site.clock.nowMs += 1
    expect(await site.replica.leases.take('collect', 'two', 100)).toBe(true)
    expect(await site.database.leases.take('collect', 'one', 100)).toBe(false)
  })

  test('of many who take a lease at once, one gets it', async () => {
    await using site = await openSite(make)
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? site.database : site.replica).leases.take('collect', `holder ${index}`, 100),
      ),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  test('all leases of a copy of a site can be ended', async () => {
    await using site = await openSite(make)
    for (const name of ['collect', 'other']) await site.database.leases.take(name, 'one', 100)
    await site.database.leases.endAll()
    for (const name of ['collect', 'other']) {
      expect(await site.replica.leases.take(name, 'two', 100)).toBe(true)
    }
  })
}
