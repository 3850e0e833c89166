import { expect, test } from 'bun:test'
import { newId } from '../../src/language/ids.ts'
import { audit, failureOf, type MakeDatabase, openSite, type Site } from './fixture.ts'

const bounds = { max: 5, maxOfImage: 2, maxOfReporter: 3 }

export function reportLaws(make: MakeDatabase): void {
  test('reports are listed from the oldest on, and bounded for an image and for the site', async () => {
    await using site = await openSite(make)
    const added: unknown[] = []
    for (const imageId of ['a', 'a', 'a', 'b', 'c', 'd', 'b']) added.push(await add(site, imageId))
    expect(added).toEqual([undefined, undefined, 'maxOfImage', undefined, undefined, undefined, 'max'])
    const first = await site.replica.reports.list({ limit: 3 })
    const rest = await site.replica.reports.list({ limit: 3, after: first.next ?? '' })
    const listed = [...first.items, ...rest.items].map(({ imageId }) => imageId)
    expect(listed).toEqual(['a', 'a', 'b', 'c', 'd'])
    expect(await site.replica.reports.count()).toBe(5)
    const ofOne = await site.replica.reports.ofImage('a')
    expect(ofOne).toEqual(first.items.slice(0, 2))
    expect(await site.replica.reports.ofImage('g')).toEqual([])
  })

  test('an image without a report has a place however many wait', async () => {
    await using site = await openSite(make)
    for (const imageId of ['a', 'b', 'c', 'd', 'e', 'f']) expect(await add(site, imageId)).toBe(undefined)
    expect(await site.replica.reports.count()).toBe(6)
  })

  test('one reporter has one report about an image, the last, and a bounded number in all', async () => {
    await using site = await openSite(make)
    for (const note of ['first', 'last'])
      expect(await add(site, 'a', { reporter: 'x', note })).toBe(undefined)
    expect(await site.replica.reports.ofImage('a')).toEqual([
      expect.objectContaining({ reporter: 'x', note: 'last' }),
    ])
    const further: unknown[] = []
    for (const imageId of ['b', 'c', 'd', 'a']) further.push(await add(site, imageId, { reporter: 'x' }))
    expect(further).toEqual([undefined, undefined, 'maxOfReporter', undefined])
  })

  test('the reports of an image end together, by hand once and by its takedown', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    await add(site, image.id)
    await add(site, 'another')
    const dismiss = () => site.database.reports.dismiss('another', audit('report.dismiss', 'another'))
    await dismiss()
    await failureOf(dismiss(), 'NOT_FOUND')
    const note = { reason: 'reported', isWithOwner: false }
    await site.database.images.takeDown([image.id], note, audit('image.takeDown', image.id))
    expect(await site.replica.reports.count()).toBe(0)
  })
}

function add(site: Site, imageId: string, said: { reporter?: string; note?: string } = {}) {
  site.clock.nowMs += 1
  const report = { id: newId(), imageId, reporter: newId(), reason: 'other', note: '', ...said }
  return site.database.reports.add({ ...report, atMs: site.clock.nowMs }, bounds)
}
