import { expect, test } from 'bun:test'
import type { SiteDatabase } from '../../src/database/database.ts'
import type { ImageQuery } from '../../src/images/image-records.ts'
import { addAlbum, audit, type MakeDatabase, openSite, type Site, startMs } from './fixture.ts'

const titles = [
  'Red CAT on a wall',
  'a cat, a dog',
  '我的猫咪照片',
  '照片',
  '猫',
  '東京タワーの夜景',
  '한국어 사진',
  'naïve 100% _x_',
  'Straße 🐈 ab',
  'Ελληνικά',
  "the 'last' one",
  'ΑΒ',
  '',
]

const searches = [
  ...[
    'cat',
    'CAT red',
    '猫',
    '猫咪',
    '咪照',
    '照片',
    '猫咪 照片',
    '京タ',
    'の',
    '국어',
    '사진',
    '%',
    '_x_',
    '100%',
  ],
  ...[
    "'last'",
    'dog',
    '🐈',
    '🐈 ab',
    'ab',
    'a',
    'NAÏVE',
    'λη',
    'αβ',
    'zzz',
    '無い',
    'a cat, dog',
    'straße',
    'cat cat',
  ],
]

export function searchLaws(make: MakeDatabase): void {
  test('a search gives the same while nothing, something and everything is in the index', async () => {
    await using site = await openSite(make)
    const said = new Map<string, string>()
    const add = async (from: number, to: number) => {
      for (let index = from; index < to; index++) {
        const title = titles[index % titles.length] ?? ''
        const { image } = await site.upload({ title, createdAtMs: startMs + (index >> 2) })
        said.set(image.id, title.toLowerCase())
      }
    }
    const expectAll = async () => {
      for (const search of searches) {
        const words = search.toLowerCase().split(' ')
        const wanted = [...said].filter(([, title]) => words.every((word) => title.includes(word)))
        const found = await everyId(site.database, { search, limit: 3 })
        expect([search, ...found.sort()]).toEqual([search, ...wanted.map(([id]) => id).sort()])
      }
    }
    await add(0, 26)
    expect(await site.database.search.waiting(5)).toBe(5)
    await expectAll()
    await indexAll(site)
    expect(await site.replica.search.waiting(5)).toBe(0)
    await expectAll()
    await add(26, 39)
    await expectAll()
  })

  test('what is said of an image is found under its new words and not under the old ones', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload({ title: 'a harbour' })
    const change = (title: string) =>
      site.database.images.update([image.id], { title }, audit('image.describe', image.id))
    const found = async (search: string) => (await everyId(site.database, { search, limit: 5 })).length
    await indexAll(site)
    await change('a mountain')
    expect([await found('harbour'), await found('mountain')]).toEqual([0, 1])
    await indexAll(site)
    await change('a harbour')
    await indexAll(site)
    expect([await found('harbour'), await found('mountain')]).toEqual([1, 0])
  })

  test('a file name is found where its owner alone looks, in the index or not, whatever title comes', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload({ title: 'a harbour', fileName: 'IMG_1234 ΕΛΛΆΔΑ.JPG' })
    await site.upload({ title: 'img' })
    const found = (search: string, query: Partial<ImageQuery> = {}) =>
      everyId(site.database, { search, ownerId: site.ann.id, withFileNames: true, limit: 5, ...query })
    const expectFound = async () => {
      for (const search of ['img_1234', 'ελλάδα', '34', 'harbour 1234', 'JPG']) {
        expect([search, await found(search)]).toEqual([search, [image.id]])
        expect(await found(search, { sort: 'oldest' })).toEqual([image.id])
        expect(await found(search, { withFileNames: false })).toEqual([])
        expect(await site.database.images.count({ search, withFileNames: true }, 9)).toBe(1)
      }
      expect(await found('harbourimg')).toEqual([])
    }
    await expectFound()
    await indexAll(site)
    await expectFound()
    await site.database.images.update([image.id], { title: 'the harbour' }, audit('image.describe', image.id))
    await expectFound()
  })

  test('an image is found by its id, each of its addresses, and the hash of its bytes', async () => {
    await using site = await openSite(make)
    const link = { name: 'front.page', actor: 'Ann' }
    const { image } = await site.upload({ title: 'a harbour', link, categoryId: site.general.id })
    const theirs = await site.upload({ ownerId: site.bob.id, receivedSha256: image.receivedSha256 })
    await site.upload({ title: `${image.id} and more` })
    const found = (search: string, query: Partial<ImageQuery> = {}) =>
      everyId(site.database, { search, ownerId: site.ann.id, limit: 5, ...query })
    const base = 'https://img.example/pictures'
    const { id, receivedSha256, file } = image
    const names = [
      id,
      ` ${base}/i/${id}.png `,
      `${base}/i/${id}/thumbnail.webp`,
      `/p/${id}`,
      `${base}/p/${id}?a=b#c`,
      `https://console.example/images/${id}?return=%2Fimages`,
      `${base}/l/front.page`,
      receivedSha256.toUpperCase(),
      file.address,
    ]
    for (const name of names) {
      for (const sort of ['newest', 'name'] as const) {
        expect([name, await found(name, { sort })]).toEqual([name, [id]])
      }
      expect(await site.database.images.count({ search: name, ownerId: site.ann.id }, 9)).toBe(1)
      expect(await found(name, { categoryId: 'none' })).toEqual([])
    }
    expect(await found(`/p/${theirs.image.id}`)).toEqual([])
    const all = await everyId(site.database, { search: receivedSha256, limit: 1 })
    expect(all.toSorted()).toEqual([id, theirs.image.id].toSorted())
  })

  test('an image that is collected is no longer in the index, and another one of the same moment is', async () => {
    await using site = await openSite(make)
    const first = await site.upload({ title: 'a harbour' })
    await indexAll(site)
    await site.database.images.remove([first.image.id], startMs, audit('image.remove', 'x'))
    expect(await everyId(site.database, { search: 'harbour', limit: 5 })).toEqual([])
    expect(await everyId(site.database, { search: 'harbour', deletedAfterMs: 0, limit: 5 })).toHaveLength(1)
    await site.database.images.collect(startMs + 1, startMs + 1)
    const second = await site.upload({ title: 'another harbour' })
    await indexAll(site)
    expect(await everyId(site.database, { search: 'harbour', limit: 5 })).toEqual([second.image.id])
  })

  test('a search keeps to an owner, an album and a time', async () => {
    await using site = await openSite(make)
    const album = await addAlbum(site.database, site.ann.id)
    const anns = await site.upload({ title: 'a harbour', albumId: album.id })
    const later = await site.upload({ title: 'a harbour', createdAtMs: startMs + 5 })
    const bobs = await site.upload({ title: 'a harbour', ownerId: site.bob.id })
    await indexAll(site)
    const found = (query: Partial<ImageQuery>) =>
      everyId(site.database, { search: 'harbour', limit: 1, ...query })
    expect(await found({ ownerId: site.bob.id })).toEqual([bobs.image.id])
    expect(await found({ ownerId: site.ann.id })).toEqual([later.image.id, anns.image.id])
    expect(await found({ albumId: album.id })).toEqual([anns.image.id])
    expect(await found({ createdFromMs: startMs + 1 })).toEqual([later.image.id])
    expect(await found({ createdBeforeMs: startMs + 1, ownerId: site.ann.id })).toEqual([anns.image.id])
  })

  test('many images of one moment are found on pages without a gap, in the order of the list', async () => {
    await using site = await openSite(make)
    for (let index = 0; index < 30; index++) await site.upload({ title: 'a harbour' })
    await indexAll(site)
    for (let index = 0; index < 5; index++) await site.upload({ title: 'a harbour' })
    const listed = await everyId(site.database, { limit: 100 })
    for (const limit of [1, 7, 34, 35]) {
      expect(await everyId(site.database, { search: 'harbour', limit })).toEqual(listed)
    }
  })

  test('a long word and many words are found', async () => {
    await using site = await openSite(make)
    const long = Array.from({ length: 400 }, (_, index) =>
      String.fromCodePoint(97 + ((index * 7) % 26)),
    ).join('')
    const many = Array.from({ length: 50 }, (_, index) => `word${index * 37}`).join(' ')
    const { image } = await site.upload({ title: 'a harbour', description: `${long} ${many}` })
    await site.upload({ title: 'a harbour', description: `${long.slice(1)} ${many.slice(0, -3)}` })
    await indexAll(site)
    expect(await everyId(site.database, { search: long, limit: 5 })).toEqual([image.id])
    expect(await everyId(site.database, { search: many, limit: 5 })).toEqual([image.id])
  })

  test('a search for short words looks at 20,000 images a page and goes on, as does one without an index', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload({ title: 'xy and a harbour', createdAtMs: startMs - 1 })
    await addUntitled(site, 1, 20_000)
    for (const search of ['xy', 'harbour']) {
      const first = await site.database.images.list({ search, limit: 5 })
      expect(first.items).toEqual([])
      if (first.next === null) throw new Error('there is no other page')
      const second = await site.database.images.list({ search, limit: 5, after: first.next })
      expect(second.items.map(({ id }) => id)).toEqual([image.id])
      expect(second.next).toBeNull()
    }
  })

  test('what a search finds is counted among fewer than 20,000 images that it compares, and among more it is not', async () => {
    await using site = await openSite(make)
    await site.upload({ title: 'xy and a harbour', createdAtMs: startMs - 1 })
    await addUntitled(site, 1, 19_998)
    const counts = (most: number) =>
      Promise.all(['xy', 'harbour'].map((search) => site.database.images.count({ search }, most)))
    expect(await counts(9)).toEqual([1, 1])
    await addUntitled(site, 19_999, 20_000)
    expect(await counts(9)).toEqual([undefined, undefined])
    await site.upload({ title: 'xy and a harbour', createdAtMs: startMs + 20_001 })
    expect(await counts(9)).toEqual([undefined, undefined])
    expect(await counts(1)).toEqual([1, 1])
  })
}

/** Adds images that no search finds, newer than all others. */
async function addUntitled(site: Site, from: number, to: number): Promise<void> {
  await site.damage(
    `INSERT INTO images (id, owner_id, category_id, title, description, search_text, created_at_ms,
       received_sha256, removed, address)
     WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to})
     SELECT 'many' || n, owner_id, category_id, '', '', '', ${startMs} + n, 'many' || n, '[]', address
     FROM images, numbers WHERE title <> ''`,
  )
}

async function indexAll({ database }: Site): Promise<void> {
  while (!(await database.search.indexNext()).isLast);
}

async function everyId(database: SiteDatabase, query: ImageQuery): Promise<string[]> {
  const found: string[] = []
  let after: string | null = null
  do {
    const page = await database.images.list({ ...query, ...(after === null ? {} : { after }) })
    found.push(...page.items.map(({ id }) => id))
    after = page.next
  } while (after !== null)
  return found
}
