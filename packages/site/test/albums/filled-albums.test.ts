import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { png } from '@pictoglyph/media/test/build/png'
import { addFilledAlbum } from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { deleteImages } from '../../src/images/images.ts'
import { maxSelected } from '../../src/language/list-limits.ts'
import { upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const plain = {
  name: 'Everything',
  description: '',
  coverImageId: null,
  isArranged: true,
  isPublic: false,
  hasRandomLink: false,
}

/** Gives an image rows under these ids too. */
function copyRows({ databasePath }: SiteOnDisk, id: string, ids: readonly string[]): void {
  using database = new Database(databasePath)
  const columns = database.query<{ name: string }, []>(`SELECT name FROM pragma_table_info('images')`).all()
  const others = columns.map(({ name }) => name).filter((name) => name !== 'id')
  database
    .query(
      `INSERT INTO images (id, ${others}) SELECT given.value, ${others.map((name) => `images.${name}`)}
       FROM images, json_each(?) AS given WHERE images.id = ?`,
    )
    .run(JSON.stringify(ids), id)
}

test('an album takes more images than change at once, in their order, each once', async () => {
  await using site = await openSiteOnDisk()
  const { image } = await upload(site.ports, site.incoming({ file: png(1, 1) }))
  const ids = Array.from({ length: maxSelected + 1 }, (_, index) => String(index).padStart(14, '0'))
  copyRows(site, image.id, ids)
  const imageIds = [...ids, ...ids.slice(0, 3)]
  const { id } = await addFilledAlbum(site.ports, commandActor, site.admin.id, { ...plain, imageIds })

  const [album] = await site.ports.database.albums.list(site.admin.id)
  expect(album).toMatchObject({ id, imageCount: ids.length })
  const query = { albumId: id, sort: 'album', limit: 3 } as const
  const first = await site.ports.database.images.list(query)
  expect(first.items.map((item) => item.id)).toEqual(ids.slice(0, 3))
  const last = await site.ports.database.images.byId(ids.at(-1) ?? '')
  expect(last && (await site.ports.database.images.neighbours(last, query))).toMatchObject({
    previous: ids.at(-2),
  })
  const [entry] = (await site.ports.database.audit.list({ action: 'album.add', limit: 5 })).items
  expect(entry?.after).toEqual({
    name: plain.name,
    ownerId: site.admin.id,
    images: ids.length,
    isPublic: false,
  })
})

test('what is deleted, unknown or of somebody else stays out of an album that is filled', async () => {
  await using site = await openSiteOnDisk()
  const [kept, deleted] = [
    await upload(site.ports, site.incoming({ file: png(1, 1) })),
    await upload(site.ports, site.incoming({ file: png(2, 2) })),
  ]
  await deleteImages(site.ports, commandActor, site.admin.id, [deleted.image.id])
  const imageIds = [deleted.image.id, 'unknown', kept.image.id]
  const { id } = await addFilledAlbum(site.ports, commandActor, site.admin.id, { ...plain, imageIds })
  expect((await site.ports.database.albums.list(site.admin.id))[0]).toMatchObject({ id, imageCount: 1 })

  const member = await site.addMember('bob')
  const other = await addFilledAlbum(site.ports, commandActor, member.id, { ...plain, imageIds })
  expect((await site.ports.database.albums.list(member.id))[0]).toMatchObject({ id: other.id, imageCount: 0 })
})
