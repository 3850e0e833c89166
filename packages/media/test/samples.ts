import sharp, { type Sharp } from 'sharp'
import type { ImageFacts } from '../src/facts.ts'
import { avif, avis, box, codedPicture, size } from './build/avif.ts'
import { bytesOf } from './build/bytes.ts'
import { gif, onePixelFrame } from './build/gif.ts'
import { apng, png } from './build/png.ts'
import { svg } from './build/svg.ts'

/** An image and its expected facts. */
interface Sample {
  name: string
  bytes: Uint8Array
  facts: Omit<
    ImageFacts,
    | 'bytes'
    | 'notShown'
    | 'complete'
    | 'trailingBytes'
    | 'animated'
    | 'plain'
    | 'scans'
    | 'openScan'
    | 'lacksEndMarker'
    | 'gainMap'
    | 'decoded'
  >
}

const width = 37
const height = 23

/** Noise, so that the coded data contains every kind of byte. */
export function noise(channels: 1 | 2 | 3 | 4, rows = height): Sharp {
  let state = 12345
  const pixels = Uint8Array.from({ length: width * rows * channels }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state >>> 24
  })
  return sharp(pixels, { raw: { width, height: rows, channels } })
}

/** Three frames of noise, for formats that sharp can animate. */
export async function animation(): Promise<Sharp> {
  const pixels = await noise(4, height * 3)
    .ensureAlpha(1)
    .raw()
    .toBuffer()
  return sharp(pixels, { raw: { width, height: height * 3, channels: 4, pageHeight: height } })
}

async function bytesFrom(image: Sharp): Promise<Uint8Array> {
  return new Uint8Array(await image.toBuffer())
}

async function build(): Promise<Sample[]> {
  const still = { width, height, orientation: 1, frames: 1 } as const
  const moving = { ...still, frames: 3 }
  const jpeg = { ...still, type: 'image/jpeg', bitsPerPixel: 24 } as const
  const pngFacts = { ...still, type: 'image/png' } as const
  const webp = { ...still, type: 'image/webp', bitsPerPixel: 24 } as const
  const avifFacts = { ...still, type: 'image/avif', bitsPerPixel: 24 } as const
  const svgFacts = { ...still, type: 'image/svg+xml', bitsPerPixel: 32 } as const
  const plainAvif = await bytesFrom(noise(3).avif({ effort: 0 }))
  const coded = codedPicture(plainAvif)
  const tile = { type: 'av01', data: coded.data, properties: [1, 2] }
  const gridBody = Uint8Array.of(0, 0, 0, 1, 0, width * 2, 0, height)
  const build16 = noise(4).toColourspace('rgb16')
  return [
    { name: 'JPEG', bytes: await bytesFrom(noise(3).jpeg()), facts: jpeg },
    { name: 'progressive JPEG', bytes: await bytesFrom(noise(3).jpeg({ progressive: true })), facts: jpeg },
    {
      name: 'grey JPEG',
      bytes: await bytesFrom(noise(1).toColourspace('b-w').jpeg()),
      facts: { ...jpeg, bitsPerPixel: 8 },
    },
    {
      name: 'CMYK JPEG',
      bytes: await bytesFrom(noise(3).toColourspace('cmyk').jpeg()),
      facts: { ...jpeg, bitsPerPixel: 32 },
    },
    {
      name: 'JPEG turned by EXIF',
      bytes: await bytesFrom(noise(3).withMetadata({ orientation: 6 }).jpeg()),
      facts: { ...jpeg, orientation: 6 },
    },
    { name: 'PNG', bytes: await bytesFrom(noise(3).png()), facts: { ...pngFacts, bitsPerPixel: 24 } },
    {
      name: 'palette PNG',
      bytes: await bytesFrom(noise(3).png({ palette: true })),
      facts: { ...pngFacts, bitsPerPixel: 24 },
    },
    { name: '16-bit PNG', bytes: await bytesFrom(build16.png()), facts: { ...pngFacts, bitsPerPixel: 64 } },
    {
      name: 'PNG turned by EXIF',
      bytes: await bytesFrom(noise(4).withMetadata({ orientation: 8 }).png()),
      facts: { ...pngFacts, bitsPerPixel: 32, orientation: 8 },
    },
    {
      name: 'hand-built PNG',
      bytes: png(5, 4),
      facts: { ...pngFacts, width: 5, height: 4, bitsPerPixel: 24 },
    },
    {
      name: 'APNG',
      bytes: apng(5, 4, 3),
      facts: { ...pngFacts, width: 5, height: 4, frames: 3, bitsPerPixel: 24 },
    },
    {
      name: 'GIF',
      bytes: await bytesFrom(noise(3).gif()),
      facts: { ...still, type: 'image/gif', bitsPerPixel: 32 },
    },
    {
      name: 'animated GIF',
      bytes: await bytesFrom((await animation()).gif()),
      facts: { ...moving, type: 'image/gif', bitsPerPixel: 32 },
    },
    {
      name: 'GIF whose first frame is outside its screen',
      bytes: gif(3, 2, onePixelFrame(10, 20)),
      facts: { ...still, type: 'image/gif', width: 11, height: 21, bitsPerPixel: 32 },
    },
    {
      name: 'GIF whose second frame is outside its screen',
      bytes: gif(3, 2, onePixelFrame(), onePixelFrame(10, 20)),
      facts: { ...still, type: 'image/gif', width: 3, height: 2, frames: 2, bitsPerPixel: 32 },
    },
    { name: 'lossy WebP', bytes: await bytesFrom(noise(3).webp()), facts: webp },
    { name: 'lossless WebP', bytes: await bytesFrom(noise(3).webp({ lossless: true })), facts: webp },
    {
      name: 'WebP with alpha',
      bytes: await bytesFrom(noise(4).webp()),
      facts: { ...webp, bitsPerPixel: 32 },
    },
    {
      name: 'WebP turned by EXIF',
      bytes: await bytesFrom(noise(3).withMetadata({ orientation: 3 }).webp()),
      facts: { ...webp, orientation: 3 },
    },
    {
      name: 'animated WebP',
      bytes: await bytesFrom((await animation()).webp({ effort: 0 })),
      facts: { ...webp, frames: 3, bitsPerPixel: 32 },
    },
    { name: 'AVIF', bytes: plainAvif, facts: avifFacts },
    {
      name: 'AVIF with alpha',
      bytes: await bytesFrom(noise(4).avif({ effort: 0 })),
      facts: { ...avifFacts, bitsPerPixel: 32 },
    },
    {
      name: '10-bit AVIF',
      bytes: await bytesFrom(noise(3).avif({ effort: 0, bitdepth: 10 })),
      facts: { ...avifFacts, bitsPerPixel: 48 },
    },
    {
      name: 'grid AVIF',
      bytes: avif({
        primary: 1,
        items: [
          { id: 1, type: 'grid', data: gridBody, properties: [3, 4] },
          { ...tile, id: 2, hidden: true },
          { ...tile, id: 3, hidden: true },
        ],
        properties: [size(width, height), coded.configuration, size(width * 2, height), box('irot', '\x01')],
        references: [{ type: 'dimg', from: 1, to: [2, 3] }],
      }),
      facts: { ...avifFacts, width: width * 2, orientation: 8 },
    },
    {
      name: 'SVG',
      bytes: bytesOf(
        '<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn -->\n<!DOCTYPE svg>\n',
        svg(
          'width="40" height="30"',
          "<style><![CDATA[ .a > .b { fill: #123 } ]]></style><title>Ein Haus f\xc3\xbcr '5 > 3'</title>",
          '<g class="a"><rect class="b" width="20" height=\'10\'/><path d="M1 2\n3 4z" id="a>b"/></g>',
        ),
      ),
      facts: { ...svgFacts, width: 40, height: 30 },
    },
    {
      name: 'SVG with a prefix and a byte order mark',
      bytes: bytesOf(
        '\xef\xbb\xbf<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 7 5"><s:g><s:g/></s:g></s:svg >',
      ),
      facts: { ...svgFacts, width: 7, height: 5 },
    },
    { name: 'AVIF sequence', bytes: avis(width, height, 3, coded), facts: { ...avifFacts, frames: 3 } },
  ]
}

/** Images of every kind that this package reads, small enough to damage every byte. */
export const samples: Sample[] = await build()
