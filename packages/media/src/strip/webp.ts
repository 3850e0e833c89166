import { isColourProfile, isOverfull, maxProfile, overfull, strippedProfile } from '../colour-profile.ts'
import { webpFlag } from '../inspect/webp.ts'
import { fourCC, startsWith, u24le, u32le } from '../numbers.ts'
import { maxExif } from './exif.ts'
import { mentionsPlace } from './location-tags.ts'
import type { RemovedKind } from './plan.ts'
import type { Reading } from './reading.ts'
import { createSourceCursor } from './source.ts'
import type { Stripping } from './stripping.ts'

const pictureChunks = new Set(['ALPH', 'VP8 ', 'VP8L'])
const headLength = 10
const animationLength = 6
const frameHeadLength = 16
const kindOfChunk: Record<string, RemovedKind> = { 'XMP ': 'xmp', EXIF: 'exif' }

interface Chunk {
  name: string
  from: number
  data: number
  dataEnd: number
  to: number
}

/**
 * Removes EXIF, XMP and parts of a WebP that decoders ignore: unknown chunks, and known ones in another position,
 * number or length (container specification, RFC 9649, 2.7). Then corrects dependent sizes and flags.
 */
export function* stripWebp(stripping: Stripping): Reading<void> {
  const { source, edits, end } = stripping
  const first = source.read(12, 8)
  const isExtended = fourCC(first, 0) === 'VP8X'
  const head = isExtended ? source.read(20, headLength) : new Uint8Array(headLength)
  const flags = head[0]!
  const isAnimated = (flags & webpFlag.animation) !== 0
  const pixels = (u24le(head, 4) + 1) * (u24le(head, 7) + 1)
  const picture = createPictureChunks(stripping, (flags & webpFlag.alpha) === 0 ? 0 : pixels)
  const seen = new Set<string>()
  let lost = 0
  let kept = 0
  for (const chunk of chunksIn(stripping, 12, end)) {
    const { name, from } = chunk
    if (name === 'VP8X' && from === 12) cutChunk(stripping, chunk, headLength)
    else if (name === 'ANMF' && isAnimated) {
      yield* stripFrame(stripping, chunk)
      seen.add(name)
    } else if (name === 'ANIM' && isAnimated && !seen.has(name) && !seen.has('ANMF')) {
      cutChunk(stripping, chunk, animationLength)
      seen.add(name)
    } else if (name === 'ICCP' && (flags & webpFlag.profile) !== 0 && !seen.has(name)) {
      if (!stripProfile(stripping, chunk)) lost |= webpFlag.profile
      seen.add(name)
    } else if (name === 'EXIF' && isExtended) kept |= stripExifChunk(stripping, chunk) ? webpFlag.exif : 0
    else if (!isAnimated && picture.takes(chunk)) continue
    else if (!(yield* stripChunk(stripping, chunk)) && name === 'XMP ') kept |= webpFlag.xmp
    yield
  }
  picture.end()
  if (edits.shrinkage === 0) return
  edits.replace(4, 8, u32leBytes(end - 8 - edits.shrinkage))
  if (!isExtended) return
  const after = (flags & ~(webpFlag.exif | webpFlag.xmp | lost)) | kept
  if (after !== flags) edits.replace(20, 21, Uint8Array.of(after))
}

/** A picture's chunks: its bitstream, and before that its transparency if the bitstream has none. */
interface PictureChunks {
  /** Whether the chunk is one of the picture; a surplus one is removed. */
  takes(chunk: Chunk): boolean
  end(): void
}

/** @param pixels of the picture; 0 if no chunk may contain its transparency */
function createPictureChunks(stripping: Stripping, pixels: number): PictureChunks {
  const { source, edits } = stripping
  let alpha: Chunk | undefined
  let isOver = false

  function removeAlpha(): void {
    if (alpha) edits.remove('application', alpha.from, alpha.to)
    alpha = undefined
  }

  return {
    takes(chunk) {
      const { name, from, to } = chunk
      if (!pictureChunks.has(name)) return false
      if (name === 'ALPH' && pixels > 0 && !alpha && !isOver) alpha = chunk
      else if (name !== 'ALPH' && !isOver) {
        isOver = true
        if (name === 'VP8L') removeAlpha()
        else if (alpha && alpha.dataEnd > alpha.data && isUncompressed(source.read(alpha.data, 1)[0]!)) {
          cutChunk(stripping, alpha, 1 + pixels)
        }
        alpha = undefined
      } else edits.remove('application', from, to)
      return true
    },
    end: removeAlpha,
  }
}

/** Whether transparency takes one byte per pixel (2.7.1.2). */
function isUncompressed(alphaHead: number): boolean {
  return (alphaHead & 3) === 0
}

/** Removes a chunk's bytes after the first `kept`, an even number including the head. */
function cutChunk({ edits }: Stripping, { from, data, dataEnd, to }: Chunk, kept: number): void {
  if (dataEnd - data <= kept) return
  edits.replace(from + 4, data, u32leBytes(kept))
  edits.remove('application', data + kept, to)
  if (kept % 2 === 1) edits.replace(to, to, Uint8Array.of(0))
}

/** Reads the chunks from `from` to `to`. Removes bytes that are no chunk. */
function* chunksIn({ source, edits }: Stripping, from: number, to: number): Generator<Chunk> {
  const cursor = createSourceCursor(source)
  let at = from
  while (at < to) {
    cursor.offset = at
    const head = at + 8 <= to ? cursor.take(8) : undefined
    const dataEnd = head ? at + 8 + u32le(head, 4) : Number.POSITIVE_INFINITY
    if (!head || dataEnd > to) {
      edits.remove('application', at, to)
      return
    }
    const end = Math.min(dataEnd + (dataEnd & 1), to)
    yield { name: fourCC(head, 0), from: at, data: at + 8, dataEnd, to: end }
    at = end
  }
}

/** Strips the profile; removes an unreadable one. Returns whether one remains. */
function stripProfile({ source, edits, mode }: Stripping, { from, data, dataEnd, to }: Chunk): boolean {
  const length = dataEnd - data
  const read = source.read(data, Math.min(length, maxProfile))
  if (!isColourProfile(read, length)) {
    edits.remove('application', from, to)
    return false
  }
  if (isOverfull(read, length, mode)) throw overfull(from)
  const stripped = length <= maxProfile ? strippedProfile(read, mode) : undefined
  if (!stripped) return true
  edits.report({ kind: 'application', bytes: stripped.removedBytes })
  edits.replace(data, dataEnd, stripped.profile)
  return true
}

/** Removes a chunk that is not part of the picture, unless it is text that may stay. Returns whether it was removed. */
function* stripChunk(
  { source, edits, mode }: Stripping,
  { name, from, data, dataEnd, to }: Chunk,
): Reading<boolean> {
  if (mode === 'location' && name === 'XMP ' && !(yield* mentionsPlace(source, data, dataEnd))) return false
  edits.remove(kindOfChunk[name] ?? 'application', from, to)
  return true
}

function* stripFrame(stripping: Stripping, frame: Chunk): Reading<void> {
  const { source, edits } = stripping
  const before = edits.shrinkage
  const head = source.read(frame.data, frameHeadLength)
  const picture = createPictureChunks(stripping, (u24le(head, 6) + 1) * (u24le(head, 9) + 1))
  for (const chunk of chunksIn(stripping, frame.data + frameHeadLength, frame.dataEnd)) {
    if (!picture.takes(chunk)) yield* stripChunk(stripping, chunk)
    yield
  }
  picture.end()
  const lost = edits.shrinkage - before
  if (lost > 0) edits.replace(frame.from + 4, frame.data, u32leBytes(frame.dataEnd - frame.data - lost))
}

/** Strips the EXIF chunk; returns whether one remains. */
function stripExifChunk({ source, edits, mode, stripExif }: Stripping, chunk: Chunk): boolean {
  const length = chunk.dataEnd - chunk.data
  const before = source.read(chunk.data, Math.min(length, maxExif))
  const tiff = startsWith(before, 0, 'Exif\0\0') ? before.subarray(6) : before
  const { block, removed } = stripExif(tiff, length > maxExif ? 'strip' : mode)
  if (removed.length === 0) return true
  edits.report(...removed)
  if (!block) edits.replace(chunk.from, chunk.to, new Uint8Array(0))
  else edits.replace(chunk.from, chunk.to, webpChunk('EXIF', block))
  return block !== undefined
}

function webpChunk(name: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(8 + data.length + (data.length & 1))
  for (let index = 0; index < 4; index++) chunk[index] = name.charCodeAt(index)
  chunk.set(u32leBytes(data.length), 4)
  chunk.set(data, 8)
  return chunk
}

function u32leBytes(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24)
}
