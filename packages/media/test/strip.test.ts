import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { inspect } from '../src/inspect/inspector.ts'
import { mediaTypes } from '../src/media-type.ts'
import type { StripMode } from '../src/strip/plan.ts'
import { sourceOf } from '../src/strip/source.ts'
import { planStrip, strip, strippedChunks } from '../src/strip/strip.ts'
import { avif, box, fullBox, size } from './build/avif.ts'
import { big, bytesOf, find } from './build/bytes.ts'
import { application, gif, onePixelFrame, subBlocks } from './build/gif.ts'
import { segment, withSegments } from './build/jpeg.ts'
import { emptyProfile } from './build/profile.ts'
import { svg } from './build/svg.ts'
import { markedImages, opaque, owner, place } from './marked.ts'
import { samples } from './samples.ts'

/** All decoded frames, before EXIF turns them; of AVIF, the primary item. */
async function pixelsOf(bytes: Uint8Array): Promise<Buffer> {
  const isAvif = inspect(bytes).type === 'image/avif'
  return await sharp(bytes, { animated: !isAvif }).raw().toBuffer()
}

function shownBy(facts: ReturnType<typeof inspect>): object {
  const { width, height, orientation, frames, bitsPerPixel, gainMap } = facts
  return { width, height, orientation, frames, bitsPerPixel, gainMap: [gainMap?.width, gainMap?.height] }
}

async function coloursAndMotion(bytes: Uint8Array): Promise<object> {
  const { icc, loop, delay, chromaSubsampling, density } = await sharp(bytes).metadata()
  return { icc, loop, delay, chromaSubsampling, density }
}

const modes = ['strip', 'location'] as const

test.each(mediaTypes)('%s is among the images with metadata', (type) => {
  expect(markedImages.map(({ bytes }) => inspect(bytes).type)).toContain(type)
})

describe.each(markedImages)('$name', ({ bytes, stripped, located }) => {
  test('has no planted word left when stripped', () => {
    const result = strip(bytes, 'strip')
    for (const word of [place, owner, opaque]) expect(find(result.bytes, word)).toBe(-1)
    expect(result.removed.map(({ kind }) => kind).sort()).toEqual(stripped.toSorted())
  })

  test('has no place left, and everything else, when its location is removed', () => {
    const result = strip(bytes, 'location')
    for (const word of [place, opaque]) expect(find(result.bytes, word)).toBe(-1)
    expect(find(result.bytes, owner) === -1).toBe(find(bytes, owner) === -1)
    expect(result.removed.map(({ kind }) => kind).sort()).toEqual(located.toSorted())
  })

  test('is left as it is when metadata is kept', () => {
    expect(strip(bytes, 'keep')).toEqual({ bytes, removed: [] })
  })

  test.each(modes)('shows the same after %s', async (mode) => {
    const result = strip(bytes, mode)
    expect(await pixelsOf(result.bytes)).toEqual(await pixelsOf(bytes))
    expect(await coloursAndMotion(result.bytes)).toEqual(await coloursAndMotion(bytes))
  })
})

const everything = [...samples, ...markedImages]

describe.each(everything)('$name', ({ bytes }) => {
  test.each(modes)('is the same complete image with nothing after its end, after %s', (mode) => {
    const facts = inspect(strip(bytes, mode).bytes)
    expect(shownBy(facts)).toEqual(shownBy(inspect(bytes)))
    expect(facts).toMatchObject({ complete: true, trailingBytes: 0 })
  })

  test.each(modes)('is planned the same without being told where its scans are, for %s', (mode) => {
    const facts = inspect(bytes)
    const plan = planStrip(sourceOf(bytes), mode, { ...facts, scans: [] })
    expect(planStrip(sourceOf(bytes), mode, facts)).toEqual(plan)
  })

  test.each(modes)('is planned the same without being told that it is plain, for %s', (mode) => {
    const facts = inspect(bytes)
    const plan = planStrip(sourceOf(bytes), mode, { ...facts, plain: false })
    expect(planStrip(sourceOf(bytes), mode, facts)).toEqual(plan)
  })

  test.each(modes)('has nothing left to remove after %s', (mode) => {
    const once = strip(bytes, mode)
    expect(strip(once.bytes, mode)).toEqual({ bytes: once.bytes, removed: [] })
  })

  test.each(modes)('is planned for %s from a source that is read in pieces', (mode) => {
    const source = { size: bytes.length, read: (at: number, length: number) => bytes.slice(at, at + length) }
    const plan = planStrip(source, mode)
    const written = bytesOf([...strippedChunks(source, plan, inspect(bytes))])
    expect(written).toEqual(strip(bytes, mode).bytes)
    expect(plan.bytes).toBe(written.length)
  })
})

describe('what sharp writes', () => {
  const rich = sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
    .withIccProfile('p3')
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/" ${owner}="1"/>`)
    .withExif({ IFD0: { Copyright: owner, Orientation: '5' }, IFD3: { GPSMapDatum: place } })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    '%s keeps its profile and orientation only',
    async (format) => {
      const bytes = new Uint8Array(await rich.clone().toFormat(format).toBuffer())
      const result = strip(bytes, 'strip')
      const before = await sharp(bytes).metadata()
      const after = await sharp(result.bytes).metadata()
      expect(find(result.bytes, owner)).toBe(-1)
      expect(find(result.bytes, place)).toBe(-1)
      expect(after.xmp).toBeUndefined()
      expect(after.icc).toEqual(before.icc!)
      expect(inspect(result.bytes).orientation).toBe(inspect(bytes).orientation)
      expect(await pixelsOf(result.bytes)).toEqual(await pixelsOf(bytes))
    },
  )
})

test.each(['jpeg', 'png', 'webp'] as const)(
  '%s without metadata is plain, and is not read again',
  async (format) => {
    const pixels = sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    const bytes = new Uint8Array(await pixels.toFormat(format).toBuffer())
    const facts = inspect(bytes)
    expect(facts.plain).toBe(true)
    const unread = () => {
      throw new Error('it was read')
    }
    const plan = planStrip({ size: bytes.length, read: unread }, 'strip', facts)
    expect(plan).toEqual({ pieces: [{ from: 0, to: bytes.length }], removed: [], bytes: bytes.length })
  },
)

test.each(markedImages)('$name is not plain', ({ bytes }) => {
  const { plain, trailingBytes } = inspect(bytes)
  expect(plain && trailingBytes === 0).toBe(false)
})

test('a WebP announces none of the metadata that it has lost', () => {
  const { bytes } = markedImages.find(({ name }) => name === 'WebP')!
  const flag = { profile: 0x20, exif: 0x08, xmp: 0x04 }
  const flagsAt = find(bytes, 'VP8X') + 8
  expect(bytes[flagsAt]).toBe(flag.profile | flag.exif | flag.xmp)
  expect(strip(bytes, 'strip').bytes[flagsAt]).toBe(flag.profile | flag.exif)
})

test('a WebP that announces EXIF and has none is left as it is', async () => {
  const pixels = sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
  const written = pixels.withExif({ IFD0: { Copyright: owner } }).webp()
  const bytes = new Uint8Array(await written.toBuffer())
  const at = find(bytes, 'EXIF')
  bytes.set(bytesOf('XMP '), at)
  bytes.fill(0x20, at + 8)
  expect(strip(bytes, 'location')).toEqual({ bytes, removed: [] })
})

test('an AVIF keeps the names that encoders give its parts', () => {
  const picture = { type: 'av01', data: bytesOf('picture'), properties: [1] }
  const bytes = avif({
    primary: 1,
    items: [
      { ...picture, id: 1, name: 'Color' },
      { ...picture, id: 2, name: 'Alpha', hidden: true },
      { ...picture, id: 3, name: 'GMap', hidden: true },
      { ...picture, id: 4, type: 'tmap', name: 'GMap' },
      { ...picture, id: 5, type: 'sato', name: 'SampleTransform' },
    ],
    properties: [size(20, 10)],
    references: [
      { type: 'auxl', from: 2, to: [1] },
      { type: 'dimg', from: 4, to: [1, 3] },
      { type: 'dimg', from: 5, to: [1] },
    ],
  })
  expect(strip(bytes, 'strip')).toEqual({ bytes, removed: [] })
})

const shown = { id: 1, type: 'av01', data: bytesOf('picture'), properties: [1] }

test.each(modes)('an AVIF loses what only its directory says, after %s', (mode) => {
  const words = `en\0Latitude: ${place}\0\0\0`
  const said = fullBox('udes', 0, 0, words)
  const bytes = avif({ primary: 1, items: [shown], properties: [size(20, 10), said] })
  const result = strip(bytes, mode)
  expect(find(result.bytes, place)).toBe(-1)
  expect(result.removed).toEqual([{ kind: 'text', bytes: 4 + words.length }])
})

test('an AVIF reports the kind of each item', () => {
  const described = { properties: [], type: 'mime' }
  const bytes = avif({
    primary: 1,
    items: [
      shown,
      { ...described, id: 2, data: bytesOf('12345'), contentType: 'application/rdf+xml' },
      { ...described, id: 3, data: bytesOf('1234567'), contentType: 'text/plain' },
      { ...shown, id: 4, data: bytesOf('thumbnail'), hidden: true },
    ],
    properties: [size(20, 10)],
    references: [{ type: 'thmb', from: 4, to: [1] }],
  })
  const { removed } = strip(bytes, 'strip')
  expect(removed.toSorted((a, b) => a.bytes - b.bytes)).toEqual([
    { kind: 'xmp', bytes: 5 },
    { kind: 'application', bytes: 7 },
    { kind: 'preview', bytes: 9 },
  ])
})

test.each(modes)(
  'data of an AVIF that no item has goes, whatever says that fragments have it, after %s',
  (mode) => {
    const image = { primary: 1, items: [shown], properties: [size(20, 10)], lead: owner }
    const fragment = box('moof', fullBox('mfhd', 0, 0, big(4, 1)))
    for (const further of [[], [fragment]]) {
      const { bytes, removed } = strip(avif({ ...image, further }), mode)
      expect(find(bytes, owner)).toBe(-1)
      expect(removed.map(({ kind }) => kind)).toEqual(['application'])
    }
  },
)

test('a GIF keeps how often it runs and its colours, nothing behind that, and no comment that looks the same', () => {
  const times = bytesOf('\x03\x01\x05\0')
  const loop = bytesOf('!\xff\x0bNETSCAPE2.0', times)
  const profile = application('ICCRGBG1012', emptyProfile)
  const bytes = gif(
    3,
    3,
    bytesOf(loop, subBlocks(bytesOf(owner))),
    profile,
    onePixelFrame(),
    bytesOf('!\xfe\x0bNETSCAPE2.0', times, '\0'),
  )
  expect(strip(bytes, 'strip').bytes).toEqual(gif(3, 3, loop, '\0', profile, onePixelFrame()))
})

test.each([
  ['a tone map', 'tmap'],
  ['more bits of each sample', 'sato'],
])('an AVIF keeps an item that makes its picture better with %s', (_, type) => {
  const picture = { type: 'av01', data: bytesOf('picture'), properties: [1] }
  const bytes = avif({
    primary: 1,
    items: [
      { ...picture, id: 1 },
      { ...picture, id: 2, hidden: true },
      { id: 3, type, data: bytesOf('recipe'), properties: [1] },
    ],
    properties: [size(20, 10)],
    references: [{ type: 'dimg', from: 3, to: [1, 2] }],
  })
  for (const mode of modes) expect(strip(bytes, mode)).toEqual({ bytes, removed: [] })
})

test.each(modes)(
  'a JPEG with bytes between its segments shows the same without them after %s',
  async (mode) => {
    const jpeg = samples.find(({ name }) => name === 'JPEG')!.bytes
    const bytes = withSegments(jpeg, segment(0xed), opaque, '\xff', segment(0xe9, opaque), opaque)
    const result = strip(bytes, mode)
    expect(find(result.bytes, opaque)).toBe(-1)
    expect(inspect(result.bytes)).toMatchObject({ complete: true, trailingBytes: 0 })
    expect(await pixelsOf(result.bytes)).toEqual(await pixelsOf(jpeg))
  },
)

test('an image that stops short is not stripped', () => {
  const { bytes } = samples[0]!
  const attempt = (mode: StripMode) => () => strip(bytes.subarray(0, bytes.length - 1), mode)
  expect(attempt('strip')).toThrow(/ends before/)
  expect(attempt('keep')).not.toThrow()
})

test('a plan is as small as the metadata, not as large as the picture', () => {
  const { bytes } = markedImages[0]!
  const lengths: number[] = []
  const source = {
    size: bytes.length,
    read(at: number, length: number) {
      lengths.push(length)
      return bytes.subarray(at, at + length)
    },
  }
  const plan = planStrip(source, 'strip')
  expect(plan.pieces.length).toBeLessThan(12)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(262_144)
})

test('a file of ten thousands of pieces is read and written in large chunks', () => {
  const bytes = svg('', '<g/><!---->'.repeat(20_000))
  let reads = 0
  const source = {
    size: bytes.length,
    read(at: number, length: number) {
      reads += 1
      return bytes.subarray(at, at + length)
    },
  }
  const plan = planStrip(source, 'strip')
  expect(plan.pieces.length).toBeGreaterThan(20_000)
  const chunks = [...strippedChunks(source, plan, inspect(bytes))].map((chunk) => chunk.slice())
  expect(bytesOf(chunks)).toEqual(svg('', '<g/>'.repeat(20_000)))
  expect(chunks.length).toBeLessThan(6)
  expect(reads).toBeLessThan(50)
})
