import { expect, test } from 'bun:test'
import { newId } from '../../src/language/ids.ts'
import { audit, type MakeDatabase, openSite, type Site } from './fixture.ts'

const bounds = { max: 5, maxOfImage: 2 }

export function reportLaws(make: MakeDatabase): void {
  test('reports are listed from the oldest on, and bounded for an image and for the site', async () => {
    await using site = await openSite(make)
    const added: boolean[] = []
    for (const imageId of ['a', 'a', 'a', 'b', 'c', 'd', 'e']) added.push(await add(site, imageId))
    expect(added).toEqual([true, true, false, true, true, true, false])
    const first = await site.replica.reports.list({ limit: 3 })
    const rest = await site.replica.reports.list({ limit: 3, after: first.next ?? '' })
    const listed = [...first.items, ...rest.items].map(({ imageId }) => imageId)
    expect(listed).toEqual(['a', 'a', 'b', 'c', 'd'])
    expect(await site.replica.reports.count()).toBe(5)
    const ofOne = await site.replica.reports.ofImage('a')
    expect(ofOne).toEqual(first.items.slice(0, 2))
    expect(await site.replica.reports.ofImage('g')).toEqual([])
  })

  test('the reports of an image end together, by hand once and by its takedown', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    await add(site, image.id)
    await add(site, 'another')
    expect(await site.database.reports.dismiss('another', audit('report.dismiss', 'another'))).toBe(true)
    expect(await site.database.reports.dismiss('another', audit('report.dismiss', 'another'))).toBe(false)
    const note = { reason: 'reported', isWithOwner: false }
    await site.database.images.takeDown([image.id], note, audit('image.takeDown', image.id))
    expect(await site.replica.reports.count()).toBe(0)
  })
}

function add(site: Site, imageId: string): Promise<boolean> {
  site.clock.nowMs += 1
  const report = { id: newId(), imageId, reason: 'other', note: '', atMs: site.clock.nowMs }
  return site.database.reports.add(report, bounds)
}
