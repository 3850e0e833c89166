import type { Orientation } from '../facts.ts'
import { startsWith, u16be, u16le, u32be, u32le } from '../numbers.ts'

const orientationTag = 0x0112
const shortType = 3

/**
 * The orientation that an EXIF block (a TIFF header and its first directory) asks for.
 *
 * Answers `undefined` where there is none, or where the block is damaged: a wrong EXIF block never makes an
 * image unusable. The block may begin with JPEG's `Exif` mark, which some writers of PNG and WebP put there.
 */
export function exifOrientation(block: Uint8Array): Orientation | undefined {
  const tiff = startsWith(block, 0, 'Exif\0\0') ? block.subarray(6) : block
  if (tiff.length < 10) return undefined
  const little = startsWith(tiff, 0, 'II*\0')
  if (!little && !startsWith(tiff, 0, 'MM\0*')) return undefined
  const u16 = little ? u16le : u16be
  const directory = (little ? u32le : u32be)(tiff, 4)
  if (directory + 2 > tiff.length) return undefined
  const entries = Math.min(u16(tiff, directory), Math.floor((tiff.length - directory - 2) / 12))
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12
    if (u16(tiff, entry) !== orientationTag) continue
    const value = u16(tiff, entry + 8)
    return u16(tiff, entry + 2) === shortType && isOrientation(value) ? value : undefined
  }
  return undefined
}

function isOrientation(value: number): value is Orientation {
  return value >= 1 && value <= 8
}
