import { maxProfile, withoutMonitor } from '../colour-profile.ts'
import { webpFlag } from '../inspect/webp.ts'
import { fourCC, startsWith, u32le } from '../numbers.ts'
import { maxExif } from './exif.ts'
import { mentionsPlace } from './location-tags.ts'
import type { RemovedKind } from './plan.ts'
import type { Reading } from './reading.ts'
import { createSourceCursor } from './source.ts'
import type { Stripping } from './strip.ts'

const pictureChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ALPH', 'ICCP'])
const frameHeadLength = 16
const kindOfChunk: Record<string, RemovedKind> = { 'XMP ': 'xmp', EXIF: 'exif' }

interface Chunk {
  name: string
  from: number
  data: number
  dataEnd: number
  to: number
}

/** Removes EXIF, XMP and unknown chunks of a WebP, then corrects the sizes and flags that depend on them. */
export function* stripWebp(stripping: Stripping): Reading<void> {
  const { source, edits, end } = stripping
  let flags: { at: number; before: number } | undefined
  let kept = 0
  for (const chunk of chunksIn(stripping, 12, end)) {
    if (chunk.name === 'VP8X') flags = { at: chunk.data, before: source.read(chunk.data, 1)[0]! }
    else if (chunk.name === 'ANMF') yield* stripFrame(stripping, chunk)
    else if (chunk.name === 'ICCP') stripProfile(stripping, chunk)
    else if (chunk.name === 'EXIF' && flags) kept |= stripExifChunk(stripping, chunk) ? webpFlag.exif : 0
    else if (!(yield* stripChunk(stripping, chunk)) && chunk.name === 'XMP ') kept |= webpFlag.xmp
    yield
  }
  if (edits.shrinkage === 0) return
  edits.replace(4, 8, u32leBytes(end - 8 - edits.shrinkage))
  if (!flags) return
  const after = (flags.before & ~(webpFlag.exif | webpFlag.xmp)) | kept
  if (after !== flags.before) edits.replace(flags.at, flags.at + 1, Uint8Array.of(after))
}

/** The chunks from `from` to `to`. Bytes that are not a chunk are removed. */
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

function stripProfile({ source, edits, mode }: Stripping, { data, dataEnd }: Chunk): void {
  if (mode !== 'strip' || dataEnd - data > maxProfile) return
  const without = withoutMonitor(source.read(data, dataEnd - data))
  if (!without) return
  edits.report({ kind: 'application', bytes: without.removedBytes })
  edits.replace(data, dataEnd, without.profile)
}

/** Removes a chunk that is not part of the picture, unless it is text that may stay; returns whether it did. */
function* stripChunk(
  { source, edits, mode }: Stripping,
  { name, from, data, dataEnd, to }: Chunk,
): Reading<boolean> {
  if (pictureChunks.has(name)) return false
  if (mode === 'location' && name === 'XMP ' && !(yield* mentionsPlace(source, data, dataEnd))) return false
  edits.remove(kindOfChunk[name] ?? 'application', from, to)
  return true
}

function* stripFrame(stripping: Stripping, frame: Chunk): Reading<void> {
  const { edits } = stripping
  const before = edits.shrinkage
  for (const chunk of chunksIn(stripping, frame.data + frameHeadLength, frame.dataEnd)) {
    yield* stripChunk(stripping, chunk)
    yield
  }
  const lost = edits.shrinkage - before
  if (lost > 0) edits.replace(frame.from + 4, frame.data, u32leBytes(frame.dataEnd - frame.data - lost))
}

/** Strips the EXIF chunk; returns whether one is left. */
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
