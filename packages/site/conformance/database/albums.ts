import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { noLiveLimits } from '../../src/accounts/quota.ts'
import type { ImageQuery } from '../../src/images/image-records.ts'
import type { Page } from '../../src/language/list-limits.ts'
import type { Image } from '../../src/language/records.ts'
import { addAlbum, audit, failureOf, idsOf, type MakeDatabase, openSite, startMs } from './fixture.ts'

const plain = { description: '', coverImageId: null, isArranged: false, hasRandomLink: false }

export function albumLaws(make: MakeDatabase): void {
  test("albums stand in their owner's order", async () => {
    await using site = await openSite(make)
    const { albums } = site.database
    const first = await addAlbum(site.database, site.ann.id)
    const second = await addAlbum(site.database, site.ann.id)
    const others = await addAlbum(site.database, site.bob.id)
    expect(await idsOf(site.replica.albums.list(site.ann.id))).toEqual([first.id, second.id])
    await albums.arrange(site.ann.id, [second.id, others.id], audit('album.arrange', ''))
    expect(await idsOf(albums.list(site.ann.id))).toEqual([second.id, first.id])
    expect(await albums.list()).toHaveLength(3)
    expect(await albums.byId(others.id)).toEqual(others)
    expect(await albums.byId('unknown')).toBeUndefined()
    await failureOf(addAlbum(site.database, 'nobody'), 'NOT_FOUND')
  })

  test('an album name is taken within its owner only', async () => {
    await using site = await openSite(make)
    const { albums } = site.database
    await addAlbum(site.database, site.ann.id, 'Cats')
    await addAlbum(site.database, site.bob.id, 'Cats')
    expect(await failureOf(addAlbum(site.database, site.ann.id, 'cats'), 'CONFLICT')).toContain('cats')
    const dogs = await addAlbum(site.database, site.ann.id, 'Dogs')
    await failureOf(albums.update(dogs.id, { name: 'CATS' }, audit('album.update', dogs.id)), 'CONFLICT')
    await albums.update(dogs.id, { name: 'DOGS' }, audit('album.update', dogs.id))
    expect(await albums.byId(dogs.id)).toEqual({ ...dogs, name: 'DOGS' })
  })

  test('an album has a public page while it has a token, and tokens are unique', async () => {
    await using site = await openSite(make)
    const { albums } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const other = await addAlbum(site.database, site.bob.id)
    await albums.update(album.id, { publicToken: 'secret' }, audit('album.publish', album.id))
    expect(await site.replica.albums.byPublicToken('secret')).toEqual({ ...album, publicToken: 'secret' })
    const taken = albums.update(other.id, { publicToken: 'secret' }, audit('album.publish', other.id))
    await failureOf(taken, 'CONFLICT')
    await albums.update(album.id, { publicToken: null }, audit('album.unpublish', album.id))
    expect(await albums.byPublicToken('secret')).toBeUndefined()
    await failureOf(albums.update('unknown', { name: 'x' }, audit('album.update', 'x')), 'NOT_FOUND')
  })

  test('a sample is the live ones of so many images of the album, from an id on and around, on every replica', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const put = async (ids: string[]) =>
      albums.moveImages(
        { ownerId: site.ann.id, imageIds: ids, into: album.id, outOf: null, atMs: startMs },
        audit('album.addImages', album.id),
      )
    const inAlbum: string[] = []
    for (let index = 0; index < 6; index++) inAlbum.push((await site.upload()).image.id)
    const ending = (await site.upload({ expiresAtMs: site.clock.nowMs + 5 })).image.id
    const gone = (await site.upload()).image.id
    await site.upload()
    const ids = [...inAlbum, ending, gone].sort()
    expect(await albums.sample(album.id, { fromId: '', size: 9 })).toEqual([])
    await put(ids)
    const sampled = async (fromId: string, size: number) =>
      (await site.replica.albums.sample(album.id, { fromId, size })).map(({ id }) => id)
    const around = (start: number) => [...ids.slice(start), ...ids.slice(0, start)]
    expect(await sampled('', 99)).toEqual(ids)
    expect(await sampled('~', 3)).toEqual(ids.slice(0, 3))
    for (const start of ids.keys()) {
      for (const size of [1, 3, 8, 99]) {
        expect(await sampled(ids[start] ?? '', size)).toEqual(around(start).slice(0, size))
      }
    }
    await images.remove([gone], 1, audit('image.delete', gone))
    site.clock.nowMs += 5
    for (const start of ids.keys()) {
      const live = around(start)
        .slice(0, 4)
        .filter((id) => inAlbum.includes(id))
      expect(await sampled(ids[start] ?? '', 4)).toEqual(live)
    }
  })

  test('images and albums of someone else are not found, and nothing of the change is made', async () => {
    await using site = await openSite(make)
    const { albums } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const mine = await site.upload()
    const theirs = await site.upload({ ownerId: site.bob.id })
    const both = [mine.image.id, theirs.image.id]
    const add = (ownerId: string, ids: string[]) =>
      albums.moveImages(
        { ownerId: ownerId, imageIds: ids, into: album.id, outOf: null, atMs: startMs },
        audit('album.addImages', album.id),
      )
    await failureOf(add(site.ann.id, both), 'NOT_FOUND')
    await failureOf(add(site.bob.id, [theirs.image.id]), 'NOT_FOUND')
    await failureOf(
      albums.moveImages(
        { ownerId: site.bob.id, imageIds: [], into: null, outOf: album.id, atMs: startMs },
        audit('album.removeImages', album.id),
      ),
      'NOT_FOUND',
    )
    expect((await albums.list(site.ann.id))[0]?.imageCount).toBe(0)
    await failureOf(site.upload({ ownerId: site.bob.id, albumId: album.id }), 'ALBUM_NOT_ALLOWED')
    await failureOf(site.upload({ albumId: 'unknown' }), 'ALBUM_NOT_ALLOWED')
  })

  test('an album counts its live images, each once', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const { image } = await site.upload({ albumId: album.id })
    const other = await site.upload()
    const ids = [image.id, other.image.id]
    const count = async () => (await albums.list(site.ann.id))[0]?.imageCount
    await albums.moveImages(
      { ownerId: site.ann.id, imageIds: [...ids, ...ids], into: album.id, outOf: null, atMs: startMs },
      audit('album.addImages', 'x'),
    )
    expect(await count()).toBe(2)
    await images.remove([image.id], startMs, audit('image.remove', image.id))
    expect(await count()).toBe(1)
    expect(await idsOf(images.list({ albumId: album.id, limit: 9 }).then(({ items }) => items))).toEqual([
      other.image.id,
    ])
    await images.restore([image.id], audit('image.restore', image.id), noLiveLimits)
    expect(await count()).toBe(2)
    await albums.moveImages(
      { ownerId: site.ann.id, imageIds: ids, into: null, outOf: album.id, atMs: startMs },
      audit('album.removeImages', 'x'),
    )
    await albums.moveImages(
      { ownerId: site.ann.id, imageIds: ids, into: null, outOf: album.id, atMs: startMs },
      audit('album.removeImages', 'x'),
    )
    expect(await count()).toBe(0)
  })

  test('an album is added with those of the images given that are live and its owner’s', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const [first, second] = [await site.upload(), await site.upload()]
    const theirs = await site.upload({ ownerId: site.bob.id })
    const album = { id: 'a', ownerId: site.ann.id, name: 'Cats', publicToken: null, createdAtMs: startMs }
    const add = (ids: string[]) => albums.addWithImages(album, ids, audit('album.restore', album.id))
    const deleted = await site.upload()
    await images.remove([deleted.image.id], startMs, audit('image.remove', deleted.image.id))
    const unfit = [theirs.image.id, 'unknown', deleted.image.id]
    const added = await add([...unfit, first.image.id, second.image.id])
    expect(added).toEqual({ ...album, ...plain, position: 0 })
    expect(await site.replica.albums.list(site.ann.id)).toEqual([{ ...added, imageCount: 2 }])
    expect((await site.database.audit.list({ subject: album.id, limit: 5 })).items).toHaveLength(1)
    await failureOf(add([]), 'CONFLICT')
  })

  test('a removed album is nobody’s until it is brought back, with all that was in it and as it stood', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const kept = await addAlbum(site.database, site.ann.id)
    const added = {
      id: 'a',
      ownerId: site.ann.id,
      name: 'Cats',
      publicToken: 'a'.repeat(22),
      createdAtMs: startMs,
    }
    await albums.add(added, audit('album.add', 'a'))
    const ids: string[] = []
    for (let index = 0; index < 4; index++) {
      ids.push((await site.upload({ albumId: 'a', createdAtMs: startMs + index })).image.id)
    }
    const [first, second, third] = ids as [string, string, string, string]
    const query = { albumId: 'a', sort: 'album', limit: 9 } as const
    const listed = async () => idsOf(images.list(query).then(({ items }) => items))
    const order = { imageIds: [third], beforeId: null }
    await albums.arrangeImages('a', site.ann.id, order, audit('album.arrangeImages', 'a'))
    await albums.update(
      'a',
      { coverImageId: second, description: 'By the sea' },
      audit('album.describe', 'a'),
    )
    const before = await listed()
    await albums.remove('a', startMs + 10, audit('album.remove', 'a'))

    expect(await site.replica.albums.byId('a')).toBeUndefined()
    expect(await albums.byPublicToken(added.publicToken)).toBeUndefined()
    expect((await albums.list()).map(({ id }) => id)).toEqual([kept.id])
    expect((await albums.list(site.ann.id)).map(({ id }) => id)).toEqual([kept.id])
    expect(await albums.withImage(first)).toEqual([])
    expect(await albums.covers(['a'])).toEqual(new Map())
    expect(await albums.mosaics(['a'])).toEqual(new Map())
    expect(await listed()).toEqual([])
    expect(await images.list({ ...query, sort: 'name', ownerId: site.ann.id })).toMatchObject({ items: [] })
    expect(await images.count({ albumId: 'a' }, 9)).toBe(0)
    const move = { ownerId: site.ann.id, imageIds: [first], into: 'a', outOf: null, atMs: startMs }
    await failureOf(albums.moveImages(move, audit('album.addImages', 'a')), 'NOT_FOUND')
    await failureOf(albums.moveImages({ ...move, into: null, outOf: 'a' }, audit('x', 'a')), 'NOT_FOUND')
    await failureOf(albums.arrangeImages('a', site.ann.id, order, audit('x', 'a')), 'NOT_FOUND')
    await failureOf(albums.update('a', { name: 'Dogs' }, audit('album.rename', 'a')), 'NOT_FOUND')
    await failureOf(site.upload({ albumId: 'a' }), 'ALBUM_NOT_ALLOWED')

    // What happens to its images meanwhile happens in it.
    await images.remove([first], startMs, audit('image.remove', first))
    const restore = (removedAfterMs = startMs + 9, ownerId = site.ann.id) =>
      albums.restore('a', { ownerId, removedAfterMs }, audit('album.restore', 'a'))
    await failureOf(restore(startMs + 10), 'NOT_FOUND')
    await failureOf(restore(startMs, site.bob.id), 'NOT_FOUND')
    const entries = async () => (await site.database.audit.list({ subject: 'a', limit: 50 })).items.length
    const earlier = await entries()
    const back = await restore()
    expect(back).toEqual({
      ...added,
      ...plain,
      publicToken: null,
      description: 'By the sea',
      coverImageId: second,
      isArranged: true,
      position: 1,
    })
    expect(await entries()).toBe(earlier + 1)
    expect((await site.replica.albums.list(site.ann.id))[1]).toEqual({ ...back, imageCount: 3 })
    expect(await listed()).toEqual(before.filter((id) => id !== first))
    await images.restore([first], audit('image.restore', first), noLiveLimits)
    expect(await listed()).toEqual(before)
    await failureOf(restore(), 'NOT_FOUND')
  })

  test('the name of a removed album is free, and the album that takes it keeps it', async () => {
    await using site = await openSite(make)
    const { albums } = site.database
    const cats = { ownerId: site.ann.id, name: 'Cats', publicToken: null, createdAtMs: startMs }
    for (const id of ['a', 'b', 'c']) {
      await albums.add({ ...cats, id }, audit('album.add', id))
      await albums.remove(id, startMs, audit('album.remove', id))
    }
    const restore = (id: string) =>
      albums.restore(id, { ownerId: site.ann.id, removedAfterMs: 0 }, audit('album.restore', id))
    await restore('b')
    await failureOf(restore('a'), 'CONFLICT')
    await albums.update('b', { name: 'Dogs' }, audit('album.rename', 'b'))
    expect((await restore('c')).name).toBe('Cats')
  })

  test('a removed album is collected with what it kept, and its images stay', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const other = await addAlbum(site.database, site.ann.id)
    const { image } = await site.upload({ albumId: album.id })
    await albums.remove(album.id, startMs, audit('album.remove', album.id))
    await albums.remove(other.id, startMs + 1, audit('album.remove', other.id))
    expect(await albums.collect(startMs)).toBe(0)
    expect(await albums.collect(startMs + 1)).toBe(1)
    const restore = (id: string) =>
      albums.restore(id, { ownerId: site.ann.id, removedAfterMs: 0 }, audit('album.restore', id))
    await failureOf(restore(album.id), 'NOT_FOUND')
    expect((await restore(other.id)).id).toBe(other.id)
    expect(await images.byId(image.id)).toEqual(image)
    expect(await albums.collect(Number.MAX_SAFE_INTEGER)).toBe(0)
  })

  test('images of an album stand in the order that they are put in, and later ones come first', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const upload = async (createdAtMs: number) =>
      (await site.upload({ albumId: album.id, createdAtMs })).image.id
    const [a, b, c, d] = [
      await upload(startMs),
      await upload(startMs + 1),
      await upload(startMs + 2),
      await upload(startMs + 3),
    ] as [string, string, string, string]
    const order = async () => {
      const found: string[] = []
      let after: string | null = null
      do {
        const query: ImageQuery = { albumId: album.id, sort: 'album', limit: 2 }
        const page: Page<Image> = await images.list(after === null ? query : { ...query, after })
        found.push(...page.items.map(({ id }) => id))
        after = page.next
      } while (after !== null)
      return found
    }
    const move = (imageIds: string[], beforeId: string | null) =>
      albums.arrangeImages(album.id, site.ann.id, { imageIds, beforeId }, audit('album.arrangeImages', 'x'))
    expect(await order()).toEqual([d, c, b, a])
    await move([a], c)
    expect(await order()).toEqual([d, a, c, b])
    expect((await site.replica.albums.byId(album.id))?.isArranged).toBe(true)
    await move([d], null)
    expect(await order()).toEqual([a, c, b, d])
    await move([b, d], a)
    expect(await order()).toEqual([b, d, a, c])
    const e = await upload(startMs - 5)
    expect(await order()).toEqual([e, b, d, a, c])
    await move([b, 'unknown'], e)
    expect(await order()).toEqual([b, e, d, a, c])
    const image = (await images.byId(d)) as Image
    expect(await images.neighbours(image, { albumId: album.id, sort: 'album' })).toEqual({
      previous: e,
      next: a,
    })
    await failureOf(move([a], 'unknown'), 'NOT_FOUND')
    const theirs = albums.arrangeImages(
      album.id,
      site.bob.id,
      { imageIds: [a], beforeId: null },
      audit('album.arrangeImages', 'x'),
    )
    await failureOf(theirs, 'NOT_FOUND')
    await albums.update(album.id, { isArranged: false }, audit('album.describe', album.id))
    expect(await order()).toEqual([d, c, b, a, e])
    expect((await albums.byId(album.id))?.isArranged).toBe(false)
  })

  test('any moves put the images of an album where a plain list has them', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const list: string[] = []
    for (let index = 0; index < 6; index++) {
      const { image } = await site.upload({ albumId: album.id, createdAtMs: startMs + index })
      list.unshift(image.id)
    }
    const place = fc.nat({ max: 5 })
    const moves = fc.array(fc.tuple(fc.uniqueArray(place, { maxLength: 3 }), fc.nat({ max: 6 })), {
      maxLength: 40,
      size: 'max',
    })
    let expected = list
    await fc.assert(
      fc.asyncProperty(moves, async (some) => {
        for (const [which, to] of some) {
          const moved = which.map((index) => expected[index] as string)
          const beforeId = expected[to] ?? null
          if (beforeId !== null && moved.includes(beforeId)) continue
          const rest = expected.filter((id) => !moved.includes(id))
          const at = beforeId === null ? rest.length : rest.indexOf(beforeId)
          expected = [...rest.slice(0, at), ...moved, ...rest.slice(at)]
          const order = { imageIds: moved, beforeId }
          await albums.arrangeImages(album.id, site.ann.id, order, audit('album.arrangeImages', 'x'))
        }
        if (some.length === 0) return
        const { items } = await images.list({ albumId: album.id, sort: 'album', limit: 9 })
        expect(items.map(({ id }) => id)).toEqual(expected)
      }),
      { numRuns: 8 },
    )
  })

  test('an album is shown by its cover while that is in it, and else by its first image', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const empty = await addAlbum(site.database, site.ann.id)
    const coverOf = async () => (await albums.covers([album.id, empty.id])).get(album.id)?.id
    expect(await coverOf()).toBeUndefined()
    expect(await albums.covers([])).toEqual(new Map())
    const { image: older } = await site.upload({ albumId: album.id })
    const { image: newer } = await site.upload({ albumId: album.id, createdAtMs: startMs + 1 })
    expect(await coverOf()).toBe(newer.id)
    const change = { coverImageId: older.id, description: 'By the sea' }
    await albums.update(album.id, change, audit('album.describe', album.id))
    expect(await site.replica.albums.byId(album.id)).toEqual({ ...album, ...change })
    expect(await coverOf()).toBe(older.id)
    await images.remove([older.id], startMs, audit('image.delete', 'x'))
    expect(await coverOf()).toBe(newer.id)
    await images.restore([older.id], audit('image.restore', 'x'), noLiveLimits)
    await albums.moveImages(
      { ownerId: site.ann.id, imageIds: [older.id], into: null, outOf: album.id, atMs: startMs },
      audit('album.removeImages', 'x'),
    )
    expect(await coverOf()).toBe(newer.id)
    await albums.moveImages(
      { ownerId: site.ann.id, imageIds: [older.id], into: album.id, outOf: null, atMs: startMs },
      audit('album.addImages', 'x'),
    )
    await albums.update(album.id, { coverImageId: null }, audit('album.describe', album.id))
    const order = { imageIds: [older.id], beforeId: newer.id }
    await albums.arrangeImages(album.id, site.ann.id, order, audit('album.arrangeImages', 'x'))
    expect(await coverOf()).toBe(older.id)
    expect((await albums.covers([album.id, empty.id])).size).toBe(1)
    await images.update([older.id], { expiresAtMs: site.clock.nowMs + 1 }, audit('image.update', older.id))
    site.clock.nowMs += 1
    expect(await coverOf()).toBe(newer.id)
  })

  test('up to four images stand for an album: its cover, and then its first', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const [small, empty] = [
      await addAlbum(site.database, site.ann.id),
      await addAlbum(site.database, site.ann.id),
    ]
    const mosaics = async () => {
      const found = await albums.mosaics([album.id, small.id, empty.id])
      return [...found].map(([id, shown]) => [id, shown.map((image) => image.id)])
    }
    expect(await mosaics()).toEqual([])
    expect(await albums.mosaics([])).toEqual(new Map())
    const ids: string[] = []
    for (let index = 0; index < 6; index++) {
      ids.unshift((await site.upload({ albumId: album.id, createdAtMs: startMs + index })).image.id)
    }
    const { image: only } = await site.upload({ albumId: small.id })
    const [a = '', b = '', c = '', d = '', e = ''] = ids
    const both = async () => Object.fromEntries(await mosaics())
    expect(await both()).toEqual({ [album.id]: [a, b, c, d], [small.id]: [only.id] })
    await albums.update(album.id, { coverImageId: e }, audit('album.describe', album.id))
    expect((await both())[album.id]).toEqual([e, a, b, c])
    await images.remove([a, e], startMs, audit('image.delete', 'x'))
    expect((await both())[album.id]).toEqual([b, c, d, ids[5] ?? ''])
  })

  test('an arranged album that is added has its images in the order that is given', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const ids = []
    for (let index = 0; index < 3; index++) {
      ids.push((await site.upload({ createdAtMs: startMs + index })).image.id)
    }
    const album = { id: 'a', ownerId: site.ann.id, name: 'Cats', publicToken: null, createdAtMs: startMs }
    await albums.addWithImages({ ...album, isArranged: true }, ids, audit('album.restore', album.id))
    expect(
      await idsOf(images.list({ albumId: 'a', sort: 'album', limit: 9 }).then(({ items }) => items)),
    ).toEqual(ids)
  })

  test('an album goes and its images stay', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const { image } = await site.upload({ albumId: album.id })
    await albums.remove(album.id, startMs, audit('album.remove', album.id))
    expect(await albums.list(site.ann.id)).toEqual([])
    expect(await images.byId(image.id)).toEqual(image)
    await failureOf(albums.remove(album.id, startMs, audit('album.remove', album.id)), 'NOT_FOUND')
  })
}
