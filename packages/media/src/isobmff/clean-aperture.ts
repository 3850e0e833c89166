import type { PictureSize } from '../facts.ts'
import { u32be } from '../numbers.ts'
import type { Box, Region } from './boxes.ts'

const fieldsLength = 32

/**
 * The size that a `clap` box crops a picture of `size` to (ISO/IEC 14496-12, 12.1.4). As in Chromium, a box that does
 * not cut out whole pixels is ignored (ISO/IEC 23000-22, 7.3.6.7). So is a crop that does not begin at the first pixel:
 * other viewers ignore it and show what it hides.
 */
export function cleanAperture({ bytes }: Region, { body, end }: Box, size: PictureSize): PictureSize {
  if (body + fieldsLength > end) return size
  const field = (index: number): number => u32be(bytes, body + index * 4) | 0
  const fraction = (index: number): Fraction => ({ numerator: field(index), denominator: field(index + 1) })
  const width = lengthFromStart(size.width, fraction(0), fraction(4))
  const height = lengthFromStart(size.height, fraction(2), fraction(6))
  return width && height ? { width, height } : size
}

interface Fraction {
  numerator: number
  denominator: number
}

/**
 * How many pixels of a side are cut out, if the crop begins at the first pixel. The offset is from the middle of the
 * whole to the middle of the crop. Products that could be rounded never equal a number by mistake.
 */
function lengthFromStart(side: number, length: Fraction, offset: Fraction): number | undefined {
  if (length.denominator <= 0 || offset.denominator <= 0) return undefined
  const pixels = length.numerator / length.denominator
  const isInside = Number.isInteger(pixels) && pixels > 0 && pixels <= side
  const beginsAtStart = (side - pixels) * offset.denominator === -2 * offset.numerator
  return isInside && beginsAtStart ? pixels : undefined
}
