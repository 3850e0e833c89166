import { crc32 } from '../crc32.ts'
import { u32be } from '../numbers.ts'

/**
 * Lengths of the chunks that describe the picture, by colour type where that matters. Each may occur once (PNG third
 * edition, 11.3). Decoders ignore one with another length or a wrong checksum.
 */
const describingLengths: Record<string, number | Record<number, number>> = {
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  cICP: 4,
  mDCV: 24,
  mDCv: 24,
  cLLI: 8,
  cLLi: 8,
  pHYs: 9,
  sBIT: { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 },
  bKGD: { 0: 2, 2: 6, 3: 1, 4: 2, 6: 6 },
  tRNS: { 0: 2, 2: 6 },
}
const indexed = 3

/** Whether decoders only read a chunk of this name with the right length and checksum. */
export function isDescribing(name: string): boolean {
  return Object.hasOwn(describingLengths, name)
}

/**
 * Whether a chunk's checksum is right.
 * @param data of the chunk, with the checksum, which also covers the chunk's name
 */
export function isIntact(name: string, data: Uint8Array): boolean {
  const covered = new Uint8Array(data.length)
  for (let index = 0; index < 4; index++) covered[index] = name.charCodeAt(index)
  covered.set(data.subarray(0, -4), 4)
  return crc32(covered) === u32be(data, data.length - 4)
}

/** Knows which chunks of a PNG decoders read, given the chunks before. All others are metadata or stray. */
export interface PngPicture {
  /** Whether decoders read such a chunk at this position, if its checksum is right. */
  reads(name: string, length: number): boolean
  /** Records a chunk that decoders read. @param data of an `acTL` chunk */
  note(name: string, length: number, data?: Uint8Array): void
  /** Bytes of the palette that pixels can refer to. */
  readonly maxPalette: number
  readonly hasPixels: boolean
}

/** Creates the state before the first chunk. */
export function createPngPicture({ colourType, depth }: { colourType: number; depth: number }): PngPicture {
  const maxPalette = 3 << Math.min(depth, 8)
  const seen = new Set<string>()
  let colours = 0
  let framesLeft = 0
  let isFrameOpen = false

  function isRightLength(name: string, length: number): boolean {
    if (name === 'tRNS' && colourType === indexed) return length > 0 && length <= colours
    const right = describingLengths[name]
    return length === (typeof right === 'object' ? right[colourType] : right)
  }

  return {
    maxPalette,
    get hasPixels() {
      return seen.has('IDAT')
    },
    reads(name, length) {
      const hasPixels = seen.has('IDAT')
      const isFirst = !seen.has(name) && !hasPixels
      if (isDescribing(name)) return isFirst && isRightLength(name, length)
      switch (name) {
        case 'IHDR':
        case 'iCCP':
        case 'acTL':
          return isFirst
        case 'PLTE':
          return isFirst && colourType === indexed
        case 'fcTL':
          isFrameOpen = framesLeft > 0
          return isFrameOpen
        case 'fdAT':
          return hasPixels && isFrameOpen
        default:
          return name === 'IDAT' || name === 'IEND'
      }
    },
    note(name, length, data) {
      seen.add(name)
      if (name === 'PLTE') colours = Math.min(length, maxPalette) / 3
      else if (name === 'acTL' && data) framesLeft = u32be(data, 0)
      else if (name === 'fcTL') framesLeft--
      else if (name === 'IDAT') isFrameOpen = false
    },
  }
}
