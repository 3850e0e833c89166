import { expect, test } from 'bun:test'
import type { SiteDatabase } from '../../src/database/database.ts'
import { type ImageQuery, imageSorts } from '../../src/images/image-records.ts'
import type { Image } from '../../src/language/records.ts'
import {
  addAlbum,
  addCategory,
  audit,
  key,
  type MakeDatabase,
  openSite,
  type Site,
  startMs,
  storedFile,
} from './fixture.ts'

/** An image, and what rows about it say elsewhere. */
interface Known {
  image: Image
  inAlbum: boolean
  isLinked: boolean
}

type Filter = Partial<Omit<ImageQuery, 'limit' | 'after' | 'sort'>>

export function imageListLaws(make: MakeDatabase): void {
  test('every filter, alone and with each other, gives what a plain filter gives, in every order and on all pages', async () => {
    await using site = await openSite(make)
    const { known, albumOrder, filters } = await fill(site)
    const { images } = site.database
    const ordered = (filter: Filter, sort: ImageQuery['sort']) =>
      known
        .filter((one) => matches(one, filter, site.clock.nowMs))
        .map(({ image }) => image)
        .sort(orders({ ...filter, sort }, albumOrder))
    const pairs = filters.flatMap((one, index) => filters.slice(index).map((other) => ({ ...one, ...other })))
    for (const filter of [{}, ...pairs]) {
      const isSingle = filters.some((one) => Bun.deepEquals(one, filter)) || Object.keys(filter).length === 0
      const sorts = isSingle ? imageSorts : (['newest'] as const)
      for (const sort of sorts) {
        const wanted = ordered(filter, sort).map(nameOf)
        for (const limit of isSingle ? [3, 100] : [4]) {
          const pages = await pagesOf(site.database, { ...filter, sort, limit })
          expect([filter, sort, pages.flat().map(nameOf)]).toEqual([filter, sort, wanted])
          if (filter.search !== undefined) continue
          const lengths = Array.from({ length: Math.max(1, Math.ceil(wanted.length / limit)) }, (_, page) =>
            Math.min(limit, wanted.length - page * limit),
          )
          expect([filter, sort, pages.map(({ length }) => length)]).toEqual([filter, sort, lengths])
        }
        expect([filter, await images.count(filter, 100)]).toEqual([filter, wanted.length])
        expect(await images.count(filter, 2)).toBe(Math.min(2, wanted.length))
      }
    }
    for (const filter of [{}, ...filters]) {
      const spans = [0, 3, 6].map((from) => [startMs + from, startMs + from + 3] as const)
      const counts = spans.map(
        ([from, before]) =>
          ordered(filter, 'newest').filter(({ createdAtMs }) => createdAtMs >= from && createdAtMs < before)
            .length,
      )
      if (filter.search === undefined) {
        expect([filter, await images.countIn(filter, spans)]).toEqual([filter, counts])
      }
      const isWalkedInAll = filter.albumId !== undefined || Object.keys(filter).length === 0
      for (const sort of isWalkedInAll ? imageSorts : (['newest'] as const)) {
        const list = ordered(filter, sort)
        for (const [index, image] of list.entries()) {
          expect([filter, sort, await images.neighbours(image, { ...filter, sort })]).toEqual([
            filter,
            sort,
            { previous: list[index - 1]?.id, next: list[index + 1]?.id },
          ])
        }
      }
    }
    const deleted = { deletedAfterMs: startMs, sort: 'deleted' as const }
    const wanted = ordered({ deletedAfterMs: startMs }, 'deleted').map(nameOf)
    for (const limit of [1, 2, 100]) {
      const pages = await pagesOf(site.database, { ...deleted, limit })
      expect(pages.flat().map(nameOf)).toEqual(wanted)
    }
  })
}

/** Images that differ in all that a query may ask, and a filter for each of these. */
async function fill(site: Site): Promise<{ known: Known[]; albumOrder: string[]; filters: Filter[] }> {
  const { database, ann, bob } = site
  const cats = await addCategory(database, 'cats')
  const album = await addAlbum(database, ann.id)
  const used = key(ann.id)
  await database.keys.add(used, audit('key.create', used.id))
  const known: Known[] = []
  // A link only leads to an image that has not ended.
  const ends = [null, site.clock.nowMs + 1, site.clock.nowMs]
  for (let index = 0; index < 27; index += 1) {
    const isAnns = index % 4 !== 3
    const inAlbum = isAnns && index % 2 === 0
    const isLinked = index % 6 === 1
    const { image } = await site.upload({
      ownerId: isAnns ? ann.id : bob.id,
      categoryId: index % 3 === 0 ? cats.id : site.general.id,
      albumId: inAlbum ? album.id : null,
      title: ['', 'A cat', 'a Dog', '猫'][index % 4] ?? '',
      description: index % 5 === 0 ? 'with a cat' : '',
      fileName: index % 7 === 0 ? 'Cat.PNG' : '',
      createdAtMs: startMs + (index % 8),
      expiresAtMs: ends[index % 9] ?? null,
      file: {
        ...storedFile(`bytes ${index % 20}`, 10 + (index % 20)),
        type: index % 20 < 5 ? 'image/gif' : 'image/png',
      },
      key: index % 5 === 1 ? { id: used.id, maxUploads: null } : null,
      link: isLinked ? { name: `link-${index}`, actor: 'Ann' } : null,
    })
    known.push({ image, inAlbum, isLinked })
    if (index === 9) await database.search.indexNext()
  }
  for (const index of [4, 12, 16, 22]) {
    const image = known[index]!.image
    image.deletedAtMs = startMs + (index % 3)
    await database.images.remove([image.id], image.deletedAtMs, audit('image.delete', image.id))
  }
  for (const index of [6, 15, 22]) {
    const image = known[index]!.image
    image.takenDown = { reason: 'no', isWithOwner: false, atMs: site.clock.nowMs }
    image.deletedAtMs ??= site.clock.nowMs
    const note = { reason: 'no', isWithOwner: false }
    await database.images.takeDown([image.id], note, audit('image.takeDown', image.id))
  }
  await database.links.setEnd('link-7', startMs, audit('link.end', 'link-7'))
  known[7]!.isLinked = false
  const albumOrder = known
    .filter(({ inAlbum }) => inAlbum)
    .map(({ image }) => image)
    .sort(newestFirst)
    .map(({ id }) => id)
  const [first = '', second = '', third = ''] = albumOrder
  await database.albums.arrangeImages(
    ...([album.id, ann.id, { imageIds: [third], beforeId: first }] as const),
    audit('album.arrangeImages', album.id),
  )
  await database.albums.arrangeImages(
    ...([album.id, ann.id, { imageIds: [second], beforeId: null }] as const),
    audit('album.arrangeImages', album.id),
  )
  const filters: Filter[] = [
    { ownerId: ann.id },
    { ownerId: bob.id },
    { albumId: album.id },
    { categoryId: cats.id },
    { keyId: used.id },
    ...['cat', 'CAT with', 'a', '猫', 'dog cat', ' '].map((search) => ({ search })),
    { search: 'png', withFileNames: true },
    { search: 'cat', withFileNames: true },
    { search: 'png', withFileNames: false },
    { createdFromMs: startMs + 3 },
    { createdBeforeMs: startMs + 3 },
    { deletedAfterMs: startMs },
    { deletedAfterMs: startMs - 1 },
    { isTakenDown: true },
    { isExpiring: true },
    { isLinked: true },
    { types: ['image/gif'] },
    { types: ['image/gif', 'image/png'] },
    { addresses: [1, 2, 21].map((index) => known[index]!.image.file.address) },
    { isUntitled: true },
    { minBytes: 15 },
    { belowBytes: 15 },
  ]
  return { known, albumOrder: [third, first, ...albumOrder.slice(3), second], filters }
}

const nameOf = ({ id }: Image): string => id

function matches({ image, inAlbum, isLinked }: Known, filter: Filter, nowMs: number): boolean {
  const { deletedAfterMs, isTakenDown = false, types, addresses, minBytes, belowBytes } = filter
  const text = `${image.title}\n${image.description}${filter.withFileNames ? ` ${image.fileName}` : ''}`
  const words = (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const isOfState = isTakenDown
    ? image.takenDown !== null
    : deletedAfterMs === undefined
      ? image.deletedAtMs === null
      : image.takenDown === null && image.deletedAtMs !== null && image.deletedAtMs > deletedAfterMs
  const is = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value
  return (
    isOfState &&
    (image.expiresAtMs === null || image.expiresAtMs > nowMs) &&
    is(filter.ownerId, image.ownerId) &&
    is(filter.categoryId, image.categoryId) &&
    is(filter.keyId, image.keyId ?? undefined) &&
    (filter.albumId === undefined || inAlbum) &&
    (filter.isExpiring !== true || image.expiresAtMs !== null) &&
    (filter.isLinked !== true || isLinked) &&
    (filter.isUntitled !== true || image.title === '') &&
    image.createdAtMs >= (filter.createdFromMs ?? 0) &&
    image.createdAtMs < (filter.createdBeforeMs ?? Number.POSITIVE_INFINITY) &&
    (types === undefined || types.includes(image.file.type)) &&
    (addresses === undefined || addresses.includes(image.file.address)) &&
    image.file.sizeBytes >= (minBytes ?? 0) &&
    image.file.sizeBytes < (belowBytes ?? Number.POSITIVE_INFINITY) &&
    words.every((word) => text.toLowerCase().includes(word))
  )
}

function newestFirst(a: Image, b: Image): number {
  return b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1)
}

/** The order of a query. */
function orders(
  { sort, albumId }: { sort: ImageQuery['sort']; albumId?: string },
  albumOrder: readonly string[],
): (a: Image, b: Image) => number {
  const upwards = (a: Image, b: Image) => (a.id < b.id ? -1 : 1)
  const searched = ({ title, description }: Image) => `${title}\n${description}`.toLowerCase().trim()
  switch (sort) {
    case 'oldest':
      return (a, b) => newestFirst(b, a)
    case 'name':
      return (a, b) => (searched(a) === searched(b) ? upwards(a, b) : searched(a) < searched(b) ? -1 : 1)
    case 'largest':
      return (a, b) => b.file.sizeBytes - a.file.sizeBytes || upwards(b, a)
    case 'deleted':
      return (a, b) => (b.deletedAtMs ?? 0) - (a.deletedAtMs ?? 0) || upwards(b, a)
    case 'album':
      if (albumId === undefined) return newestFirst
      return (a, b) => albumOrder.indexOf(a.id) - albumOrder.indexOf(b.id)
    default:
      return newestFirst
  }
}

async function pagesOf(database: SiteDatabase, query: ImageQuery): Promise<Image[][]> {
  const pages: Image[][] = []
  let after: string | null = null
  do {
    const page = await database.images.list({ ...query, ...(after === null ? {} : { after }) })
    pages.push(page.items)
    after = page.next
  } while (after !== null)
  return pages
}
