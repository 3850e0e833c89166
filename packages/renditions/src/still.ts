import { deflateSync, inflateRawSync } from 'node:zlib'
import { pngChunks, writePng } from '@pictoglyph/media/shown/png-chunks'
import { pngStills } from '@pictoglyph/media/shown/png-stills'
import type { Sharp, SharpConstructor } from 'sharp'
import type { SharpJob } from './sharp-job.ts'

/** After so many empty frames an animation counts as empty at its start. */
const maxFrames = 20
const reading = { failOn: 'error', sequentialRead: true } as const

/**
 * Opens the first visible picture of a file: in an animation, the first frame that is not empty.
 * @param isRepaired whether to correct the checksum of a PNG's pixels first; browsers ignore a wrong one
 * @param bytes a file of the job's type, whose loader is allowed
 */
export async function openStill(
  sharp: SharpConstructor,
  bytes: Uint8Array,
  { type, isRepaired }: Pick<SharpJob, 'type'> & { isRepaired: boolean },
): Promise<Sharp> {
  if (type === 'image/png') return await firstPng(sharp, bytes, isRepaired ? withRightSum : (png) => png)
  const source = sharp(bytes, reading)
  // Browsers ignore the EXIF orientation of a WebP; so do its renditions.
  if (type !== 'image/gif' && type !== 'image/webp') return source.autoOrient()
  const { pages = 1 } = await source.metadata()
  const frames = Array.from({ length: Math.min(pages, maxFrames) }, (_, page) => page)
  const open = (page: number) => sharp(bytes, { ...reading, page })
  return open((await firstSeen(frames, open)) ?? 0)
}

/** Places the frame on the whole canvas. The rest of the canvas is empty. */
async function firstPng(
  sharp: SharpConstructor,
  bytes: Uint8Array,
  prepared: (png: Uint8Array) => Uint8Array,
): Promise<Sharp> {
  // As with every loader, other bytes fail here.
  await sharp(bytes, reading).metadata()
  const stills = [...pngStills(bytes)]
  const chosen = await firstSeen(stills, ({ png }) => sharp(prepared(png), reading))
  if (chosen === undefined) return sharp(bytes, reading)
  const { png, left, top, width, height, whole } = chosen
  const picture = sharp(prepared(png), reading)
  if (width === whole.width && height === whole.height) return picture.autoOrient()
  const [right, bottom] = [whole.width - left - width, whole.height - top - height]
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const placed = await picture
    .ensureAlpha()
    .extend({ left, top, right, bottom, background })
    .keepMetadata()
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(placed, reading).autoOrient()
}

/** @throws if the pixels can't be unpacked whole */
function withRightSum(png: Uint8Array): Uint8Array {
  const chunks = [...pngChunks(png)]
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data))
  const pixels = new Uint8Array(deflateSync(inflateRawSync(packed.subarray(2)), { level: 1 }))
  const others = chunks.filter(({ name }) => name !== 'IDAT')
  return writePng([...others.slice(0, -1), { name: 'IDAT', data: pixels }, ...others.slice(-1)])
}

async function firstSeen<Frame>(
  frames: readonly Frame[],
  open: (frame: Frame) => Sharp,
): Promise<Frame | undefined> {
  if (frames.length > 1) {
    for (const frame of frames) if (await isSeen(open(frame))) return frame
  }
  return frames[0]
}

async function isSeen(picture: Sharp): Promise<boolean> {
  if (!(await picture.metadata()).hasAlpha) return true
  return (await picture.extractChannel('alpha').raw().toBuffer()).some((alpha) => alpha > 0)
}
