import { describe, expect, test } from 'bun:test'
import { inspect } from '@pictoglyph/media/inspect/inspector'
import { mediaTypes } from '@pictoglyph/media/media-type'
import { brightPixelsOf } from '@pictoglyph/media/test/bright-pixels'
import { ultraHdr } from '@pictoglyph/media/test/build/ultra-hdr'
import { type MarkedImage, markedImages, opaque, owner, place } from '@pictoglyph/media/test/marked'
import { Failure } from '@pictoglyph/site/language/failure'
import { receiveFile } from '@pictoglyph/site/upload/receive'
import { stripMetadata } from '@pictoglyph/site/upload/strip-metadata'
import sharp from 'sharp'
import { postUpload, type UploadedData } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

interface PrivateData extends UploadedData {
  sizeBytes: number
  removed?: { kind: string; bytes: number }[]
}

/** A site that accepts images of every type. */
async function openTakingAll(): Promise<SiteFixture> {
  const site = await openSite()
  await site.setPolicy('upload.types', mediaTypes.join(','))
  return site
}

async function upload(site: SiteFixture, bytes: Uint8Array): Promise<PrivateData> {
  const file = new File([bytes.slice()], 'picture')
  const fields = { categoryId: site.categoryId }
  const { status, body } = await postUpload<PrivateData>(site.url, { key: site.apiKey, file, fields })
  expect(status).toBe(200)
  return body.data
}

async function stored({ url }: PrivateData): Promise<Uint8Array> {
  return (await fetch(url)).bytes()
}

function kindsOf({ removed = [] }: PrivateData): string[] {
  return removed.map(({ kind }) => kind).sort()
}

function holds(bytes: Uint8Array, word: string): boolean {
  return Buffer.from(bytes).includes(word)
}

/** What a viewer displays: every frame's pixels as coded, and their orientation. */
async function shown(bytes: Uint8Array): Promise<object> {
  const { type, orientation, width, height, frames } = inspect(bytes)
  const pixels = await sharp(bytes, { animated: type !== 'image/avif' })
    .raw()
    .toBuffer()
  const { icc, loop, delay } = await sharp(bytes).metadata()
  return { orientation, width, height, frames, pixels: Bun.hash(pixels), icc, loop, delay }
}

const oneOfEachType = [
  ...new Map(markedImages.map((image) => [inspect(image.bytes).type, image] as [string, MarkedImage])),
].map(([type, image]) => ({ type, ...image }))

describe.each(oneOfEachType)('$type', ({ bytes, stripped, located }) => {
  test('metadata is stripped before an image is stored; it looks the same, and the answer lists what was removed', async () => {
    await using site = await openTakingAll()
    const data = await upload(site, bytes)
    const kept = await stored(data)
    for (const word of [place, owner, opaque]) expect(holds(kept, word)).toBe(false)
    expect(await shown(kept)).toEqual(await shown(bytes))
    expect(kindsOf(data)).toEqual(stripped.toSorted())
    expect(data).toMatchObject({ sizeBytes: kept.length, type: inspect(bytes).type })
    expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
  })

  test('under the policy "location" only places are removed', async () => {
    await using site = await openTakingAll()
    await site.setPolicy('upload.metadata', 'location')
    const data = await upload(site, bytes)
    const kept = await stored(data)
    expect([place, opaque].some((word) => holds(kept, word))).toBe(false)
    expect(holds(kept, owner)).toBe(holds(bytes, owner))
    expect(kindsOf(data)).toEqual(located.toSorted())
    expect(await shown(kept)).toEqual(await shown(bytes))
  })

  test('under the policy "keep" the bytes stay as they came', async () => {
    await using site = await openTakingAll()
    await site.setPolicy('upload.metadata', 'keep')
    const data = await upload(site, bytes)
    expect(data).not.toHaveProperty('removed')
    expect(await stored(data)).toEqual(bytes)
  })

  test('a repeated upload is known by the bytes as received and gets the same answer', async () => {
    await using site = await openTakingAll()
    const { removed, ...first } = await upload(site, bytes)
    await site.setPolicy('upload.metadata', 'location')
    expect(await upload(site, bytes)).toEqual({ ...first, deduped: true, ...(removed && { removed }) })
  })
})

test("a phone's photograph loses where it was taken and keeps orientation and colour profile", async () => {
  await using site = await openSite()
  const photograph = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const { icc, exif } = await sharp(photograph).metadata()
  expect(exif?.includes('Phone')).toBe(true)
  const data = await upload(site, photograph)
  const kept = await sharp(await stored(data)).metadata()
  expect([kept.orientation, kept.width, kept.height]).toEqual([6, 60, 40])
  expect(icc !== undefined && kept.icc?.equals(icc)).toBe(true)
  expect(kept.exif?.includes('Phone')).not.toBe(true)
  expect(kindsOf(data)).toContain('location')
})

test.each(['strip', 'location'])(
  'an HDR photograph is stored with its gain map under the policy "%s", and smaller pictures are made of it',
  async (policy) => {
    await using site = await openSite({ renditions: {} })
    await site.setPolicy('upload.metadata', policy)
    const pixels = sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    const [picture, gainMap] = await Promise.all([
      pixels.clone().jpeg().toBuffer(),
      pixels.clone().resize(150, 100).toColourspace('b-w').jpeg().toBuffer(),
    ])
    const film = 'the film of a motion photo'
    const photograph = ultraHdr({ picture, gainMap, forms: ['xmp', 'iso', 'index'], after: film })
    const data = await upload(site, photograph)
    expect(data.removed).toContainEqual({ kind: 'trailing', bytes: film.length })
    const kept = await stored(data)
    expect(kept.length).toBe(data.sizeBytes)
    const before = await brightPixelsOf(photograph)
    expect(before!.length).toBeGreaterThan(0)
    expect((await brightPixelsOf(kept))?.equals(before!)).toBe(true)
    const thumbnail = await fetch(`${site.url}/i/${data.id}/thumbnail`)
    expect((await sharp(await thumbnail.bytes()).metadata()).format).toBe('webp')
  },
)

test('the page of an image lists its stripped metadata', async () => {
  await using site = await openSite()
  const data = await upload(site, markedImages[0]!.bytes)
  const headers = { 'Accept-Language': 'en' }
  expect(await (await fetch(data.pageUrl, { headers })).text()).toContain('location')
  const chinese = await fetch(data.pageUrl, { headers: { 'Accept-Language': 'zh-CN' } })
  expect(await chinese.text()).toMatch(/此图片不含[^<,]+、[^<,]+：保存前已移除。/)
  const plain = await upload(site, new Uint8Array(await pngFile(7).arrayBuffer()))
  expect(await (await fetch(plain.pageUrl, { headers })).text()).not.toContain('Removed before')
})

test('a file without metadata is stored unchanged, and the answer lists nothing removed', async () => {
  await using site = await openSite()
  const bytes = new Uint8Array(await pngFile(8).arrayBuffer())
  const data = await upload(site, bytes)
  expect(data).not.toHaveProperty('removed')
  expect(await stored(data)).toEqual(bytes)
})

test("an image whose metadata can't be taken out is refused and leaves nothing behind", async () => {
  await using site = await openSite()
  const [jpeg, gif] = ['image/jpeg', 'image/gif'].map(
    (type) => oneOfEachType.find((one) => one.type === type)!,
  )
  {
    await using receiver = receiveFile(site.ports, { limitBytes: 1_000_000 })
    await receiver.write(jpeg!.bytes)
    const mistaken = { ...inspect(gif!.bytes), complete: true, trailingBytes: 0 }
    const refused = await stripMetadata(site.ports, receiver.finish()!, mistaken).catch(
      (error: unknown) => error,
    )
    expect(refused instanceof Failure && refused.code).toBe('INVALID_IMAGE')
  }
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
})

test('a file is refused if stripping would detach its gain map', async () => {
  await using site = await openSite()
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const photograph = ultraHdr({ picture, gainMap: picture, forms: ['xmp', 'index'] })
  await using receiver = receiveFile(site.ports, { limitBytes: 1_000_000 })
  await receiver.write(photograph)
  const mistaken = { ...inspect(photograph), gainMap: undefined }
  const refused = await stripMetadata(site.ports, receiver.finish()!, mistaken).catch(
    (error: unknown) => error,
  )
  expect(refused instanceof Failure && refused.message).toContain('has another end')
})
