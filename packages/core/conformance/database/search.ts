import { expect, test } from 'bun:test'
import type { ImageQuery } from '../../src/ports/database/image-store.ts'
import type { SiteDatabase } from '../../src/ports/database/site-database.ts'
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
      site.database.images.update(image.id, { title }, audit('image.describe', image.id))
    const found = async (search: string) => (await everyId(site.database, { search, limit: 5 })).length
    await indexAll(site)
    await change('a mountain')
    expect([await found('harbour'), await found('mountain')]).toEqual([0, 1])
    await indexAll(site)
    await change('a harbour')
    await indexAll(site)
    expect([await found('harbour'), await found('mountain')]).toEqual([1, 0])
  })

  test('an image that is forgotten is no longer in the index, and another one of the same moment is', async () => {
    await using site = await openSite(make)
    const first = await site.upload({ title: 'a harbour' })
    await indexAll(site)
    await site.database.images.remove([first.image.id], startMs, audit('image.remove', 'x'))
    expect(await everyId(site.database, { search: 'harbour', limit: 5 })).toEqual([])
    expect(await everyId(site.database, { search: 'harbour', deletedAfterMs: 0, limit: 5 })).toHaveLength(1)
    await site.database.images.purge(startMs + 1, startMs + 1)
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
    await site.damage(
      `INSERT INTO images (id, owner_id, category_id, title, description, search_text, created_at_ms,
         received_sha256, removed, address)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
       SELECT 'many' || n, owner_id, category_id, '', '', '', ${startMs} + n, 'many' || n, '[]', address
       FROM images, numbers WHERE title <> ''`,
    )
    for (const search of ['xy', 'harbour']) {
      const first = await site.database.images.list({ search, limit: 5 })
      expect(first.items).toEqual([])
      if (first.next === null) throw new Error('there is no other page')
      const second = await site.database.images.list({ search, limit: 5, after: first.next })
      expect(second.items.map(({ id }) => id)).toEqual([image.id])
      expect(second.next).toBeNull()
    }
  })
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
