/**
 * What the parts of a thumbnail cost in the process that decodes: `bun bench/images/picture-parts.ts TYPE [repeats]`
 * prints milliseconds of processor time as JSON, {@link PictureParts}. Standard input has the file in as many requests of
 * a worker as there are repeats, and one more. Decoding, colour and resizing happen in one pass:
 * colour is the difference to a pass without it, and decoding is the rest of that pass beside resizing alone.
 */
import { inspect } from '@pictoglyph/media/inspect/inspector'
import type { RasterType } from '@pictoglyph/media/media-type'
import { render } from '@pictoglyph/renditions/render'
import { openStill } from '@pictoglyph/renditions/still'
import { takeBytesOfFile } from '@pictoglyph/renditions/take-bytes'
import { readRequest } from '@pictoglyph/renditions/worker-messages'
import { maxPreviewBytes, renditionShape } from '@pictoglyph/site/images/rendition-sizes'
import sharp, { type Sharp } from 'sharp'
import { medianProcessorMs } from '../load/median-processor-ms.ts'

/** Medians of the repeats, in milliseconds. */
export interface PictureParts {
  /** All from reading to the placeholder, as the first work of a process. */
  first: number
  /** From the pipe. */
  reading: number
  /** Metadata, and in an animation the first frame that is not empty. */
  opening: number
  /** All rows, in a JPEG at the size to which its decoder shrinks. */
  decoding: number
  /** The conversion of a profile to sRGB; 0 without a profile. */
  colour: number
  resizing: number
  encoding: number
  placeholder: number
  /** What the server does with the thumbnail and the placeholder that it gets. */
  inspecting: number
  /** All of a JPEG of 1200 pixels from the bytes. */
  preview: number
}

const reading = { failOn: 'error', sequentialRead: true } as const

if (import.meta.main) {
  const [type = '', repeats = '5'] = process.argv.slice(2)
  sharp.cache(false)
  sharp.concurrency(1)
  console.log(JSON.stringify(await measureParts(type as RasterType, Number(repeats))))
}

async function measureParts(type: RasterType, repeats: number): Promise<PictureParts> {
  const take = takeBytesOfFile(0)
  const receive = async () => {
    const request = await readRequest(take)
    if (request === undefined) throw new Error('There are too few requests.')
    return request.bytes
  }
  let bytes: Uint8Array = new Uint8Array()
  const first = await medianProcessorMs(1, async () => {
    bytes = await receive()
    await placeholderOf(await encode(await thumbnailOf(bytes, type)))
  })
  const { width, height, hasProfile } = await sharp(bytes).metadata()
  const size = renditionShape({ width, height }, 'thumbnail')
  const pixels = await thumbnailOf(bytes, type)
  const thumbnail = await encode(pixels)
  const placeholder = await placeholderOf(thumbnail)

  const fitted = { ...size, fit: 'fill' } as const
  const decoded = await rawOf(unconverted(bytes).resize(shrunk(type, { width, height }, size.width)))
  const resizing = await medianProcessorMs(repeats, () => rawOf(ofPixels(decoded).resize(fitted)))
  const resized = await medianProcessorMs(repeats, () => rawOf(unconverted(bytes).resize(fitted)))
  const converted = await medianProcessorMs(repeats, () =>
    rawOf(sharp(bytes, reading).autoOrient().resize(fitted)),
  )
  return {
    first,
    reading: await medianProcessorMs(repeats, receive),
    opening: await medianProcessorMs(
      repeats,
      async () => await (await openStill(sharp, bytes, { type, isRepaired: false })).metadata(),
    ),
    decoding: resized - resizing,
    colour: hasProfile ? converted - resized : 0,
    resizing,
    encoding: await medianProcessorMs(repeats, () => encode(pixels)),
    placeholder: await medianProcessorMs(repeats, () => placeholderOf(thumbnail)),
    inspecting: await medianProcessorMs(repeats, async () => [
      inspect(thumbnail),
      placeholder && inspect(placeholder),
    ]),
    // The last, as it allows one decoder alone.
    preview: await medianProcessorMs(repeats, () => previewOf(bytes, type)),
  }
}

interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

function unconverted(bytes: Uint8Array): Sharp {
  return sharp(bytes, { ...reading, ignoreIcc: true }).autoOrient()
}

/** About the size to which the decoder itself shrinks a picture that becomes `wanted` pixels wide. */
function shrunk(
  type: RasterType,
  { width, height }: { width: number; height: number },
  wanted: number,
): { width: number; height: number } {
  const factor = type === 'image/jpeg' ? ([8, 4, 2].find((shrink) => width / shrink > wanted) ?? 1) : 1
  return { width: Math.round(width / factor), height: Math.round(height / factor) }
}

function rawOf(image: Sharp): Promise<Pixels> {
  return image.raw().toBuffer({ resolveWithObject: true })
}

async function thumbnailOf(bytes: Uint8Array, type: RasterType): Promise<Pixels> {
  const image = await openStill(sharp, bytes, { type, isRepaired: false })
  const { autoOrient } = await image.metadata()
  return rawOf(image.resize({ ...renditionShape(autoOrient, 'thumbnail'), fit: 'fill' }))
}

function ofPixels({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

async function encode(pixels: Pixels): Promise<Uint8Array> {
  return await ofPixels(pixels).webp({ quality: 80 }).toBuffer()
}

/** A placeholder as thumbnails get it; `undefined` for a transparent one. */
async function placeholderOf(thumbnail: Uint8Array): Promise<Uint8Array | undefined> {
  const made = sharp(thumbnail)
  if ((await made.metadata()).hasAlpha) return undefined
  return await made
    .resize({ width: 16, height: 16, fit: 'inside' })
    .webp({ quality: 30, effort: 6 })
    .toBuffer()
}

async function previewOf(bytes: Uint8Array, type: RasterType): Promise<void> {
  const { autoOrient } = await sharp(bytes).metadata()
  const shape = renditionShape(autoOrient, 'preview')
  await render(sharp, bytes, { type, format: 'jpeg', shape, maxBytes: maxPreviewBytes, placeholder: false })
}
