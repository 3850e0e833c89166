import { expect, test } from 'bun:test'
import {
  audit,
  failureOf,
  type MakeDatabase,
  openSite,
  type Site,
  sha256,
  startMs,
  storedFile,
} from './fixture.ts'

export function linkLaws(make: MakeDatabase): void {
  const changeOf = (site: Site, name: string, imageId: string, ownerId = site.ann.id) => ({
    name,
    ownerId,
    imageId,
    atMs: site.clock.nowMs,
    actor: 'Ann',
  })
  const entry = audit('link.set', 'map')

  test('a link leads to what it was last set to, on every replica, and its history is kept', async () => {
    await using site = await openSite(make)
    const { links } = site.database
    const [one, two] = [(await site.upload()).image.id, (await site.upload()).image.id]
    await links.set(changeOf(site, 'map', one), entry)
    await links.set(changeOf(site, 'map', one), entry)
    site.clock.nowMs += 5
    const link = await links.set(changeOf(site, 'map', two), entry)
    await links.set(changeOf(site, 'a-map', one), entry)
    expect(link).toEqual({
      name: 'map',
      ownerId: site.ann.id,
      imageId: two,
      number: 2,
      changedAtMs: site.clock.nowMs,
      endedAtMs: null,
    })
    expect(await site.replica.links.byName('map')).toEqual(link)
    expect((await site.replica.links.list()).map(({ name }) => name)).toEqual(['a-map', 'map'])
    expect(await site.replica.links.list(site.bob.id)).toEqual([])
    const history = await site.replica.links.history('map')
    expect(history.map(({ number, imageId }) => [number, imageId])).toEqual([
      [2, two],
      [1, one],
    ])
    expect(await links.byName('none')).toBeUndefined()
    expect(await links.history('none')).toEqual([])
  })

  test('the last images of each link are told, and images are found by having one', async () => {
    await using site = await openSite(make)
    const { links, images } = site.database
    const [one, two, other] = [await site.upload(), await site.upload(), await site.upload()].map(
      ({ image }) => image.id,
    ) as [string, string, string]
    for (let round = 0; round < 4; round++) {
      await links.set(changeOf(site, 'map', one), entry)
      await links.set(changeOf(site, 'map', two), entry)
    }
    await links.set(changeOf(site, 'another', one), entry)
    const told = async (names: string[]) =>
      [...(await links.strips(names))].map(([name, strip]) => [name, strip.map(({ image }) => image.id)])
    expect(await told([])).toEqual([])
    expect(await told(['map', 'another', 'none'])).toEqual([
      ['another', [one]],
      ['map', [two, one, two, one, two, one]],
    ])
    const found = async () =>
      (await images.list({ ownerId: site.ann.id, isLinked: true, limit: 9 })).items.map(({ id }) => id).sort()
    expect(await found()).toEqual([one, two].sort())
    expect(await images.count({ ownerId: site.ann.id, isLinked: true }, 9)).toBe(2)
    expect(await images.count({ ownerId: site.bob.id, isLinked: true }, 9)).toBe(0)
    await links.setEnd('map', 1, entry)
    expect(await found()).toEqual([one])
    await images.remove([one], startMs, audit('image.delete', one))
    expect(await found()).toEqual([])
    expect((await told(['another', 'map']))[0]?.[0]).toBe('map')
    expect(other).toBeString()
  })

  test('a link belongs to the owner of what it leads to, and leads to nothing else', async () => {
    await using site = await openSite(make)
    const { links, images } = site.database
    const mine = (await site.upload()).image.id
    const theirs = (await site.upload({ ownerId: site.bob.id })).image.id
    const ending = (await site.upload({ expiresAtMs: site.clock.nowMs + 1 })).image.id
    await failureOf(links.set(changeOf(site, 'map', theirs), entry), 'NOT_FOUND')
    await links.set(changeOf(site, 'map', ending), entry)
    site.clock.nowMs += 1
    await failureOf(links.set(changeOf(site, 'map', ending), entry), 'NOT_FOUND')
    await failureOf(links.set(changeOf(site, 'map', theirs, site.bob.id), entry), 'BAD_REQUEST')
    await images.remove([mine], 1, audit('image.delete', mine))
    await failureOf(links.set(changeOf(site, 'map', mine), entry), 'NOT_FOUND')
    expect((await links.byName('map'))?.imageId).toBe(ending)
  })

  test('an upload sets its link in the same transaction, or nothing happens', async () => {
    await using site = await openSite(make)
    const { links, images } = site.database
    const link = { name: 'map', actor: 'Ann' }
    const same = { receivedSha256: sha256('same'), file: storedFile('same') }
    const first = await site.upload({ ...same, link })
    await site.upload({ link })
    expect((await links.byName('map'))?.number).toBe(2)
    await site.upload({ ...same, link })
    expect(await links.byName('map')).toMatchObject({ imageId: first.image.id, number: 3 })
    const before = await images.totals()
    await failureOf(site.upload({ ownerId: site.bob.id, link }), 'BAD_REQUEST')
    expect(await images.totals()).toEqual(before)
  })

  test('an ended link keeps its name for its owner alone, who has it lead somewhere again', async () => {
    await using site = await openSite(make)
    const { links, images } = site.database
    const one = (await site.upload()).image.id
    const theirs = (await site.upload({ ownerId: site.bob.id })).image.id
    const entries = async () =>
      (await site.database.audit.list({ action: 'link.end', limit: 9 })).items.length
    const end = audit('link.end', 'map')
    expect(await links.setEnd('map', 7, end)).toBe(false)
    await links.set(changeOf(site, 'map', one), entry)
    expect(await links.setEnd('map', 7, end)).toBe(true)
    expect(await links.setEnd('map', 8, end)).toBe(false)
    expect(await entries()).toBe(1)
    const ended = await site.replica.links.byName('map')
    expect(ended).toMatchObject({ ownerId: site.ann.id, imageId: one, number: 1, endedAtMs: 7 })
    expect(await links.list(site.ann.id)).toEqual(ended ? [ended] : [])

    await failureOf(links.set(changeOf(site, 'map', theirs, site.bob.id), entry), 'BAD_REQUEST')
    const before = await images.totals()
    const link = { name: 'map', actor: 'Bob' }
    await failureOf(site.upload({ ownerId: site.bob.id, link }), 'BAD_REQUEST')
    expect(await images.totals()).toEqual(before)
    expect((await links.byName('map'))?.endedAtMs).toBe(7)

    expect(await links.setEnd('map', null, audit('link.resume', 'map'))).toBe(true)
    expect(await links.setEnd('map', null, audit('link.resume', 'map'))).toBe(false)
    expect(await links.byName('map')).toMatchObject({ imageId: one, number: 1, endedAtMs: null })
    await links.setEnd('map', 9, end)
    await links.set(changeOf(site, 'map', one), entry)
    expect(await links.byName('map')).toMatchObject({ imageId: one, number: 2, endedAtMs: null })
    await links.setEnd('map', 10, end)
    const upload = await site.upload({ link: { name: 'map', actor: 'Ann' } })
    expect(await links.byName('map')).toMatchObject({ imageId: upload.image.id, number: 3, endedAtMs: null })
  })

  test('of many changes at once each is a target of the history, and the last is what the link leads to', async () => {
    await using site = await openSite(make)
    const ids: string[] = []
    for (let index = 0; index < 12; index++) ids.push((await site.upload()).image.id)
    await Promise.all(
      ids.map((id, index) =>
        (index % 2 ? site.database : site.replica).links.set(changeOf(site, 'map', id), entry),
      ),
    )
    const history = await site.database.links.history('map')
    expect(history.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(new Set(history.map(({ imageId }) => imageId))).toEqual(new Set(ids))
    expect((await site.database.links.byName('map'))?.imageId).toBe(history[0]?.imageId ?? '')
  })
}
