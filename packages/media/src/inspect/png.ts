import { exifOrientation, maxExifRead } from '../exif/orientation.ts'
import { fourCC, u32be } from '../numbers.ts'
import { createPngPicture, isDescribing, isIntact, type PngPicture } from './png-picture.ts'
import { foundSize, malformed, type ReadState, type Step, type Steps, skip, take } from './steps.ts'

const signatureLength = 8
const criticalChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])

/** Channels of each colour type (PNG third edition, table 11.1). Indexed colours count as RGB. */
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 }
const bitDepthsOf: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/**
 * Reads PNG, and APNG's frames (PNG third edition, 11). Checks the order of relevant chunks and the checksums of
 * those that describe the picture. Decoders have to find damage inside the pixels.
 */
export function* readPng(file: ReadState): Steps {
  yield skip(signatureLength)
  const header = yield* readHeader(file)
  const picture = createPngPicture(header)
  let palette = false
  let pixelBytes = 0
  let animation = false
  let frames = 0
  file.findings.plain = true
  for (;;) {
    const { length, name } = chunkHead(file, yield take(8))
    const isRead = picture.reads(name, length)
    if (!isRead || name === 'iCCP') file.findings.plain = false
    if (isRead && !isDescribing(name) && name !== 'acTL') picture.note(name, length)
    switch (name) {
      case 'IHDR':
        throw malformed(file, 'A second IHDR chunk')
      case 'PLTE':
        if (palette || length === 0 || length > 768 || length % 3 !== 0) {
          throw malformed(file, 'The palette is wrong')
        }
        palette = true
        if (length > picture.maxPalette) file.findings.plain = false
        yield* checkedData(file, 'PLTE', length)
        break
      case 'acTL':
        if (isRead) {
          if (length !== 8) throw malformed(file, 'The animation control chunk is wrong')
          picture.note('acTL', length, yield* checkedData(file, 'acTL', length))
          animation = true
        } else yield skip(length + 4)
        break
      case 'fcTL':
        if (animation) {
          yield* readFrame(file, length)
          if (isRead) file.findings.frames = ++frames
        } else yield skip(length + 4)
        break
      case 'eXIf':
        if (!picture.hasPixels) yield* readExif(file, length)
        else yield skip(length + 4)
        break
      case 'IDAT':
        if (header.colourType === 3 && !palette) throw malformed(file, 'The palette is missing')
        pixelBytes += length
        yield skip(length + 4)
        break
      case 'IEND':
        if (length !== 0) throw malformed(file, 'The IEND chunk is not empty')
        yield* checkedData(file, 'IEND', 0)
        if (pixelBytes === 0) throw malformed(file, 'There is no picture data')
        return file.offset
      default:
        if (name === 'tRNS' && !picture.hasPixels && header.colourType < 4 && !header.transparent) {
          header.transparent = true
          file.findings.bitsPerPixel += header.sampleBits
        }
        yield* readDescription(file, picture, { name, length, isRead })
    }
  }
}

/** Skips a chunk. If decoders read it, first verifies its checksum, because they ignore a chunk with a wrong one. */
function* readDescription(
  file: ReadState,
  picture: PngPicture,
  { name, length, isRead }: { name: string; length: number; isRead: boolean },
): Generator<Step, void, Uint8Array> {
  if (!isRead || !isDescribing(name)) {
    yield skip(length + 4)
    return
  }
  if (isIntact(name, yield take(length + 4))) picture.note(name, length)
  else file.findings.plain = false
}

function chunkHead(file: ReadState, head: Uint8Array): { length: number; name: string } {
  const length = u32be(head, 0)
  const name = fourCC(head, 4)
  if (!/^[A-Za-z]{4}$/.test(name)) throw malformed(file, 'A chunk has no proper name')
  if (length > 0x7fffffff) throw malformed(file, `The ${name} chunk is too long`)
  if (name < 'a' && !criticalChunks.has(name)) {
    throw malformed(file, `The ${name} chunk is required and unknown`)
  }
  return { length, name }
}

/** Takes a chunk's data and verifies the checksum, which also covers the chunk's name. */
function* checkedData(
  file: ReadState,
  name: string,
  length: number,
): Generator<Step, Uint8Array, Uint8Array> {
  const data = yield take(length + 4)
  if (!isIntact(name, data)) throw malformed(file, `The ${name} chunk is damaged`)
  return data
}

interface Header {
  colourType: number
  depth: number
  sampleBits: number
  transparent: boolean
}

function* readHeader(file: ReadState): Generator<Step, Header, Uint8Array> {
  const { length, name } = chunkHead(file, yield take(8))
  if (name !== 'IHDR' || length !== 13) throw malformed(file, 'The file does not begin with an IHDR chunk')
  const data = yield* checkedData(file, 'IHDR', length)
  const depth = data[8]!
  const colourType = data[9]!
  if (!bitDepthsOf[colourType]?.includes(depth)) {
    throw malformed(file, `Colour type ${colourType} with ${depth} bits does not exist`)
  }
  if (data[10] !== 0 || data[11] !== 0 || data[12]! > 1) {
    throw malformed(file, 'The compression, filter or interlace method does not exist')
  }
  const width = u32be(data, 0)
  const height = u32be(data, 4)
  if (width > 0x7fffffff || height > 0x7fffffff) throw malformed(file, 'The picture is too large for PNG')
  const sampleBits = depth === 16 ? 16 : 8
  file.findings.frames = 1
  file.findings.bitsPerPixel = channelsOf[colourType]! * sampleBits
  foundSize(file, width, height)
  return { colourType, depth, sampleBits, transparent: false }
}

function* readFrame(file: ReadState, length: number): Generator<Step, void, Uint8Array> {
  if (length !== 26) throw malformed(file, 'A frame control chunk is wrong')
  const data = yield* checkedData(file, 'fcTL', length)
  const width = u32be(data, 4)
  const height = u32be(data, 8)
  const { findings } = file
  if (
    width === 0 ||
    height === 0 ||
    u32be(data, 12) + width > findings.width ||
    u32be(data, 16) + height > findings.height
  ) {
    throw malformed(file, 'A frame reaches outside the picture')
  }
}

function* readExif(file: ReadState, length: number): Generator<Step, void, Uint8Array> {
  const read = Math.min(length, maxExifRead)
  const block = yield take(read)
  file.findings.orientation ??= exifOrientation(block)
  yield skip(length - read + 4)
}
