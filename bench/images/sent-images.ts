/** Files as people send them: photographs of 12 megapixels, screenshots, drawings, animations. */
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { RasterType } from '@pictoglyph/media/media-type'
import sharp from 'sharp'
import { withCameraMetadata } from './photographs.ts'

/** What a file is like, and how many of its kind are sent. */
interface SentKind {
  count: number
  type: RasterType
  ending: string
  /** A file, the same each time for the same number. */
  make(number: number): Promise<Uint8Array>
}

/** Kinds of files, the most common first. */
const sentKinds = {
  photograph: { count: 24, type: 'image/jpeg', ending: 'jpg', make: cameraJpeg },
  screenshot: { count: 6, type: 'image/png', ending: 'png', make: screenshot },
  png: { count: 6, type: 'image/png', ending: 'png', make: smallPng },
  animation: { count: 6, type: 'image/gif', ending: 'gif', make: animation },
  avif: { count: 4, type: 'image/avif', ending: 'avif', make: largeAvif },
} as const satisfies Record<string, SentKind>

/** The name of a kind. */
export type SentKindName = keyof typeof sentKinds

/** The names of all kinds. */
export const sentKindNames = Object.keys(sentKinds) as SentKindName[]

/** A file of a kind. */
export interface SentImage {
  path: string
  name: string
  type: RasterType
}

/**
 * Writes distinct files of a kind.
 * @param count how many; by default as many as belong to the kind
 */
export async function writeSentImages(
  directory: string,
  kind: SentKindName,
  count: number = sentKinds[kind].count,
): Promise<SentImage[]> {
  const { type, ending, make } = sentKinds[kind]
  await mkdir(directory, { recursive: true })
  const images: SentImage[] = []
  for (let number = 1; number <= count; number += 1) {
    const path = join(directory, `${kind}-${number}.${ending}`)
    await Bun.write(path, await make(number))
    images.push({ path, name: basename(path), type })
  }
  return images
}

type Random = () => number

/** Numbers from 0 to below 1 (xorshift, 32 bits). */
function seeded(number: number): Random {
  let state = (number * 0x9e3779b1) ^ 0x2545f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const large = { width: 4000, height: 3000 }
/** Cells across the picture, and how far each layer departs from the layers below it. */
const layers = [
  { cells: 5, depth: 110 },
  { cells: 21, depth: 60 },
  { cells: 90, depth: 36 },
  { cells: 380, depth: 24 },
  { cells: 1_500, depth: 15 },
] as const
const grainDepth = 21

/** Detail of all sizes, each finer one fainter as in nature, with the grain of a sensor. */
async function scenery(number: number, { width, height }: { width: number; height: number }) {
  const random = seeded(number)
  const sum = new Float32Array(width * height * 3).fill(128)
  for (const { cells, depth } of layers) {
    const size = { width: cells, height: Math.ceil((cells * height) / width) }
    const layer = await sharp(cellsOf(size, random), { raw: { ...size, channels: 3 } })
      .resize({ width, height, fit: 'fill' })
      .raw()
      .toBuffer()
    for (let at = 0; at < sum.length; at += 1) sum[at]! += ((layer[at]! - 128) / 128) * depth
  }
  const pixels = Buffer.alloc(sum.length)
  for (let at = 0; at < sum.length; at += 3) {
    const grain = (random() - 0.5) * grainDepth
    for (let channel = 0; channel < 3; channel += 1) {
      pixels[at + channel] = Math.min(255, Math.max(0, sum[at + channel]! + grain))
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** Random cells whose light differs more than their colour. */
function cellsOf({ width, height }: { width: number; height: number }, random: Random): Buffer {
  const cells = Buffer.alloc(width * height * 3)
  for (let at = 0; at < cells.length; at += 3) {
    const light = random() * 190
    for (let channel = 0; channel < 3; channel += 1) cells[at + channel] = light + random() * 65
  }
  return cells
}

/** As phones write them: in Display P3, with what the camera knows. */
async function cameraJpeg(number: number): Promise<Uint8Array> {
  const picture = (await scenery(number, large)).withIccProfile('p3').jpeg({ quality: 90 })
  return await withCameraMetadata(await picture.toBuffer())
}

async function largeAvif(number: number): Promise<Uint8Array> {
  return await (await scenery(number, large)).avif({ quality: 55, effort: 1 }).toBuffer()
}

/** 300 kB of a picture with many colours. */
async function smallPng(number: number): Promise<Uint8Array> {
  return await (await scenery(number, { width: 380, height: 272 })).png().toBuffer()
}

/** Lines of small dark strokes with smooth edges on light areas, and a bar. */
async function screenshot(number: number): Promise<Uint8Array> {
  const random = seeded(number)
  const [width, height] = [1920, 1080]
  const pixels = Buffer.alloc(width * height * 3, 250)
  const fill = (left: number, top: number, right: number, bottom: number, level: number) => {
    for (let y = top; y < bottom; y += 1) pixels.fill(level, (y * width + left) * 3, (y * width + right) * 3)
  }
  fill(0, 0, width, 48, 40)
  fill(0, 48, 300, height, 235)
  for (let top = 64; top < height - 20; top += 20) {
    for (const [left, end] of [
      [20, 280],
      [330, 400 + Math.floor(random() * 1_480)],
    ] as const) {
      for (let x = left; x < end; x += 8) {
        const isSpace = random() < 0.17
        for (let y = 0; !isSpace && y < 11; y += 1) {
          const stroke = Math.floor(random() * 4)
          fill(x + stroke, top + y, x + stroke + 1, top + y + 1, 120)
          fill(x + stroke + 1, top + y, x + stroke + 3, top + y + 1, 35)
        }
      }
    }
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** Twenty frames of discs that move over a transparent ground. */
async function animation(number: number): Promise<Uint8Array> {
  const random = seeded(number)
  const [width, height, frames] = [480, 360, 20]
  const discs = Array.from({ length: 12 }, () => ({
    x: random() * width,
    y: random() * height,
    radius: 20 + random() * 50,
    speed: 4 + random() * 12,
    colour: [random() * 256, random() * 256, random() * 256] as const,
  }))
  const pixels = Buffer.alloc(width * height * frames * 4)
  for (let frame = 0; frame < frames; frame += 1) {
    for (const { x, y, radius, speed, colour } of discs) {
      const middle = (x + speed * frame) % width
      for (let row = Math.max(0, Math.ceil(y - radius)); row < Math.min(height, y + radius); row += 1) {
        for (
          let column = Math.max(0, Math.ceil(middle - radius));
          column < Math.min(width, middle + radius);
          column += 1
        ) {
          const distance = Math.hypot(column - middle, row - y)
          if (distance > radius) continue
          const shade = 1 - distance / radius / 2
          const at = ((frame * height + row) * width + column) * 4
          pixels.set([...colour.map((level) => level * shade), 255], at)
        }
      }
    }
  }
  const raw = { width, height: height * frames, channels: 4, pageHeight: height } as const
  return await sharp(pixels, { raw })
    .gif({ delay: Array.from({ length: frames }, () => 80), loop: 0 })
    .toBuffer()
}
