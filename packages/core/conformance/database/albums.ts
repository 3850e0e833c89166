import { expect, test } from 'bun:test'
import { addAlbum, audit, failureOf, idsOf, type MakeDatabase, openSite, startMs } from './fixture.ts'

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

  test('images and albums of someone else are not found, and nothing of the change is made', async () => {
    await using site = await openSite(make)
    const { albums } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const mine = await site.upload()
    const theirs = await site.upload({ ownerId: site.bob.id })
    const both = [mine.image.id, theirs.image.id]
    const add = (ownerId: string, ids: string[]) =>
      albums.addImages(album.id, ownerId, ids, startMs, audit('album.addImages', album.id))
    await failureOf(add(site.ann.id, both), 'NOT_FOUND')
    await failureOf(add(site.bob.id, [theirs.image.id]), 'NOT_FOUND')
    await failureOf(
      albums.removeImages(album.id, site.bob.id, [], audit('album.removeImages', album.id)),
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
    await albums.addImages(album.id, site.ann.id, [...ids, ...ids], startMs, audit('album.addImages', 'x'))
    expect(await count()).toBe(2)
    await images.remove([image.id], startMs, audit('image.remove', image.id))
    expect(await count()).toBe(1)
    expect(await idsOf(images.list({ albumId: album.id, limit: 9 }).then(({ items }) => items))).toEqual([
      other.image.id,
    ])
    await images.restore([image.id], audit('image.restore', image.id))
    expect(await count()).toBe(2)
    await albums.removeImages(album.id, site.ann.id, ids, audit('album.removeImages', 'x'))
    await albums.removeImages(album.id, site.ann.id, ids, audit('album.removeImages', 'x'))
    expect(await count()).toBe(0)
  })

  test('an album is added with all images that are given, or not at all', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const [first, second] = [await site.upload(), await site.upload()]
    const theirs = await site.upload({ ownerId: site.bob.id })
    const album = { id: 'a', ownerId: site.ann.id, name: 'Cats', publicToken: null, createdAtMs: startMs }
    const add = (ids: string[]) => albums.addWithImages(album, ids, audit('album.restore', album.id))
    const ids = [first.image.id, second.image.id]
    for (const unfit of [theirs.image.id, 'unknown']) await failureOf(add([...ids, unfit]), 'NOT_FOUND')
    await images.remove([second.image.id], startMs, audit('image.remove', second.image.id))
    await failureOf(add(ids), 'NOT_FOUND')
    expect(await albums.list()).toEqual([])
    expect((await site.database.audit.list({ subject: album.id, limit: 5 })).items).toEqual([])

    await images.restore([second.image.id], audit('image.restore', second.image.id))
    const added = await add(ids)
    expect(added).toEqual({ ...album, position: 0 })
    expect(await site.replica.albums.list(site.ann.id)).toEqual([{ ...added, imageCount: 2 }])
    expect((await site.database.audit.list({ subject: album.id, limit: 5 })).items).toHaveLength(1)
    await failureOf(add([]), 'CONFLICT')
  })

  test('an album goes and its images stay', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const { image } = await site.upload({ albumId: album.id })
    await albums.remove(album.id, audit('album.remove', album.id))
    expect(await albums.list(site.ann.id)).toEqual([])
    expect(await images.byId(image.id)).toEqual(image)
    await failureOf(albums.remove(album.id, audit('album.remove', album.id)), 'NOT_FOUND')
  })
}
