import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { MediaFailure, type MediaFailureCode } from '../src/failure.ts'
import { createInspector, inspect } from '../src/inspect/inspector.ts'
import { avif, box, fullBox, size } from './build/avif.ts'
import { big, bytesOf, find, little } from './build/bytes.ts'
import { gif, onePixelFrame } from './build/gif.ts'
import { apng, blackPixels, chunk, header, imageEnd, png, pngSignature } from './build/png.ts'
import { refusalOf } from './refusal-of.ts'
import { samples } from './samples.ts'

function sample(name: string): Uint8Array {
  return samples.find((one) => one.name === name)!.bytes.slice()
}

const pixels = chunk('IDAT', blackPixels(2, 2))

const refusals: [string, Uint8Array, MediaFailureCode, RegExp][] = [
  ['an empty file', new Uint8Array(), 'UNKNOWN_TYPE', /empty/],
  ['text', bytesOf('this is not an image'), 'UNKNOWN_TYPE', /no image format/],
  ['the beginning of HEIC', bytesOf(box('ftyp', 'heic\0\0\0\0mif1heic')), 'UNKNOWN_TYPE', /"heic", not AVIF/],
  ['that of Samsung', bytesOf(box('ftyp', 'mif1\0\0\0\0mif1heix')), 'UNKNOWN_TYPE', /"mif1", not AVIF/],
  ['a film', bytesOf(box('ftyp', 'isom\0\0\0\0mp42')), 'UNKNOWN_TYPE', /"isom"/],
  ['a PNG without its header', bytesOf(pngSignature, pixels, imageEnd), 'MALFORMED', /IHDR/],
  ['a PNG without pixels', bytesOf(pngSignature, header(2, 2), imageEnd), 'MALFORMED', /no picture data/],
  ['a PNG of no width', bytesOf(pngSignature, header(0, 2), pixels, imageEnd), 'MALFORMED', /0 × 2/],
  ['a PNG of no such colour', bytesOf(pngSignature, header(2, 2, 8, 5)), 'MALFORMED', /Colour type 5/],
  [
    'a palette PNG without palette',
    bytesOf(pngSignature, header(2, 2, 8, 3), pixels),
    'MALFORMED',
    /palette/,
  ],
  ['a PNG with an unknown critical chunk', png(2, 2, chunk('SECR')), 'MALFORMED', /SECR/],
  ['a PNG with two headers', png(2, 2, header(9, 9)), 'MALFORMED', /second IHDR/],
  [
    'an APNG whose frame reaches outside',
    png(2, 2, chunk('acTL', big(8, 0)), chunk('fcTL', big(4, 0), big(4, 3), big(4, 2), big(14, 0))),
    'MALFORMED',
    /outside/,
  ],
  ['a GIF without frames', gif(1, 1), 'MALFORMED', /no picture data/],
  ['a GIF of no height', gif(1, 0, onePixelFrame()), 'MALFORMED', /1 × 0/],
  ['a GIF with an unknown block', gif(1, 1, 'x'), 'MALFORMED', /unknown kind/],
  ['a JPEG without a scan', bytesOf('\xff\xd8\xff\xe0\0\x02\xff\xd9'), 'MALFORMED', /no picture data/],
  [
    'a JPEG whose height comes later (DNL)',
    bytesOf('\xff\xd8\xff\xc0\0\x0b\x08\0\0\0\x05\x01\x01\x11\0'),
    'MALFORMED',
    /5 × 0/,
  ],
  ['a JPEG in a JPEG', bytesOf('\xff\xd8\xff\xd8\xff\xd9'), 'MALFORMED', /second image/],
  [
    'a WebP that begins with metadata',
    bytesOf('RIFF', little(4, 12), 'WEBPEXIF', little(4, 0)),
    'MALFORMED',
    /EXIF/,
  ],
  ['a WebP without room for a chunk', bytesOf('RIFF', little(4, 4), 'WEBP'), 'MALFORMED', /no room/],
  [
    'an AVIF whose directory is too long',
    bytesOf(box('ftyp', 'avif\0\0\0\0'), box('meta', new Uint8Array(1_100_000))),
    'MALFORMED',
    /1 MiB/,
  ],
  [
    'an AVIF of more boxes than a plan for it has room for',
    avif({
      primary: 1,
      properties: [size(2, 2)],
      items: [{ id: 1, type: 'av01', data: big(4, 0), properties: [1] }],
      further: Array.from({ length: 10_000 }, () => box('uuid', 'note')),
    }),
    'MALFORMED',
    /10000 boxes/,
  ],
  [
    'an image file coded in HEVC',
    avif({
      primary: 1,
      brands: 'mif1\0\0\0\0',
      properties: [size(2, 2)],
      items: [{ id: 1, type: 'hvc1', data: big(4, 0), properties: [1] }],
    }),
    'UNKNOWN_TYPE',
    /"hvc1"/,
  ],
  [
    'an AVIF whose picture has no size',
    avif({ primary: 1, properties: [], items: [{ id: 1, type: 'av01', data: big(4, 0), properties: [] }] }),
    'MALFORMED',
    /size of the picture is missing/,
  ],
]

test.each(refusals)('%s is refused', (_, bytes, code, reason) => {
  const failure = refusalOf(bytes)
  expect(failure.code).toBe(code)
  expect(failure.message).toMatch(reason)
})

describe('PNG', () => {
  test('a damaged header, palette or end is refused by its checksum', () => {
    for (const name of ['IHDR', 'PLTE', 'IEND']) {
      const bytes = sample('palette PNG')
      bytes[find(bytes, name) - (name === 'IEND' ? -4 : -12)]! ^= 1
      expect(refusalOf(bytes).code).toBe('MALFORMED')
    }
  })

  test('text that would inflate to 100 MB is passed over', () => {
    const bomb = chunk('zTXt', 'bomb\0\0', deflateSync(new Uint8Array(100_000_000)))
    expect(inspect(png(2, 2, bomb))).toMatchObject({ width: 2, height: 2, complete: true })
  })

  test('frames are counted, up to as many as the animation declares', () => {
    expect(inspect(apng(2, 2, 3, 1000)).frames).toBe(3)
    expect(inspect(apng(2, 2, 3, 2))).toMatchObject({ frames: 2, complete: true, plain: false })
    expect(inspect(apng(2, 2, 3, 1000).subarray(0, -12))).toMatchObject({ frames: 3, complete: false })
  })

  test('16-bit RGBA weighs four times as much as 16-bit grey', async () => {
    const grey = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } }).toColourspace(
      'grey16',
    )
    expect(inspect(sample('16-bit PNG')).bitsPerPixel).toBe(
      4 * inspect(await grey.png().toBuffer()).bitsPerPixel,
    )
  })
})

describe('GIF', () => {
  test('a screen of 65,535 by 65,535 is measured as it says, not by its one-pixel frame', () => {
    expect(inspect(gif(65_535, 65_535, onePixelFrame()))).toMatchObject({ width: 65_535, height: 65_535 })
  })

  test('2,000 frames in 36 kB are all counted', () => {
    const bytes = gif(
      1,
      1,
      Array.from({ length: 2000 }, () => onePixelFrame()),
    )
    expect(inspect(bytes)).toMatchObject({ frames: 2000, animated: true, complete: true })
  })
})

describe('JPEG', () => {
  test('the film of a motion photo and a page after the end are trailing', () => {
    const tail = '<script>alert(1)</script>'
    expect(inspect(bytesOf(sample('JPEG'), tail)).trailingBytes).toBe(tail.length)
  })

  test('bytes that do not belong between two segments are passed over', () => {
    const jpeg = sample('JPEG')
    const bytes = bytesOf(jpeg.subarray(0, 2), '\xff\xfe\0\x04ab', 'stray\xff\0', jpeg.subarray(2))
    expect(inspect(bytes)).toMatchObject({ width: 37, height: 23, complete: true })
  })
})

describe('WebP', () => {
  test('a frame that reaches outside the picture is refused', () => {
    const bytes = sample('animated WebP')
    bytes[find(bytes, 'ANMF') + 8] = 200
    expect(refusalOf(bytes).message).toMatch(/outside/)
  })

  test('a chunk that reaches beyond the file is refused, even while more bytes arrive', () => {
    const bytes = sample('lossy WebP')
    bytes.set(little(4, bytes.length), find(bytes, 'VP8 ') + 4)
    expect(refusalOf(bytes).message).toMatch(/beyond/)
  })
})

describe('AVIF', () => {
  test('data that its directory points to must be in the file', () => {
    const bytes = sample('AVIF')
    const file = bytes.slice(0, find(bytes, 'mdat') - 4)
    expect(inspect(bytesOf(file, box('mdat', big(8, 0)))).complete).toBe(false)
  })

  test('a last box without a length reaches to the end of the file', () => {
    const bytes = sample('AVIF')
    bytes.set(big(4, 0), find(bytes, 'mdat') - 4)
    expect(inspect(bytesOf(bytes, 'more'))).toMatchObject({ complete: true, trailingBytes: 0 })
  })

  test('a box with a 64-bit length is read like any other', () => {
    const bytes = sample('AVIF')
    const mdat = find(bytes, 'mdat') - 4
    const padding = bytesOf(big(4, 1), 'free', big(8, 16))
    expect(inspect(bytesOf(bytes, padding))).toMatchObject({ complete: true, trailingBytes: 0 })
    const endless = bytesOf(
      bytes.subarray(0, mdat),
      big(4, 1),
      'mdat',
      big(8, 2 ** 52),
      bytes.subarray(mdat + 8),
    )
    expect(inspect(endless).complete).toBe(false)
  })

  test('a film after the picture is trailing', () => {
    const film = bytesOf(box('mpvd', big(40, 0)))
    expect(inspect(bytesOf(sample('AVIF'), film)).trailingBytes).toBe(film.length)
  })

  test('a directory with millions of empty records is refused at once', () => {
    const records = Array.from({ length: 20_000 }, () => [big(2, 1), big(2, 0), big(2, 65_535)])
    const directory = fullBox('meta', 0, 0, fullBox('iloc', 0, 0, '\0\0', big(2, 20_000), records))
    expect(refusalOf(bytesOf(box('ftyp', 'avif\0\0\0\0'), directory)).message).toMatch(/many parts/)
  })
})

test('a failed inspection fails the same way ever after', () => {
  const inspector = createInspector()
  const failures = [1, 2, 3].map((round) => {
    try {
      if (round < 3) inspector.push(bytesOf('this is not an image'))
      else inspector.end()
      return undefined
    } catch (error) {
      return error
    }
  })
  expect(failures[0]).toBeInstanceOf(MediaFailure)
  expect(new Set(failures).size).toBe(1)
})
