import { expect, test } from 'bun:test'
import { png } from '@pictoglyph/media/test/build/png'
import fc from 'fast-check'
import {
  addAlbum,
  albumPlaces,
  arrangeAlbums,
  clearAlbumOrder,
  describeAlbum,
  drawImage,
  findOrAddAlbum,
  findOwnAlbum,
  findPublicAlbum,
  moveInAlbum,
  setAlbumCover,
  setAlbumPublic,
  setAlbumRandomLink,
} from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { Failure } from '../../src/language/failure.ts'
import type { Album } from '../../src/language/records.ts'
import { upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const codeOf = (error: unknown) => (error instanceof Failure ? error.code : error)
const add = (site: SiteOnDisk, name: string) => addAlbum(site.ports, commandActor, site.admin.id, name)

/** The album as it is now. */
const again = (site: SiteOnDisk, { id }: Album) => findOwnAlbum(site.ports, site.admin.id, id)

/** Uploads so many images into an album, the last of them first in it. */
async function fill(site: SiteOnDisk, album: Album, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    site.clock.nowMs += 1_000
    const given = { file: png(index + 1, 1), fields: { albumId: album.id } }
    ids.unshift((await upload(site.ports, site.incoming(given))).image.id)
  }
  return ids
}

async function orderOf({ ports }: SiteOnDisk, { id }: Album): Promise<string[]> {
  const { items } = await ports.database.images.list({ albumId: id, sort: 'album', limit: 50 })
  return items.map((image) => image.id)
}

async function actions({ ports }: SiteOnDisk, { id }: Album): Promise<string[]> {
  const { items } = await ports.database.audit.list({ subject: id, limit: 50 })
  return items.map(({ action }) => action)
}

test('an album that an upload names is found however its name is written, and added once for all who name it', async () => {
  await using site = await openSiteOnDisk()
  const member = await site.addMember('mia')
  const find = (name: string) =>
    findOrAddAlbum(site.ports, commandActor, { ownerId: site.admin.id, name, field: 'album' })
  const found = await Promise.all(['Fêtes', 'fêtes', ' FÊTES ', 'Fe\u0302tes'].map(find))
  expect(new Set(found.map(({ id }) => id)).size).toBe(1)
  const other = { ownerId: member.id, name: 'Fêtes', field: 'album' }
  expect((await findOrAddAlbum(site.ports, commandActor, other)).id).not.toBe(found[0]?.id)
  const refused = await find('x'.repeat(1_000)).catch((error: unknown) => error)
  expect(refused instanceof Failure && refused.facts).toMatchObject({ code: 'BAD_REQUEST', field: 'album' })
})

test("another's album is missing", async () => {
  await using site = await openSiteOnDisk()
  const album = await addAlbum(site.ports, commandActor, (await site.addMember('mia')).id, 'Hers')
  expect(await again(site, album).catch(codeOf)).toBe('NOT_FOUND')
})

test('a name and a description that change are noted, others are not', async () => {
  await using site = await openSiteOnDisk()
  const album = await add(site, 'Trips')
  await describeAlbum(site.ports, commandActor, album, { name: 'Trips' })
  await describeAlbum(site.ports, commandActor, album, { name: 'Trips', description: '' })
  expect(await actions(site, album)).toEqual(['album.add'])
  await describeAlbum(site.ports, commandActor, album, { name: 'Trips', description: 'By train' })
  await describeAlbum(site.ports, commandActor, await again(site, album), { name: 'Journeys' })
  expect(await again(site, album)).toMatchObject({ name: 'Journeys', description: 'By train' })
  expect(await actions(site, album)).toEqual(['album.rename', 'album.describe', 'album.add'])
})

test('a cover is an image of the album, or its first', async () => {
  await using site = await openSiteOnDisk()
  const [album, other] = [await add(site, 'One'), await add(site, 'Other')]
  const [newest, oldest] = await fill(site, album, 2)
  const cover = async () => (await site.ports.database.albums.covers([album.id])).get(album.id)?.id
  expect(await cover()).toBe(newest)
  await setAlbumCover(site.ports, commandActor, album, oldest ?? null)
  expect(await cover()).toBe(oldest)
  expect(await setAlbumCover(site.ports, commandActor, other, oldest ?? null).catch(codeOf)).toBe('NOT_FOUND')
  await setAlbumCover(site.ports, commandActor, album, null)
  expect(await cover()).toBe(newest)
})

test('a public page has an address that nobody guesses, which is gone for good with it', async () => {
  await using site = await openSiteOnDisk()
  const album = await add(site, 'Shown')
  await setAlbumPublic(site.ports, commandActor, album, true)
  const shown = await again(site, album)
  const token = shown.publicToken ?? ''
  expect(token).toMatch(/^[0-9A-Za-z]{22}$/)
  await setAlbumRandomLink(site.ports, commandActor, shown, true)
  await setAlbumPublic(site.ports, commandActor, await again(site, album), true)
  expect(await findPublicAlbum(site.ports, token)).toMatchObject({ id: album.id, hasRandomLink: true })
  for (const wrong of ['', token.slice(1), `${token}x`, token.toLowerCase(), `${token}\0`]) {
    expect(await findPublicAlbum(site.ports, wrong)).toBeUndefined()
  }
  await setAlbumPublic(site.ports, commandActor, await again(site, album), false)
  expect(await findPublicAlbum(site.ports, token)).toBeUndefined()
  await setAlbumPublic(site.ports, commandActor, await again(site, album), true)
  expect(await again(site, album)).toMatchObject({ hasRandomLink: false })
  expect((await again(site, album)).publicToken).not.toBe(token)
})

test('any image of an album is drawn, and none where there is none', async () => {
  await using site = await openSiteOnDisk()
  const album = await add(site, 'Drawn')
  expect(await drawImage(site.ports, album)).toBeUndefined()
  const ids = await fill(site, album, 3)
  const drawn = await Promise.all(Array.from({ length: 60 }, () => drawImage(site.ports, album)))
  expect(new Set(drawn.map((image) => image?.id))).toEqual(new Set(ids))
})

/** The order after a move, from the description of `moveInAlbum` alone. */
function moved(order: readonly string[], ids: readonly string[], to: (typeof albumPlaces)[number]): string[] {
  const others = order.filter((id) => !ids.includes(id))
  const at = {
    first: () => 0,
    last: () => others.length,
    earlier: () => others.indexOf(order[order.indexOf(ids[0]!) - 1] ?? ''),
    later: () => others.indexOf(order[order.indexOf(ids.at(-1)!) + 1] ?? '') + 1,
  }[to]()
  if ((to === 'earlier' && at === -1) || (to === 'later' && at === 0)) return [...order]
  return [...others.slice(0, at), ...ids, ...others.slice(at)]
}

test('images of an album move together, and an order by hand can be cleared', async () => {
  await using site = await openSiteOnDisk()
  const album = await add(site, 'Ordered')
  const newestFirst = await fill(site, album, 6)
  const pick = fc.record({
    from: fc.nat(5),
    count: fc.integer({ min: 1, max: 3 }),
    to: fc.constantFrom(...albumPlaces),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(pick, { minLength: 1, maxLength: 5 }), async (moves) => {
      await clearAlbumOrder(site.ports, commandActor, await again(site, album))
      let order = await orderOf(site, album)
      expect(order).toEqual(newestFirst)
      for (const { from, count, to } of moves) {
        const ids = order.slice(from, from + count)
        const images = await Promise.all(ids.map((id) => site.ports.database.images.byId(id)))
        const given = { images: images.filter((image) => image !== undefined), to }
        await moveInAlbum(site.ports, commandActor, await again(site, album), given)
        order = moved(order, ids, to)
        expect(await orderOf(site, album)).toEqual(order)
      }
    }),
    { numRuns: 40 },
  )
})

test('albums stand in the order that is given, those left out behind them', async () => {
  await using site = await openSiteOnDisk()
  const [a, b, c] = [await add(site, 'a'), await add(site, 'b'), await add(site, 'c')]
  const theirs = await addAlbum(site.ports, commandActor, (await site.addMember('mia')).id, 'Hers')
  await arrangeAlbums(site.ports, commandActor, site.admin.id, [theirs.id, c.id, a.id, c.id])
  const listed = await site.ports.database.albums.list(site.admin.id)
  expect(listed.map(({ id }) => id)).toEqual([c.id, a.id, b.id])
})
