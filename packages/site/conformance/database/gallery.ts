import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { SiteDatabase } from '../../src/database/database.ts'
import { type ImageQuery, type ImageSort, imageSorts } from '../../src/images/image-records.ts'
import type { Image } from '../../src/language/records.ts'
import {
  addAlbum,
  addCategory,
  audit,
  type DatabaseConformanceOptions,
  failureOf,
  type MakeDatabase,
  openSite,
  startMs,
  storedFile,
} from './fixture.ts'

export function galleryLaws(make: MakeDatabase, { runs = 60 }: DatabaseConformanceOptions): void {
  test('pages are complete and in order, newest first, while images come and go', async () => {
    await using site = await openSite(make)
    const before: string[] = []
    for (let index = 0; index < 25; index++) {
      const { image } = await site.upload({ createdAtMs: startMs + Math.floor(index / 4) })
      before.push(image.id)
    }
    const seen: Image[] = []
    let after: string | null = null
    do {
      const page = await site.database.images.list({
        ownerId: site.ann.id,
        limit: 4,
        ...(after === null ? {} : { after }),
      })
      seen.push(...page.items)
      after = page.next
      await site.upload({ createdAtMs: startMs + 1_000 })
    } while (after !== null)
    expect(seen.map(({ id }) => id).sort()).toEqual([...before].sort())
    expect(seen).toEqual([...seen].sort(newestFirst))
  })

  test('every order is complete on all of its pages, and tells the images before and after each', async () => {
    await using site = await openSite(make)
    const ofSize = (sizeBytes: number) => ({ ...storedFile(`of ${sizeBytes} ${Math.random()}`), sizeBytes })
    const [beta, alpha, gamma, untitled] = [
      await site.upload({ title: 'beta', createdAtMs: startMs, file: ofSize(300) }),
      await site.upload({ title: 'Alpha', createdAtMs: startMs + 1, file: ofSize(100) }),
      await site.upload({ title: 'gamma', createdAtMs: startMs + 2, file: ofSize(200) }),
      await site.upload({ title: '', createdAtMs: startMs + 3, file: ofSize(400) }),
    ].map(({ image }) => image.id)
    const { images } = site.database
    const orders: Record<ImageSort, (string | undefined)[]> = {
      newest: [untitled, gamma, alpha, beta],
      oldest: [beta, alpha, gamma, untitled],
      name: [untitled, alpha, beta, gamma],
      largest: [untitled, beta, gamma, alpha],
      album: [untitled, gamma, alpha, beta],
    }
    for (const sort of imageSorts) {
      const query = { ownerId: site.ann.id, sort }
      const seen: string[] = []
      let after: string | null = null
      do {
        const page = await images.list({ ...query, limit: 1, ...(after !== null && { after }) })
        seen.push(...page.items.map(({ id }) => id))
        after = page.next
      } while (after !== null)
      expect([sort, seen]).toEqual([sort, orders[sort] as string[]])
      for (const [index, id] of seen.entries()) {
        const image = await images.byId(id)
        expect(image && (await images.neighbours(image, query))).toEqual({
          previous: seen[index - 1],
          next: seen[index + 1],
        })
      }
    }
  })

  test('images are found by type, by the size of their files and by having no title', async () => {
    await using site = await openSite(make)
    const small = await site.upload({ title: 'small', file: { ...storedFile('small'), sizeBytes: 10 } })
    const large = await site.upload({
      file: { ...storedFile('large'), sizeBytes: 20, type: 'image/gif' },
    })
    const found = async (query: Partial<ImageQuery>) =>
      (await site.database.images.list({ limit: 9, ...query })).items.map(({ id }) => id)
    expect(await found({ types: ['image/gif'] })).toEqual([large.image.id])
    expect(await found({ isUntitled: true })).toEqual([large.image.id])
    expect(await found({ minBytes: 20 })).toEqual([large.image.id])
    expect(await found({ belowBytes: 20 })).toEqual([small.image.id])
    expect(await site.database.images.count({ belowBytes: 20 }, 9)).toBe(1)
  })

  test('the albums of an image are told in their owner’s order', async () => {
    await using site = await openSite(make)
    const first = await addAlbum(site.database, site.ann.id)
    const second = await addAlbum(site.database, site.ann.id)
    const { image } = await site.upload({ albumId: second.id })
    const { albums } = site.database
    expect(await albums.withImage(image.id)).toEqual([second])
    await albums.moveImages(
      { ownerId: site.ann.id, imageIds: [image.id], into: first.id, outOf: null, atMs: startMs },
      audit('album.addImages', first.id),
    )
    expect(await albums.withImage(image.id)).toEqual([first, second])
  })

  test('every selection gives what a plain filter over all images gives', async () => {
    await using site = await openSite(make)
    const cats = await addCategory(site.database, 'cats')
    const album = await addAlbum(site.database, site.ann.id)
    const other = await addAlbum(site.database, site.ann.id)
    const albumIds = [album.id, other.id, other.id, null]
    const all: { image: Image; inAlbum: boolean }[] = []
    const titles = ['Red CAT', 'a cat, a dog', '我的猫咪照片', 'naïve 100% _x_', '', 'Straße 🐈']
    for (let index = 0; index < 24; index++) {
      const inAlbum = index % 4 === 0
      const { image } = await site.upload({
        ownerId: index % 4 === 3 ? site.bob.id : site.ann.id,
        categoryId: index % 3 ? site.general.id : cats.id,
        albumId: albumIds[index % 4]!,
        title: titles[index % titles.length]!,
        description: index % 5 ? '' : "the 'last' one",
        createdAtMs: startMs + (index % 7),
      })
      all.push({ image, inAlbum })
    }
    for (const [index, deletedAtMs] of [
      [5, startMs],
      [9, startMs + 1],
      [16, startMs + 2],
    ] as const) {
      const { image } = all[index]!
      await site.database.images.remove([image.id], deletedAtMs, audit('image.remove', 'x'))
      image.deletedAtMs = deletedAtMs
    }
    const query: fc.Arbitrary<ImageQuery> = fc.record(
      {
        ownerId: fc.constantFrom(site.ann.id, site.bob.id),
        albumId: fc.constant(album.id),
        categoryId: fc.constantFrom(site.general.id, cats.id),
        addresses: fc.subarray(
          all.slice(0, 3).map(({ image }) => image.file.address),
          { minLength: 1 },
        ),
        search: fc.constantFrom(
          'cat',
          'CAT red',
          '猫',
          '猫咪 照片',
          '%',
          '_x_',
          "'last'",
          'dog',
          '🐈',
          ' ',
          'NAÏVE',
        ),
        createdFromMs: fc.integer({ min: startMs, max: startMs + 7 }),
        createdBeforeMs: fc.integer({ min: startMs, max: startMs + 7 }),
        deletedAfterMs: fc.integer({ min: startMs - 1, max: startMs + 3 }),
        limit: fc.integer({ min: 1, max: 9 }),
      },
      { requiredKeys: ['limit'] },
    )
    await fc.assert(
      fc.asyncProperty(query, async (query) => {
        const wanted = all.filter((one) => matches(one, query)).map(({ image }) => image)
        expect(await pagesOf(site.database, query)).toEqual(wanted.sort(newestFirst))
        const { limit, ...selection } = query
        expect(await site.database.images.count(selection, 100)).toBe(wanted.length)
        expect(await site.database.images.count(selection, limit)).toBe(Math.min(wanted.length, limit))
      }),
      { numRuns: runs },
    )
  })

  test('images are counted by the time of their upload, in the order that is asked for', async () => {
    await using site = await openSite(make)
    const album = await addAlbum(site.database, site.ann.id)
    const { images } = site.database
    for (const [later, albumId] of [
      [0, album.id],
      [9, null],
      [10, null],
      [25, album.id],
    ] as const) {
      await site.upload({ createdAtMs: startMs + later, albumId })
    }
    await site.upload({ createdAtMs: startMs + 5, ownerId: site.bob.id })
    const { image } = await site.upload({ createdAtMs: startMs + 5 })
    await images.remove([image.id], startMs, audit('image.remove', 'x'))
    await site.upload({ createdAtMs: startMs + 5, expiresAtMs: site.clock.nowMs })
    const spans = [20, 10, 0].map((from) => [startMs + from, startMs + from + 10] as const)
    expect(await images.countIn({ ownerId: site.ann.id }, spans)).toEqual([1, 1, 2])
    expect(await images.countIn({ ownerId: site.ann.id, albumId: album.id }, spans)).toEqual([1, 0, 1])
    expect(await images.countIn({}, spans)).toEqual([1, 1, 3])
    expect(await images.countIn({}, [])).toEqual([])
  })

  test('a search of however many words is answered by the first hundred', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload({ title: 'a cat' })
    const found = async (search: string) => (await site.database.images.list({ search, limit: 5 })).items
    expect(await found(`${'cat '.repeat(100)}${'dog '.repeat(50_000)}`)).toEqual([image])
    expect(await found(`${'cat '.repeat(99)}${'dog '.repeat(50_000)}`)).toEqual([])
  })

  test('a page marker that no page has given is refused', async () => {
    await using site = await openSite(make)
    const { images, audit: history } = site.database
    for (const list of [images, history]) {
      expect(await failureOf(list.list({ limit: 5, after: "1.x' OR 1" }), 'BAD_REQUEST')).toContain(
        'page marker',
      )
    }
  })

  test('the most recent uploads are given, newest first', async () => {
    await using site = await openSite(make)
    const old = await site.upload()
    const recent = await site.upload({ createdAtMs: startMs + 1, ownerId: site.bob.id })
    expect(await site.database.images.recent(5)).toEqual([recent.image, old.image])
    expect(await site.database.images.recent(1)).toEqual([recent.image])
  })
}

async function pagesOf(database: SiteDatabase, query: ImageQuery): Promise<Image[]> {
  const found: Image[] = []
  let after: string | null = null
  do {
    const page = await database.images.list({ ...query, ...(after === null ? {} : { after }) })
    expect(page.items.length).toBeLessThanOrEqual(query.limit)
    found.push(...page.items)
    after = page.next
  } while (after !== null)
  return found
}

function matches({ image, inAlbum }: { image: Image; inAlbum: boolean }, query: ImageQuery): boolean {
  const said = `${image.title}\n${image.description}`.toLowerCase()
  const words = (query.search ?? '').toLowerCase().split(' ').filter(Boolean)
  return (
    isAsked(image.deletedAtMs, query.deletedAfterMs) &&
    (query.ownerId === undefined || query.ownerId === image.ownerId) &&
    (query.albumId === undefined || inAlbum) &&
    (query.categoryId === undefined || query.categoryId === image.categoryId) &&
    (query.addresses?.includes(image.file.address) ?? true) &&
    image.createdAtMs >= (query.createdFromMs ?? 0) &&
    image.createdAtMs < (query.createdBeforeMs ?? Number.POSITIVE_INFINITY) &&
    words.every((word) => said.includes(word))
  )
}

function isAsked(deletedAtMs: number | null, deletedAfterMs: number | undefined): boolean {
  if (deletedAtMs === null || deletedAfterMs === undefined)
    return deletedAtMs === null && deletedAfterMs === undefined
  return deletedAtMs > deletedAfterMs
}

function newestFirst(a: Image, b: Image): number {
  return b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1)
}
