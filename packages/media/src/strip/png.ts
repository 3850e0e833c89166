import { crc32 } from '../crc32.ts'
import { createPngPicture, isDescribing, isIntact } from '../inspect/png-picture.ts'
import { fourCC, latin1, u32be } from '../numbers.ts'
import { maxExif, stripIgnoredExif } from './exif.ts'
import { mentionsPlace } from './location-tags.ts'
import type { RemovedKind } from './plan.ts'
import { strippedPngProfile } from './png-profile.ts'
import type { Reading } from './reading.ts'
import { createSourceCursor, partOf, type SourceCursor } from './source.ts'
import type { Stripping } from './stripping.ts'

const textChunks = new Set(['tEXt', 'zTXt', 'iTXt'])
const maxKeyword = 79
const timeLength = 7

/**
 * Removes text, times, EXIF, unknown chunks, and known ones whose position, number or length decoders ignore. Chunks
 * contain no positions of other chunks.
 */
export function* stripPng(stripping: Stripping): Reading<void> {
  const { source, edits, end } = stripping
  const cursor = createSourceCursor(source)
  cursor.offset = headerDataAt
  const header = cursor.take(13)
  const picture = createPngPicture({ depth: header[8]!, colourType: header[9]! })
  cursor.offset = 8
  let hasPixels = false
  while (cursor.offset < end) {
    const from = cursor.offset
    const head = cursor.take(8)
    const length = u32be(head, 0)
    const chunk = { name: fourCC(head, 4), from, data: from + 8, to: from + 12 + length }
    const { name, to } = chunk
    hasPixels ||= name === 'IDAT'
    if (name === 'eXIf') stripExifChunk(stripping, chunk, hasPixels)
    else if (picture.reads(name, length) && (!isDescribing(name) || hasRightChecksum(cursor, chunk))) {
      cursor.offset = from + 8
      picture.note(name, length, name === 'acTL' ? cursor.take(length) : undefined)
      if (name === 'iCCP') yield* stripProfileChunk(stripping, chunk)
      else if (name === 'PLTE' && length > picture.maxPalette)
        cutPalette(stripping, chunk, picture.maxPalette)
    } else if (yield* goes(stripping, chunk)) edits.remove(kindOf(stripping, chunk), from, to)
    cursor.offset = to
    yield
  }
}

const headerDataAt = 16

interface Chunk {
  name: string
  from: number
  data: number
  to: number
}

/** Whether a short chunk's checksum is right. */
function hasRightChecksum(cursor: SourceCursor, { name, data, to }: Chunk): boolean {
  cursor.offset = data
  return isIntact(name, cursor.take(to - data))
}

/** Removes colours that no pixel can refer to. */
function cutPalette({ source, edits }: Stripping, { from, data, to }: Chunk, kept: number): void {
  edits.replace(from, to, pngChunk('PLTE', source.read(data, kept)))
  edits.report({ kind: 'application', bytes: to - 4 - data - kept })
}

/** Strips the profile chunk. Removes an unreadable profile, which no viewer uses. */
function* stripProfileChunk({ source, edits, mode }: Stripping, { from, data, to }: Chunk): Reading<void> {
  const stripped = yield* strippedPngProfile(partOf(source, data, to - 4), mode, from)
  if (stripped === 'unusable') edits.remove('application', from, to)
  else if (stripped) {
    edits.report({ kind: 'application', bytes: stripped.removedBytes })
    edits.replace(from, to, pngChunk('iCCP', stripped.data))
  }
}

/** @param isIgnored whether the chunk follows the pixels, where viewers ignore it */
function stripExifChunk(
  { source, edits, mode, stripExif }: Stripping,
  { from, data, to }: Chunk,
  isIgnored: boolean,
): void {
  const length = to - 4 - data
  const before = source.read(data, Math.min(length, maxExif))
  const strip = isIgnored ? stripIgnoredExif : stripExif
  const { block, removed } = strip(before, length > maxExif ? 'strip' : mode)
  if (removed.length === 0) return
  edits.report(...removed)
  edits.replace(from, to, block ? pngChunk('eXIf', block) : new Uint8Array(0))
}

/** Builds a chunk with its length and checksum. */
function pngChunk(name: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  for (let index = 0; index < 4; index++) chunk[4 + index] = name.charCodeAt(index)
  chunk.set(data, 8)
  view.setUint32(8 + data.length, crc32(chunk, 4, 8 + data.length))
  return chunk
}

/**
 * Whether to remove a chunk. The mode `location` also removes unreadable chunks: text that is compressed or has an
 * invalid keyword, and chunks of programs.
 */
function* goes({ source, mode }: Stripping, { name, data, to }: Chunk): Reading<boolean> {
  if (mode === 'strip') return true
  if (!textChunks.has(name)) return name !== 'tIME' || to - 4 - data !== timeLength
  const keyword = keywordOf(source.read(data, Math.min(to - 4 - data, maxKeyword + 2)))
  const isCompressed = name === 'zTXt' || (name === 'iTXt' && source.read(data + keyword.length, 2)[1] !== 0)
  const isUnclear = keyword.length > maxKeyword || /raw profile/i.test(keyword)
  return isCompressed || isUnclear || (yield* mentionsPlace(source, data, to - 4))
}

function kindOf({ source }: Stripping, { name, data, to }: Chunk): RemovedKind {
  if (name === 'tIME') return 'time'
  if (!textChunks.has(name)) return 'application'
  const keyword = keywordOf(source.read(data, Math.min(to - 4 - data, maxKeyword + 1)))
  if (keyword === 'XML:com.adobe.xmp' || keyword === 'Raw profile type xmp') return 'xmp'
  if (keyword === 'Raw profile type exif' || keyword === 'Raw profile type APP1') return 'exif'
  if (keyword === 'Raw profile type iptc') return 'iptc'
  return keyword === 'Comment' ? 'comment' : 'text'
}

function keywordOf(data: Uint8Array): string {
  const end = data.indexOf(0)
  return latin1(data, 0, end === -1 ? data.length : end)
}
