import type { Orientation } from '../facts.ts'
import { startsWith } from '../numbers.ts'
import { tiffNumbers, tiffTag, tiffType } from './directories.ts'

/** Bytes of a block that are searched for the orientation. */
export const maxExifRead = 65_536

/**
 * Reads the orientation from an EXIF block (a TIFF header and its first directory).
 *
 * Returns `undefined` if there is none, or the block is damaged: a wrong EXIF block never makes an image unusable.
 * The block may begin with JPEG's `Exif` mark, which some writers put into PNG and WebP.
 */
export function exifOrientation(block: Uint8Array): Orientation | undefined {
  const tiff = startsWith(block, 0, 'Exif\0\0') ? block.subarray(6) : block
  const numbers = tiffNumbers(tiff)
  if (!numbers) return undefined
  const { u16, u32 } = numbers
  const directory = u32(4)
  if (directory + 2 > tiff.length) return undefined
  const entries = Math.min(u16(directory), Math.floor((tiff.length - directory - 2) / 12))
  for (let index = 0; index < entries; index++) {
    const entry = directory + 2 + index * 12
    if (u16(entry) !== tiffTag.orientation) continue
    const value = u16(entry + 8)
    return u16(entry + 2) === tiffType.short && isOrientation(value) ? value : undefined
  }
  return undefined
}

function isOrientation(value: number): value is Orientation {
  return value >= 1 && value <= 8
}
