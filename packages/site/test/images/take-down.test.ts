import { afterEach, beforeEach, expect, test } from 'bun:test'
import { png } from '@pictoglyph/media/test/build/png'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { deleteImages, maxImagesAtOnce, restorableMs, restoreImages } from '../../src/images/images.ts'
import {
  hideImagesOfUser,
  imagesOfBytes,
  isRestorable,
  readReason,
  restoreTakenDown,
  showImagesOfUser,
  takeDownImages,
  takeDownOfUser,
} from '../../src/images/take-down.ts'
import { Failure } from '../../src/language/failure.ts'
import type { Image, User } from '../../src/language/records.ts'
import { upload } from '../../src/upload/upload.ts'
import { recordCopies } from '../record-copies.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const how = { reason: 'a neighbour', allCopies: false, forGood: false }

let site: SiteOnDisk
let mia: User
let noa: User

beforeEach(async () => {
  site = await openSiteOnDisk()
  mia = await site.addMember('mia')
  noa = await site.addMember('noa')
})
afterEach(() => site[Symbol.asyncDispose]())

async function uploadAs(user: User, width: number): Promise<Image> {
  const uploader = { user, key: null }
  const incoming = { ...site.incoming({ file: png(width, 4) }), uploader, findUploader: async () => uploader }
  return (await upload(site.ports, incoming)).image
}

/** How an image stands now: `live`, `deleted`, `taken down` or `gone`. */
async function stateOf({ id, ownerId }: Image): Promise<string> {
  const { images } = site.ports.database
  if (await images.byId(id)) return 'live'
  const isThere = async (query: object) =>
    (await images.list({ ownerId, limit: 100, ...query })).items.some((image) => image.id === id)
  if (await isThere({ isTakenDown: true })) return 'taken down'
  return (await isThere({ deletedAfterMs: 0 })) ? 'deleted' : 'gone'
}

const statesOf = (...images: Image[]): Promise<string[]> => Promise.all(images.map(stateOf))
const takenDownOf = async ({ id }: User) =>
  (await site.ports.database.images.list({ ownerId: id, isTakenDown: true, limit: 9 })).items
const entries = async () => (await site.ports.database.audit.list({ limit: 100 })).items

test('an image that is taken down is brought back by operators alone', async () => {
  const image = await uploadAs(mia, 1)
  const outcome = await takeDownImages(site.ports, commandActor, [image], how)
  expect(outcome).toMatchObject({ taken: [{ id: image.id }], filesLeft: 0 })
  expect(await stateOf(image)).toBe('taken down')
  await expect(restoreImages(site.ports, commandActor, mia.id, [image.id])).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await stateOf(image)).toBe('taken down')
  const taken = await takenDownOf(mia)
  expect(taken).toMatchObject([{ takenDown: { reason: 'a neighbour', isWithOwner: false } }])
  expect(await restoreTakenDown(site.ports, commandActor, taken)).toEqual([image.id])
  expect(await stateOf(image)).toBe('live')
})

test('its bytes are refused from everyone until it is put back', async () => {
  const image = await uploadAs(mia, 1)
  await takeDownImages(site.ports, commandActor, [image], how)
  for (const user of [mia, noa]) {
    await expect(uploadAs(user, 1)).rejects.toMatchObject({ code: 'INVALID_IMAGE' })
  }
  await uploadAs(noa, 2)
  await restoreTakenDown(site.ports, commandActor, await takenDownOf(mia))
  expect(await uploadAs(noa, 1)).toMatchObject({ ownerId: noa.id })
})

test('copies of other owners stay, unless all copies are meant', async () => {
  const [one, copy, other] = [await uploadAs(mia, 1), await uploadAs(noa, 1), await uploadAs(noa, 2)]
  await takeDownImages(site.ports, commandActor, [one], how)
  expect(await statesOf(one, copy, other)).toEqual(['taken down', 'live', 'live'])
  const all = { ...how, allCopies: true }
  const { images, taken } = await takeDownImages(site.ports, commandActor, await takenDownOf(mia), all)
  expect(images.map(({ id }) => id).sort()).toEqual([one.id, copy.id].sort())
  expect(taken.map(({ id }) => id)).toEqual([copy.id])
  expect(await statesOf(one, copy, other)).toEqual(['taken down', 'taken down', 'live'])
  expect(new Set((await imagesOfBytes(site.ports, [one.file.address])).map(({ id }) => id))).toEqual(
    new Set([one.id, copy.id]),
  )
})

test('the copies of many images take as few queries as those of one', async () => {
  const uploaded: Image[] = []
  const copies: Image[] = []
  for (let width = 1; width <= 9; width += 1) {
    uploaded.push(await uploadAs(mia, width))
    copies.push(await uploadAs(noa, width))
  }
  const { database } = site.ports
  let queries = 0
  const list: typeof database.images.list = (query) => {
    queries += 1
    return database.images.list(query)
  }
  const watched = { ...site.ports, database: { ...database, images: { ...database.images, list } } }
  const queriesFor = async (images: readonly Image[]) => {
    queries = 0
    const { taken } = await takeDownImages(watched, commandActor, images, { ...how, allCopies: true })
    expect(taken).toHaveLength(2 * images.length)
    return queries
  }
  expect(await queriesFor(uploaded.slice(0, 1))).toBe(3)
  expect(await queriesFor(uploaded.slice(1))).toBe(3)
  expect(new Set(await statesOf(...uploaded, ...copies))).toEqual(new Set(['taken down']))
})

test('each owner has an entry of the audit log', async () => {
  const images = [await uploadAs(mia, 1), await uploadAs(noa, 2), await uploadAs(mia, 3)]
  const before = (await entries()).length
  await takeDownImages(site.ports, commandActor, images, how)
  expect((await entries()).length - before).toBe(2)
})

test('what goes for good is gone with its bytes, which stay refused', async () => {
  const image = await uploadAs(mia, 1)
  await takeDownImages(site.ports, commandActor, [image], { ...how, forGood: true })
  expect(await stateOf(image)).toBe('gone')
  expect((await site.kept()).blobs).toBe(0)
  await expect(uploadAs(noa, 1)).rejects.toMatchObject({ code: 'INVALID_IMAGE' })
})

test('a deleted image is taken down too, and is deleted again once it is put back', async () => {
  const image = await uploadAs(mia, 1)
  await deleteImages(site.ports, commandActor, mia.id, [image.id])
  const { items } = await site.ports.database.images.list({ ownerId: mia.id, deletedAfterMs: 0, limit: 9 })
  await takeDownImages(site.ports, commandActor, items, how)
  expect(await stateOf(image)).toBe('taken down')
  expect(await restoreTakenDown(site.ports, commandActor, await takenDownOf(mia))).toEqual([])
  expect(await stateOf(image)).toBe('deleted')
})

test('all images of a user are taken down, and no one else’s', async () => {
  const images = [await uploadAs(mia, 1), await uploadAs(mia, 2), await uploadAs(noa, 3)]
  const { ids, filesLeft } = await takeDownOfUser(site.ports, commandActor, mia, how)
  expect(filesLeft).toBe(0)
  expect(ids.sort()).toEqual([images[0]!.id, images[1]!.id].sort())
  expect(await statesOf(...images)).toEqual(['taken down', 'taken down', 'live'])
})

test('what is hidden with an account is shown with it again, and blocks no bytes', async () => {
  const [hidden, taken] = [await uploadAs(mia, 1), await uploadAs(mia, 2)]
  await takeDownImages(site.ports, commandActor, [taken], how)
  await hideImagesOfUser(site.ports, commandActor, mia)
  expect(await statesOf(hidden, taken)).toEqual(['taken down', 'taken down'])
  expect(await uploadAs(noa, 1)).toMatchObject({ ownerId: noa.id })
  await showImagesOfUser(site.ports, commandActor, mia)
  expect(await statesOf(hidden, taken)).toEqual(['live', 'taken down'])
})

test.each([0, 1])('a list of the images of an account and of bytes has all pages (%d)', async (more) => {
  const image = await uploadAs(mia, 1)
  const count = maxImagesAtOnce + more
  await recordCopies(site.ports, image, count - 1)
  expect(await imagesOfBytes(site.ports, [image.file.address])).toHaveLength(count)
  const { images } = site.ports.database
  const counts = () =>
    Promise.all([false, true].map((isTakenDown) => images.count({ ownerId: mia.id, isTakenDown }, 2 * count)))
  await hideImagesOfUser(site.ports, commandActor, mia)
  expect(await counts()).toEqual([0, count])
  await showImagesOfUser(site.ports, commandActor, mia)
  expect(await counts()).toEqual([count, 0])
})

test('a reason has 1 to 500 characters', () => {
  expect(readReason('x'.repeat(500))).toHaveLength(500)
  for (const text of ['', '  ', 'x'.repeat(501)]) {
    expect(() => readReason(text)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
  }
})

test('operators bring back what was deleted within a week, and what was taken down at any time', () => {
  const takenDown = { reason: '', isWithOwner: false, atMs: 0 } as Image['takenDown']
  expect(isRestorable({ deletedAtMs: null, takenDown: null }, 0)).toBe(false)
  expect(isRestorable({ deletedAtMs: 0, takenDown: null }, restorableMs - 1)).toBe(true)
  expect(isRestorable({ deletedAtMs: 0, takenDown: null }, restorableMs)).toBe(false)
  expect(isRestorable({ deletedAtMs: 0, takenDown }, restorableMs * 9)).toBe(true)
})

test('files that can not be removed are counted, over all batches, and all copies of many images are found', async () => {
  const image = await uploadAs(mia, 1)
  const hash = (index: number) => String(index).padStart(64, 'a')
  const fileOf = (index: number) => ({ file: { ...image.file, address: hash(index) } })
  const ids = await recordCopies(site.ports, image, maxImagesAtOnce + 1, fileOf)
  const [copy] = await recordCopies(site.ports, { ...image, ownerId: noa.id }, 1, () =>
    fileOf(maxImagesAtOnce),
  )
  const lost = async () => {
    throw new Failure({ code: 'STORAGE_FAILED' })
  }
  const ports = { ...site.ports, blobs: { ...site.ports.blobs, remove: lost } }
  const named = await site.ports.database.images.byIds(ids)
  const { images, taken } = await takeDownImages(ports, commandActor, named, { ...how, allCopies: true })
  expect([images.length, taken.at(-1)?.id]).toEqual([maxImagesAtOnce + 2, copy])
  await restoreTakenDown(ports, commandActor, await site.ports.database.images.byIds([...ids, copy ?? '']))
  const outcome = await takeDownOfUser(ports, commandActor, mia, { ...how, forGood: true })
  expect([outcome.ids.length, outcome.filesLeft]).toEqual([maxImagesAtOnce + 2, maxImagesAtOnce + 1])
  expect(await takeDownOfUser(ports, commandActor, noa, { ...how, forGood: true })).toEqual({
    ids: [copy ?? ''],
    filesLeft: 1,
  })
})
