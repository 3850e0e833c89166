import { expect, test } from 'bun:test'
import { addAlbum, audit, key, type MakeDatabase, openSite, type Site, startMs } from './fixture.ts'

interface Change {
  what: string
  /** Makes a row, and returns how to read it and how to change it. */
  prepare(
    site: Site,
  ): Promise<{ read: (database: Site['database']) => Promise<unknown>; change: () => Promise<unknown> }>
}

const changes: Change[] = [
  {
    what: 'a deleted image',
    async prepare({ database, upload }) {
      const { image } = await upload()
      return {
        read: ({ images }) => images.byId(image.id),
        change: () => database.images.remove([image.id], startMs, audit('image.remove', image.id)),
      }
    },
  },
  {
    what: 'a renamed image',
    async prepare({ database, upload }) {
      const { image } = await upload()
      return {
        read: ({ images }) => images.byId(image.id),
        change: () => database.images.update([image.id], { title: 'new' }, audit('image.update', image.id)),
      }
    },
  },
  {
    what: 'a revoked key',
    async prepare({ database, ann }) {
      const one = key(ann.id)
      await database.keys.add(one, audit('key.create', one.id))
      return {
        read: ({ keys }) => keys.bySecretHash(one.secretHash),
        change: () => database.keys.revoke(one.id, startMs, audit('key.revoke', one.id)),
      }
    },
  },
  {
    what: 'a renewed key',
    async prepare({ database, ann }) {
      const one = key(ann.id)
      await database.keys.add(one, audit('key.create', one.id))
      return {
        read: ({ keys }) => keys.bySecretHash(one.secretHash),
        change: () => database.keys.renew(one.id, 'another', audit('key.renew', one.id)),
      }
    },
  },
  {
    what: 'the key of a user who is disabled',
    async prepare({ database, ann }) {
      const one = key(ann.id)
      await database.keys.add(one, audit('key.create', one.id))
      return {
        read: ({ keys }) => keys.bySecretHash(one.secretHash),
        change: () => database.users.update(ann.id, { disabledAtMs: 1 }, audit('user.update', ann.id)),
      }
    },
  },
  {
    what: 'a disabled category',
    async prepare({ database, general }) {
      return {
        read: ({ categories }) => categories.byId(general.id),
        change: () =>
          database.categories.change(general.id, { enabled: false }, audit('category.set', general.id)),
      }
    },
  },
  {
    what: 'a removed album',
    async prepare({ database, ann }) {
      const album = await addAlbum(database, ann.id)
      return {
        read: ({ albums }) => albums.byId(album.id),
        change: () => database.albums.remove(album.id, startMs, audit('album.remove', album.id)),
      }
    },
  },
]

export function freshnessLaws(make: MakeDatabase): void {
  test.each(changes)('$what is seen as it is by those who have just read it', async ({ prepare }) => {
    await using site = await openSite(make)
    const { read, change } = await prepare(site)
    const replicas = [site.database, site.replica]
    const before = await Promise.all(replicas.map(read))
    for (let times = 0; times < 3; times += 1) expect(await Promise.all(replicas.map(read))).toEqual(before)
    expect(before[0]).toBeDefined()
    const counts = replicas.map((database) => database.changeCount())
    await change()
    for (const [index, database] of replicas.entries()) {
      if (counts[index] !== undefined) expect(database.changeCount()).not.toBe(counts[index])
    }
    for (const after of await Promise.all(replicas.map(read))) expect(after).not.toEqual(before[0])
  })

  test('what was looked for in vain is found once it is there', async () => {
    await using site = await openSite(make)
    const draft = site.draft()
    for (const { images } of [site.database, site.replica])
      expect(await images.byId(draft.id)).toBeUndefined()
    await site.upload(draft)
    for (const { images } of [site.database, site.replica]) expect(await images.byId(draft.id)).toBeDefined()
  })

  test('a new image is no change of what was found before', async () => {
    await using site = await openSite(make)
    const count = site.database.changeCount()
    await site.upload()
    expect(site.database.changeCount()).toBe(count)
  })
}
