import { expect, test } from 'bun:test'
import type { NewRendition } from '../../src/images/rendition-rows.ts'
import { audit, type MakeDatabase, openSite, type Site, startMs, storedFile } from './fixture.ts'

function draft(source: string, change: Partial<NewRendition> = {}): NewRendition {
  return {
    source,
    size: 'thumbnail',
    format: 'webp',
    file: { ...storedFile(`${source} small`, 70), type: 'image/webp', width: 20, height: 15 },
    placeholder: 'AAAA',
    madeFor: null,
    createdAtMs: startMs,
    removalsSeen: 0,
    ...change,
  }
}

async function collect(site: Site, ids: readonly string[]): Promise<void> {
  await site.database.images.remove(ids, startMs, audit('image.remove', 'some'))
  await site.database.images.collect(startMs + 1, startMs)
}

export function renditionLaws(make: MakeDatabase): void {
  test('a rendition is recorded with its bytes, and what is known of a blob is read at once', async () => {
    await using site = await openSite(make)
    const { renditions, blobs } = site.database
    const { address } = (await site.upload()).image.file
    expect(await renditions.of(address)).toEqual([])
    const { removalsSeen: _, ...row } = draft(address)
    expect(await renditions.record(draft(address))).toEqual({ kind: 'recorded', rendition: row })
    const other: NewRendition = { ...draft(address), file: storedFile('other'), placeholder: null }
    const others: NewRendition[] = [
      { ...other, format: 'avif' },
      { ...other, size: 'medium' },
    ]
    for (const each of others) {
      const { size, format } = each
      expect(await renditions.record(each)).toMatchObject({ kind: 'recorded', rendition: { size, format } })
    }
    expect(await renditions.record(draft(address))).toEqual({ kind: 'recorded', rendition: row })
    const known = await site.replica.renditions.of(address)
    expect(known).toContainEqual(row)
    expect(known.map(({ size, format }) => `${size} ${format}`).sort()).toEqual([
      'medium webp',
      'thumbnail avif',
      'thumbnail webp',
    ])
    expect(await blobs.byAddress(row.file.address)).toMatchObject({ file: row.file, releasedAtMs: null })
  })

  test('the thumbnails of many blobs are read together', async () => {
    await using site = await openSite(make)
    const { renditions } = site.database
    const [one, other, none] = [await site.upload(), await site.upload(), await site.upload()].map(
      ({ image }) => image.file.address,
    ) as [string, string, string]
    await renditions.record(draft(one))
    await renditions.record({ ...draft(one), size: 'medium', file: storedFile('medium') })
    await renditions.markImpossible({
      source: other,
      size: 'thumbnail',
      format: 'webp',
      createdAtMs: startMs,
    })
    const found = await renditions.thumbnails([one, other, none])
    expect(found.map(({ source, placeholder }) => [source, placeholder]).sort()).toEqual(
      [
        [one, 'AAAA'],
        [other, null],
      ].sort(),
    )
    expect(await renditions.thumbnails([])).toEqual([])
  })

  test('of many that are recorded at once the first one stays, and the bytes of the others are released', async () => {
    await using site = await openSite(make)
    const { address } = (await site.upload()).image.file
    const files = Array.from({ length: 6 }, (_, index) => storedFile(`${address} ${index}`))
    const outcomes = await Promise.all(
      files.map((file, index) =>
        (index % 2 ? site.database : site.replica).renditions.record(draft(address, { file })),
      ),
    )
    const [kept, ...others] = await site.database.renditions.of(address)
    expect(others).toEqual([])
    for (const outcome of outcomes) expect(outcome).toEqual({ kind: 'recorded', rendition: kept! })
    const released = await Promise.all(
      files.map(async (file) => (await site.database.blobs.byAddress(file.address))?.releasedAtMs !== null),
    )
    expect(released.filter((isReleased) => !isReleased)).toHaveLength(1)
  })

  test('what is found out again later stays as it was, and is known since then', async () => {
    await using site = await openSite(make)
    const { renditions, blobs } = site.database
    const { address } = (await site.upload()).image.file
    const { removalsSeen: _, ...first } = draft(address)
    await renditions.record(draft(address))
    const same = draft(address, { createdAtMs: startMs + 5 })
    const other = draft(address, { createdAtMs: startMs + 7, file: storedFile('other') })
    for (const again of [same, other]) {
      const { createdAtMs } = again
      const rendition = { ...first, createdAtMs }
      expect(await site.replica.renditions.record(again)).toEqual({ kind: 'recorded', rendition })
    }
    await renditions.markImpossible({ ...first, createdAtMs: startMs + 9 })
    await renditions.record(draft(address, { createdAtMs: startMs + 8 }))
    expect(await renditions.of(address)).toEqual([{ ...first, createdAtMs: startMs + 9 }])
    expect(await blobs.byAddress(first.file.address)).toMatchObject({ releasedAtMs: null })
    expect(await blobs.byAddress(other.file.address)).not.toMatchObject({ releasedAtMs: null })
    await renditions.remove(first.file.address, startMs)
    expect(await blobs.byAddress(first.file.address)).toMatchObject({ releasedAtMs: startMs })
  })

  test('what could not be made once can be made later', async () => {
    await using site = await openSite(make)
    const { renditions, blobs } = site.database
    const { address } = (await site.upload()).image.file
    const { removalsSeen: _, ...made } = draft(address, { createdAtMs: startMs + 5 })
    await renditions.markImpossible({ ...made, createdAtMs: startMs })
    await renditions.markImpossible({ ...made, createdAtMs: startMs + 2 })
    expect(await renditions.of(address)).toMatchObject([{ file: null, createdAtMs: startMs + 2 }])
    const outcome = await renditions.record({ ...made, removalsSeen: 0 })
    expect(outcome).toEqual({ kind: 'recorded', rendition: made })
    expect(await site.replica.renditions.of(address)).toEqual([made])
    expect(await blobs.byAddress(made.file.address)).toMatchObject({ releasedAtMs: null })
  })

  test('renditions go with the last image of their blob, and their bytes are released', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    const { address } = image.file
    const sharing = await site.upload({ file: image.file, ownerId: site.bob.id })
    const rendition = draft(address)
    await site.database.renditions.record(rendition)
    await collect(site, [image.id])
    expect(await site.database.renditions.of(address)).toHaveLength(1)
    expect(await site.database.images.idsByBlob(rendition.file.address, 5)).toEqual([sharing.image.id])
    await collect(site, [sharing.image.id])
    expect(await site.replica.renditions.of(address)).toEqual([])
    const removable = await site.database.blobs.removable(startMs + 1, 5)
    expect(removable.sort()).toEqual([address, rendition.file.address].sort())
  })

  test('an image and renditions of several blobs can share bytes, which stay as long as one needs them', async () => {
    await using site = await openSite(make)
    const [first, second] = [await site.upload(), await site.upload()]
    const shared = draft(first.image.file.address)
    await site.database.renditions.record(shared)
    await site.database.renditions.record({ ...shared, source: second.image.file.address })
    const third = await site.upload({ file: shared.file })
    await collect(site, [first.image.id])
    await collect(site, [third.image.id])
    expect(await site.database.blobs.byAddress(shared.file.address)).toMatchObject({ releasedAtMs: null })
    await collect(site, [second.image.id])
    expect(await site.database.blobs.byAddress(shared.file.address)).toMatchObject({ releasedAtMs: startMs })
  })

  test('a rendition of a blob that no image needs is not recorded', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    await collect(site, [image.id])
    const { renditions, blobs } = site.database
    const rendition = draft(image.file.address)
    expect(await renditions.record(rendition)).toEqual({ kind: 'sourceGone' })
    expect(await renditions.record(draft(storedFile('unknown').address))).toEqual({ kind: 'sourceGone' })
    expect(await blobs.byAddress(rendition.file.address)).toBeUndefined()
  })

  test('a rendition whose bytes are being removed is recorded once they were put again', async () => {
    await using site = await openSite(make)
    const { address } = (await site.upload()).image.file
    const rendition = draft(address)
    await site.database.blobs.beginRemovals([rendition.file.address], startMs, startMs + 50)
    const refused = await site.database.renditions.record(rendition)
    expect(refused).toEqual({ kind: 'blobRemoving', untilMs: startMs + 50 })
    expect(await site.database.renditions.of(address)).toEqual([])
    await site.database.blobs.finishRemovals([rendition.file.address], startMs + 50)
    const again = await site.database.renditions.record({ ...rendition, removalsSeen: 1 })
    expect(again.kind).toBe('recorded')
  })

  test('what can not be made stays marked, also when all images of the blob were gone meanwhile', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    const { address } = image.file
    const mark = { source: address, size: 'large', format: 'webp', createdAtMs: startMs } as const
    await site.database.renditions.markImpossible(mark)
    await site.database.renditions.markImpossible(mark)
    await collect(site, [image.id])
    await site.upload({ file: image.file })
    expect(await site.database.renditions.of(address)).toEqual([
      { ...mark, file: null, placeholder: null, madeFor: null },
    ])
  })

  test('a rendition that was made is not marked as impossible, and one that is lost can be made anew', async () => {
    await using site = await openSite(make)
    const { address } = (await site.upload()).image.file
    const rendition = draft(address)
    const { renditions, blobs } = site.database
    await renditions.record(rendition)
    await renditions.markImpossible(rendition)
    expect(await renditions.of(address)).toMatchObject([{ file: rendition.file }])
    await renditions.remove(rendition.file.address, startMs)
    await renditions.remove(rendition.file.address, startMs)
    await renditions.remove(address, startMs)
    expect(await renditions.of(address)).toEqual([])
    expect(await blobs.byAddress(rendition.file.address)).toMatchObject({ releasedAtMs: startMs })
    expect(await blobs.byAddress(address)).toMatchObject({ releasedAtMs: null })
    expect((await renditions.record(rendition)).kind).toBe('recorded')
  })

  test('a rendition for one owner gives way to one for all, and to a mark, and its bytes are released', async () => {
    await using site = await openSite(make)
    const { renditions, blobs } = site.database
    const { address } = (await site.upload()).image.file
    const forAnn = draft(address, { madeFor: site.ann.id })
    const forBob = draft(address, { madeFor: 'bob', file: storedFile('for bob') })
    const forAll = draft(address, { file: storedFile('for all') })
    const made = async (wanted: NewRendition['size'] = 'thumbnail') => {
      const ofSize = (await renditions.of(address)).filter(({ size }) => size === wanted)
      return ofSize.map(({ file, madeFor }) => [file?.address, madeFor])
    }
    const released = async ({ file }: NewRendition) => (await blobs.byAddress(file.address))?.releasedAtMs
    await renditions.record(forAnn)
    await renditions.record(forBob)
    expect(await made()).toEqual([[forAnn.file.address, site.ann.id]])
    expect([await released(forAnn), await released(forBob)]).toEqual([null, expect.any(Number)])
    await renditions.record(forAll)
    expect(await made()).toEqual([[forAll.file.address, null]])
    expect([await released(forAnn), await released(forAll)]).toEqual([expect.any(Number), null])
    await renditions.record(forAnn)
    expect(await made()).toEqual([[forAll.file.address, null]])
    expect(await released(forAnn)).toEqual(expect.any(Number))
    const large = draft(address, { size: 'large', madeFor: site.ann.id, file: storedFile('large') })
    await renditions.record(large)
    await renditions.markImpossible(large)
    expect(await made('large')).toEqual([[undefined, null]])
    expect(await released(large)).toEqual(expect.any(Number))
    await renditions.record(forAll)
    expect((await blobs.byAddress(forAll.file.address))?.releasedAtMs).toBeNull()
  })
}
