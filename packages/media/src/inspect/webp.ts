import { exifOrientation, maxExifRead } from '../exif/orientation.ts'
import { fourCC, u16le, u24le, u32le } from '../numbers.ts'
import { foundSize, malformed, type ReadState, type Step, type Steps, skip, take } from './steps.ts'

/** Bits of the VP8X chunk's first byte (WebP container specification, "Extended File Format"). */
export const webpFlag = { animation: 0x02, xmp: 0x04, exif: 0x08, alpha: 0x10, profile: 0x20 } as const

const riffHeadLength = 12
const frameHeadLength = 16

interface Size {
  width: number
  height: number
}

/**
 * Reads WebP (container specification, RFC 9649): lossy, lossless, extended and animated. The RIFF header names the
 * file's end, and every chunk and frame must fit into its container.
 */
export function* readWebp(file: ReadState): Steps {
  const end = u32le(yield take(riffHeadLength), 4) + 8
  const first = yield* chunkHead(file, end)
  if (first.name === 'VP8X') yield* readExtended(file, first, end)
  else if (isBitstream(first.name)) yield* readSimple(file, first, end)
  else throw malformed(file, `The file begins with a ${first.name} chunk, which is not a picture`)
  if (end > file.offset) yield skip(end - file.offset)
  return end
}

interface Chunk {
  name: string
  length: number
  /** Offset after the data. */
  dataEnd: number
  /** Offset after the data and its byte of padding, which may be missing after the last chunk. */
  end: number
}

/** Takes the head of the next chunk. The chunk must end by `limit`. */
function* chunkHead(file: ReadState, limit: number): Generator<Step, Chunk, Uint8Array> {
  if (file.offset + 8 > limit) throw malformed(file, 'There is no room for a chunk')
  const head = yield take(8)
  const name = fourCC(head, 0)
  const length = u32le(head, 4)
  const dataEnd = file.offset + length
  if (dataEnd > limit) throw malformed(file, 'A chunk reaches beyond what holds it')
  return { name, length, dataEnd, end: Math.min(dataEnd + (length & 1), limit) }
}

function* skipRest(file: ReadState, chunk: Chunk): Generator<Step, void, Uint8Array> {
  yield skip(chunk.end - file.offset)
}

function isBitstream(name: string): boolean {
  return name === 'VP8 ' || name === 'VP8L'
}

function* readSimple(file: ReadState, chunk: Chunk, end: number): Generator<Step, void, Uint8Array> {
  const { width, height, alpha } = yield* bitstreamHead(file, chunk)
  file.findings.frames = 1
  file.findings.plain = chunk.end === end
  file.findings.bitsPerPixel = alpha ? 32 : 24
  foundSize(file, width, height)
}

/**
 * Takes the head of a bitstream, which contains the size: of a VP8 key frame (RFC 6386, 9.1) or of a VP8L image (WebP
 * lossless specification, 3).
 */
function* bitstreamHead(
  file: ReadState,
  chunk: Chunk,
): Generator<Step, Size & { alpha: boolean }, Uint8Array> {
  const lossless = chunk.name === 'VP8L'
  const headLength = lossless ? 5 : 10
  if (chunk.length < headLength) throw malformed(file, 'The picture data is too short')
  const head = yield take(headLength)
  let found: Size & { alpha: boolean }
  if (lossless) {
    const bits = u32le(head, 1)
    if (head[0] !== 0x2f || bits >>> 29 !== 0) throw malformed(file, 'The lossless picture data is wrong')
    found = {
      width: (bits & 0x3fff) + 1,
      height: ((bits >>> 14) & 0x3fff) + 1,
      alpha: ((bits >>> 28) & 1) === 1,
    }
  } else {
    const isKeyFrame = (head[0]! & 1) === 0
    if (!isKeyFrame || u24le(head, 3) !== 0x2a019d) throw malformed(file, 'The lossy picture data is wrong')
    found = { width: u16le(head, 6) & 0x3fff, height: u16le(head, 8) & 0x3fff, alpha: false }
  }
  return found
}

function* readExtended(file: ReadState, first: Chunk, end: number): Generator<Step, void, Uint8Array> {
  if (first.length < 10) throw malformed(file, 'The VP8X chunk is too short')
  const head = yield take(10)
  const animation = (head[0]! & webpFlag.animation) !== 0
  foundSize(file, u24le(head, 4) + 1, u24le(head, 7) + 1)
  const { findings } = file
  findings.bitsPerPixel = head[0]! & webpFlag.alpha ? 32 : 24
  yield* skipRest(file, first)
  let pictures = 0
  while (file.offset < end) {
    const chunk = yield* chunkHead(file, end)
    if (animation && chunk.name === 'ANMF') {
      yield* readFrame(file, chunk)
      findings.frames = ++pictures
    } else if (!animation && pictures === 0 && isBitstream(chunk.name)) {
      const { width, height } = yield* bitstreamHead(file, chunk)
      if (width !== findings.width || height !== findings.height) {
        throw malformed(file, 'The picture is not as large as the file says')
      }
      findings.frames = ++pictures
      yield* skipRest(file, chunk)
    } else if (chunk.name === 'EXIF') yield* readExif(file, chunk)
    else yield* skipRest(file, chunk)
  }
  if (pictures === 0) throw malformed(file, 'There is no picture data')
}

function* readFrame(file: ReadState, frame: Chunk): Generator<Step, void, Uint8Array> {
  if (frame.length < frameHeadLength) throw malformed(file, 'A frame is too short')
  const head = yield take(frameHeadLength)
  const width = u24le(head, 6) + 1
  const height = u24le(head, 9) + 1
  const { findings } = file
  if (u24le(head, 0) * 2 + width > findings.width || u24le(head, 3) * 2 + height > findings.height) {
    throw malformed(file, 'A frame reaches outside the picture')
  }
  let pictures = 0
  while (file.offset < frame.dataEnd) {
    const chunk = yield* chunkHead(file, frame.dataEnd)
    if (pictures === 0 && isBitstream(chunk.name)) {
      const found = yield* bitstreamHead(file, chunk)
      if (found.width !== width || found.height !== height) {
        throw malformed(file, 'A frame is not as large as it says')
      }
      pictures++
      yield* skipRest(file, chunk)
    } else yield* skipRest(file, chunk)
  }
  if (pictures === 0) throw malformed(file, 'A frame holds no picture data')
  yield* skipRest(file, frame)
}

function* readExif(file: ReadState, chunk: Chunk): Generator<Step, void, Uint8Array> {
  const block = yield take(Math.min(chunk.length, maxExifRead))
  file.findings.orientation ??= exifOrientation(block)
  yield* skipRest(file, chunk)
}
