import { expect, test } from 'bun:test'
import { chunk, png } from '@pictoglyph/media/test/build/png'
import { addAlbum } from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { createSha256 } from '../../src/platform/sha256.ts'
import { tryUpload, upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const plain = png(4, 4)
const camera = 'Camera of Mallory'
const withMetadata = png(4, 4, chunk('tEXt', `Model\0${camera}`))
const hashOf = (bytes: Uint8Array) => createSha256().update(bytes).digest('hex')

async function bytesOf({ ports }: SiteOnDisk, address: string): Promise<Uint8Array> {
  const opened = await ports.blobs.open(address)
  if (opened === undefined) throw new Error(`${address} is not stored`)
  return new Uint8Array(await new Response(opened.body).arrayBuffer())
}

test('metadata is taken out before anything is stored, and the row tells of what came and what stayed', async () => {
  await using site = await openSiteOnDisk()
  const { image, receivedBytes } = await upload(site.ports, site.incoming({ file: withMetadata }))
  expect(receivedBytes).toBe(withMetadata.length)
  expect(image.receivedSha256).toBe(hashOf(withMetadata))
  expect(image.removed).toEqual([expect.objectContaining({ kind: 'text' })])
  const kept = await bytesOf(site, image.file.address)
  expect(hashOf(kept)).toBe(image.file.address)
  expect(kept.length).toBe(image.file.sizeBytes)
  expect(Buffer.from(kept).includes(camera)).toBe(false)
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})

test('under the policy "keep" a file is kept as it came', async () => {
  await using site = await openSiteOnDisk()
  await site.setPolicy('upload.metadata', 'keep')
  const { image } = await upload(site.ports, site.incoming({ file: withMetadata }))
  expect(await bytesOf(site, image.file.address)).toEqual(withMetadata)
  expect(image.removed).toEqual([])
})

test.each([
  ['file', false],
  ['picture', true],
] as const)('by %s, files that differ in metadata alone are one image: %p', async (by, isOne) => {
  await using site = await openSiteOnDisk()
  await site.setPolicy('upload.dedupBy', by)
  const { image } = await upload(site.ports, site.incoming({ file: withMetadata }))
  const other = png(4, 4, chunk('tEXt', 'Model\0Another'))
  const trial = await tryUpload(site.ports, site.incoming({ file: other }))
  expect(trial).toMatchObject({ problems: [], existing: isOne ? { id: image.id } : undefined })
  const outcome = await upload(site.ports, site.incoming({ file: other }))
  expect([outcome.deduped, outcome.image.id === image.id]).toEqual([isOne, isOne])
  expect(await site.kept()).toMatchObject({ blobs: 1, images: isOne ? 1 : 2 })
})

test('a trial tells what an upload would find, and leaves nothing', async () => {
  await using site = await openSiteOnDisk()
  const fresh = await tryUpload(site.ports, site.incoming({ file: plain }))
  expect(fresh).toMatchObject({ problems: [], file: { sizeBytes: plain.length }, existing: undefined })
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
  const { image } = await upload(site.ports, site.incoming({ file: plain }))
  for (const given of [{ file: plain }, { fields: { sha256: hashOf(plain) } }]) {
    const known = await tryUpload(site.ports, site.incoming(given))
    expect([known.problems, known.existing?.id]).toEqual([[], image.id])
  }
})

test('a trial tells every problem, in the order in which an upload meets them', async () => {
  await using site = await openSiteOnDisk()
  await site.setPolicy('upload.maxBytes', String(plain.length - 1))
  await site.setPolicy('upload.maxSide', '3')
  const fields = { categoryId: 'no such', title: 'x'.repeat(1_000) }
  const { problems } = await tryUpload(site.ports, site.incoming({ file: plain, fields }))
  expect(problems.map(({ code }) => code)).toEqual([
    'TOO_LARGE',
    'INVALID_IMAGE',
    'CATEGORY_UNAVAILABLE',
    'BAD_REQUEST',
  ])
})

test('an Idempotency-Key gives the first answer again, to its key alone, and a trial tells of it', async () => {
  await using site = await openSiteOnDisk()
  const [key, other] = [await site.createKey(), await site.createKey({ name: 'other' })]
  const once = { file: plain, idempotencyKey: 'once' }
  const first = await upload(site.ports, site.incoming({ ...once, key }))
  const again = await upload(site.ports, site.incoming({ ...once, key }))
  expect([again.repeated, again.image.id]).toEqual([true, first.image.id])
  expect((await tryUpload(site.ports, site.incoming({ ...once, key }))).existing?.id).toBe(first.image.id)
  const theirs = await upload(site.ports, site.incoming({ ...once, key: other }))
  expect([theirs.repeated, theirs.deduped]).toEqual([false, true])
})

test('a hash in place of the file gives the image that has it, with the words and the album of the request', async () => {
  await using site = await openSiteOnDisk()
  const { image } = await upload(site.ports, site.incoming({ file: plain }))
  const album = await addAlbum(site.ports, commandActor, site.admin.id, 'All')
  const fields = { sha256: hashOf(plain), title: 'Found again', albumId: album.id }
  const outcome = await upload(site.ports, site.incoming({ fields }))
  expect(outcome).toMatchObject({
    deduped: true,
    image: { id: image.id, title: 'Found again' },
    receivedBytes: 0,
  })
  expect((await site.ports.database.albums.list(site.admin.id))[0]).toMatchObject({ imageCount: 1 })
})
