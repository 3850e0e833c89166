import { expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import type { RasterType } from '@pictoglyph/media/media-type'
import { big, bytesOf, type Part } from '@pictoglyph/media/test/build/bytes'
import { chunk, header, imageEnd, pngSignature } from '@pictoglyph/media/test/build/png'
import { short, tiff } from '@pictoglyph/media/test/build/tiff'
import sharp from 'sharp'
import { createSharpRenditionMaker } from '../src/sharp.ts'

type Colour = [number, number, number, number]
const red: Colour = [200, 0, 0, 255]
const blue: Colour = [0, 0, 200, 255]
const clear: Colour = [0, 0, 0, 0]
const [width, height] = [40, 30]
const corner = { left: 0, top: 0, width: 10, height: 10 }

const pixelsOf = (colour: Colour, columns = width, rows = height) =>
  new Uint8Array(
    deflateSync(
      bytesOf(
        ...Array.from({ length: rows }, () => [
          '\0',
          ...Array.from({ length: columns }, () => Uint8Array.from(colour)),
        ]),
      ),
    ),
  )

interface Frame {
  colour: Colour
  columns?: number
  rows?: number
}

/** An APNG; with `hidden` its first image is not part of the animation. */
function apng(frames: Frame[], hidden?: Colour): Uint8Array {
  let sequence = 0
  const parts: Part[] = [chunk('acTL', big(4, frames.length), big(4, 0))]
  if (hidden !== undefined) parts.push(chunk('IDAT', pixelsOf(hidden)))
  for (const [index, { colour, columns = width, rows = height }] of frames.entries()) {
    parts.push(
      chunk('fcTL', big(4, sequence++), big(4, columns), big(4, rows), big(8, 0), '\0\x01\0\x0a\0\0'),
    )
    const data = pixelsOf(colour, columns, rows)
    const isFirst = hidden === undefined && index === 0
    parts.push(isFirst ? chunk('IDAT', data) : chunk('fdAT', big(4, sequence++), data))
  }
  return bytesOf(pngSignature, header(width, height, 8, 6), ...parts, imageEnd)
}

function withWrongChecksum(name: string, png: Uint8Array): Uint8Array {
  const at = Buffer.from(png).indexOf(name, 0, 'latin1')
  const damaged = png.slice()
  const end = at + 4 + new DataView(png.buffer, png.byteOffset).getUint32(at - 4)
  damaged[end] = damaged[end]! ^ 0xff
  return damaged
}

async function animated(format: 'gif' | 'webp', colours: Colour[]): Promise<Uint8Array> {
  const pixels = Uint8Array.from(
    colours.flatMap((colour) => Array.from({ length: width * height }, () => colour).flat()),
  )
  const raw = { width, height: height * colours.length, channels: 4, pageHeight: height } as const
  const image = sharp(pixels, { raw })
  return new Uint8Array(await (format === 'gif' ? image.gif() : image.webp({ lossless: true })).toBuffer())
}

const still = bytesOf(
  pngSignature,
  header(width, height, 8, 6),
  chunk('gAMA', big(4, 45_455)),
  chunk('IDAT', pixelsOf(red)),
  imageEnd,
)

/** A PNG with these bytes as packed pixels. */
const packed = (pixels: Part) =>
  bytesOf(pngSignature, header(width, height, 8, 6), chunk('IDAT', pixels), imageEnd)

/** A GIF whose first frame has no pixels. */
const withoutPixels = (gif: Uint8Array) => {
  const at = 13 + (gif[10]! & 0x80 ? 3 << ((gif[10]! & 7) + 1) : 0)
  return bytesOf(gif.subarray(0, at), '\x2c\0\0\0\0\0\0\0\0\0\x02\x02\x44\x01\0', gif.subarray(at))
}

/** A GIF whose first frame is one clear pixel, as some programs write it. */
const emptyFirst = (gif: Uint8Array) => {
  const at = 13 + (gif[10]! & 0x80 ? 3 << ((gif[10]! & 7) + 1) : 0)
  const clearFrame = '\x21\xf9\x04\x01\0\0\0\0\x2c\0\0\0\0\x01\0\x01\0\x80\0\0\0\0\0\0\x02\x02\x44\x01\0'
  return bytesOf(gif.subarray(0, at), clearFrame, gif.subarray(at))
}

const files: [string, RasterType, Uint8Array][] = [
  ['APNG whose first image is no frame', 'image/png', apng([{ colour: red }, { colour: blue }], blue)],
  ['APNG of one frame behind such an image', 'image/png', apng([{ colour: red }], blue)],
  ['APNG that begins with its first image', 'image/png', apng([{ colour: red }, { colour: blue }])],
  ['APNG that begins empty', 'image/png', apng([{ colour: clear }, { colour: red }, { colour: blue }])],
  [
    'APNG that begins with an empty pixel',
    'image/png',
    apng([{ colour: clear, columns: 1, rows: 1 }, { colour: red }], blue),
  ],
  [
    'APNG of a frame as high as the whole',
    'image/png',
    apng([{ colour: red, columns: 20 }, { colour: blue }], blue),
  ],
  [
    'APNG of a frame as wide as the whole',
    'image/png',
    apng([{ colour: red, rows: 20 }, { colour: blue }], blue),
  ],
  ['GIF that begins empty', 'image/gif', await animated('gif', [clear, clear, red, blue])],
  ['GIF that begins with a clear pixel', 'image/gif', emptyFirst(await animated('gif', [red, blue]))],
  [
    'GIF that begins with a frame without pixels',
    'image/gif',
    withoutPixels(await animated('gif', [red, blue])),
  ],
  ['PNG with a wrong sum of its pixels', 'image/png', packed(pixelsOf(red).with(-1, 7))],
  ['PNG with bytes behind its pixels', 'image/png', packed([pixelsOf(red), 'more bytes'])],
  ['WebP that begins empty', 'image/webp', await animated('webp', [clear, red, blue])],
  ['PNG with a wrong checksum of pixels', 'image/png', withWrongChecksum('IDAT', still)],
  ['PNG with a wrong checksum of gamma', 'image/png', withWrongChecksum('gAMA', still)],
  [
    'APNG with a wrong checksum of pixels',
    'image/png',
    withWrongChecksum('fdAT', apng([{ colour: red }, { colour: blue }], blue)),
  ],
]

async function firstSeenOf(type: RasterType, bytes: Uint8Array) {
  const maker = createSharpRenditionMaker()
  const shape = { width: 320, height: 320, isCropped: false }
  const outcome = await maker.make({
    ...{ type, format: 'webp', shape, maxBytes: 1_000_000, placeholder: false },
    open: async () => ({ body: new Blob([bytes.slice()]) }),
    batch: null,
    isAwaited: () => true,
  })
  await maker.close()
  if (outcome.kind !== 'made') throw new Error(JSON.stringify(outcome))
  return outcome
}

test.each(files)('%s shows what is seen first', async (_, type, bytes) => {
  const outcome = await firstSeenOf(type, bytes)
  expect([outcome.width, outcome.height]).toEqual([width, height])
  const [r = 0, g = 0, b = 0] = await sharp(outcome.bytes)
    .extract(corner)
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer()
  expect([r > 180, g < 30, b < 30]).toEqual([true, true, true])
})

test('a frame that covers a part is turned with the whole', async () => {
  const turn = chunk('eXIf', tiff({ entries: [short(0x0112, 6)] }))
  const file = Buffer.from(apng([{ colour: red, rows: 10 }, { colour: blue }], blue))
  const at = file.indexOf('acTL') - 4
  const turned = bytesOf(file.subarray(0, at), turn, file.subarray(at))
  const { bytes } = await firstSeenOf('image/png', turned)
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([height, width, 4])
  // The top of the picture is its right side.
  const alphas = [2, 15, 27].map((x) => data[4 * (20 * height + x) + 3])
  expect(alphas).toEqual([0, 0, 255])
})
