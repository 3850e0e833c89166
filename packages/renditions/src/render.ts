import type { RasterType } from '@pictoglyph/media/media-type'
import type { ShownColour } from '@pictoglyph/media/shown/colour'
import { shownColour } from '@pictoglyph/media/shown/shown-colour'
import type { Sharp, SharpConstructor } from 'sharp'
import { frameOutput, type SharpJob } from './sharp-job.ts'
import { openStill } from './still.ts'
import { convertToSrgb } from './to-srgb.ts'

const loaders: Record<RasterType, string> = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/avif': 'VipsForeignLoadHeifBuffer',
}
const placeholderSide = 16

/** Allows one decoder, the one for a type. */
export function allowOnly(sharp: SharpConstructor, type: RasterType): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [loaders[type]] })
}

/**
 * Makes a rendition and its placeholder, framed by `frameOutput`.
 * @throws if the decoder refuses the file
 */
export async function render(sharp: SharpConstructor, bytes: Uint8Array, job: SharpJob): Promise<Uint8Array> {
  allowOnly(sharp, job.type)
  const rendition = await renderFrom(sharp, bytes, { ...job, isRepaired: false }).catch((error: unknown) => {
    if (job.type !== 'image/png') throw error
    return renderFrom(sharp, bytes, { ...job, isRepaired: true })
  })
  sharp.unblock({ operation: [loaders[`image/${job.format}`]] })
  const made = sharp(rendition)
  // A placeholder would be visible through a transparent image.
  if (!job.placeholder || (await made.metadata()).hasAlpha) return frameOutput(new Uint8Array(), rendition)
  const placeholder = await made
    .resize({ width: placeholderSide, height: placeholderSide, fit: 'inside' })
    .webp({ quality: 30, effort: 6 })
    .toBuffer()
  return frameOutput(placeholder, rendition)
}

async function renderFrom(
  sharp: SharpConstructor,
  bytes: Uint8Array,
  job: SharpJob & { isRepaired: boolean },
): Promise<Uint8Array> {
  const source = await openStill(sharp, bytes, job)
  const { width, height } = job.shape
  const fit = await fitOf(source, job)
  const resized = source.resize({ width, height, fit, position: 'top', withoutEnlargement: true })
  return await encoded(sharp, await inSrgb(sharp, resized, shownColour(job.type, bytes)), job)
}

/** Fills exactly the wanted size, unless the decoder's picture has another shape than the measured one. */
async function fitOf(source: Sharp, { type, shape }: SharpJob): Promise<'cover' | 'fill' | 'inside'> {
  if (shape.isCropped) return 'cover'
  const metadata = await source.metadata()
  const { width, height } = type === 'image/webp' ? metadata : metadata.autoOrient
  const isAlike =
    Math.abs((width * shape.height) / height - shape.width) <= 1 ||
    Math.abs((height * shape.width) / width - shape.height) <= 1
  return isAlike ? 'fill' : 'inside'
}

/** Converts colours as browsers display them. sharp itself applies a profile. */
async function inSrgb(
  sharp: SharpConstructor,
  image: Sharp,
  colour: ShownColour | undefined,
): Promise<Sharp> {
  if (colour === undefined) return image
  const { data, info } = await image
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true })
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2)
  convertToSrgb({ data: samples, channels: info.channels }, colour)
  const { width, height, channels } = info
  return sharp(samples, { raw: { width, height, channels } }).toColourspace('srgb')
}

/** JPEG qualities, from fine to coarse. */
const qualities = [82, 74, 64, 52, 40, 28, 16, 8, 1]

async function encoded(
  sharp: SharpConstructor,
  image: Sharp,
  { format, maxBytes }: SharpJob,
): Promise<Uint8Array> {
  if (format === 'webp') return await image.webp({ quality: 80 }).toBuffer()
  if (format === 'avif') return await image.avif({ quality: 52, effort: 3 }).toBuffer()
  const { data, info } = await image
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const raw = { width, height, channels }
  let jpeg = new Uint8Array()
  for (const quality of qualities) {
    jpeg = new Uint8Array(await sharp(data, { raw }).jpeg({ quality, mozjpeg: true }).toBuffer())
    if (jpeg.length <= maxBytes) break
  }
  return jpeg
}
