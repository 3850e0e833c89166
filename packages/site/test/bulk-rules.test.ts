import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { png } from '@pictoglyph/media/test/build/png'
import { listNetworks } from '../src/access/access.ts'
import { addAlbum, arrangeAlbumImages, arrangeAlbums, moveInAlbum } from '../src/albums/albums.ts'
import { commandActor } from '../src/audit/audit-draft.ts'
import { category } from '../src/categories/category.ts'
import {
  categorizeImages,
  deleteForGood,
  deleteImages,
  moveImages,
  putBackOfOwner,
  restoreImages,
  setImagesExpiry,
  takeDownOfOwner,
  titleImages,
} from '../src/images/images.ts'
import { restoreTakenDown, takeDownImages } from '../src/images/take-down.ts'
import { newId } from '../src/language/ids.ts'
import { maxSelected } from '../src/language/list-limits.ts'
import type { Album, Image } from '../src/language/records.ts'
import { arrangeThings } from '../src/things/run-action.ts'
import { upload } from '../src/upload/upload.ts'
import { openSiteOnDisk, type SiteOnDisk } from './site-on-disk.ts'

let site: SiteOnDisk
let album: Album

beforeAll(async () => {
  site = await openSiteOnDisk()
  album = await addAlbum(site.ports, commandActor, site.admin.id, 'All')
})

afterAll(() => site[Symbol.asyncDispose]())

const note = { reason: 'a reason', isWithOwner: false }
const how = { reason: 'a reason', allCopies: false, forGood: false }

/** Each rule that acts on a list, given a list that names things of this id. */
const bulkRules: Record<string, (ids: string[], image?: Image) => Promise<unknown>> = {
  categorizeImages: (ids, image) => categorizeImages(site.ports, commandActor, of(ids, image), 'general'),
  setImagesExpiry: (ids, image) => setImagesExpiry(site.ports, commandActor, of(ids, image), null),
  titleImages: (ids, image) => titleImages(site.ports, commandActor, of(ids, image), 'new'),
  deleteImages: (ids) => deleteImages(site.ports, commandActor, site.admin.id, ids),
  restoreImages: (ids) => restoreImages(site.ports, commandActor, site.admin.id, ids),
  takeDownOfOwner: (ids) => takeDownOfOwner(site.ports, commandActor, site.admin.id, { ids, note }),
  putBackOfOwner: (ids) => putBackOfOwner(site.ports, commandActor, site.admin.id, ids),
  deleteForGood: (ids) => deleteForGood(site.ports, commandActor, site.admin.id, ids),
  takeDownImages: (ids, image) => takeDownImages(site.ports, commandActor, of(ids, image), how),
  restoreTakenDown: (ids, image) => restoreTakenDown(site.ports, commandActor, of(ids, image)),
  moveImages: (ids) => moveImages(site.ports, commandActor, { ids, into: album, outOf: null }),
  arrangeAlbumImages: (imageIds) =>
    arrangeAlbumImages(site.ports, commandActor, album, { imageIds, beforeId: null }),
  moveInAlbum: (ids, image) =>
    moveInAlbum(site.ports, commandActor, album, { images: of(ids, image), to: 'last' }),
  arrangeAlbums: (ids) => arrangeAlbums(site.ports, commandActor, site.admin.id, ids),
  arrangeThings: (ids) => arrangeThings(site.ports, { actor: commandActor, thing: category }, ids),
  listNetworks: (ids) =>
    listNetworks(
      site.ports,
      commandActor,
      'block',
      ids.map((network) => ({ network })),
    ),
}

const of = (ids: string[], image?: Image): Image[] => ids.map((id) => ({ ...image, id }) as Image)

const entries = async () => (await site.ports.database.audit.list({ limit: 100 })).items

test('these are all rules of somebody’s that act on a list', async () => {
  const source = join(import.meta.dir, '../src')
  const found: string[] = []
  for await (const path of new Bun.Glob('**/*.ts').scan(source)) {
    if (path.startsWith('rows/') || path.endsWith('-rows.ts')) continue
    const text = await Bun.file(join(source, path)).text()
    for (const [, name = '', given = ''] of text.matchAll(
      /^export async function (\w+)(.*?)\n?\): Promise/gms,
    )) {
      if (given.includes('actor: Actor') && /readonly [\w<>, '|]+\[\]/.test(given)) found.push(name)
    }
  }
  expect(found.toSorted()).toEqual(Object.keys(bulkRules).toSorted())
})

for (const [name, act] of Object.entries(bulkRules)) {
  test(`${name} takes no more than may be selected, before it reads or changes anything`, async () => {
    const ids = Array.from({ length: maxSelected + 1 }, newId)
    const before = await entries()
    await expect(act(ids)).rejects.toThrow(`At most ${maxSelected} things`)
    expect(await entries()).toEqual(before)
  })
}

test('images that are named twice change once', async () => {
  const { image } = await upload(site.ports, site.incoming({ file: png(1, 1) }))
  for (const name of ['titleImages', 'setImagesExpiry', 'moveImages', 'deleteImages', 'restoreImages']) {
    const before = await entries()
    await bulkRules[name]?.([image.id, image.id], { ...image, expiresAtMs: 1 })
    const [entry, ...others] = await entries()
    expect([name, others]).toEqual([name, before])
    const { ids = [image.id] } = (entry?.after ?? {}) as { ids?: string[] }
    expect([entry?.subject, ids]).toEqual([name === 'moveImages' ? album.id : image.id, [image.id]])
  }
})
