import { maxProfile } from '../colour-profile.ts'
import { crc32 } from '../crc32.ts'
import { pngPictureChunks } from '../inspect/png.ts'
import { fourCC, latin1, u32be } from '../numbers.ts'
import { maxExif, stripIgnoredExif } from './exif.ts'
import { mentionsPlace } from './location-tags.ts'
import type { RemovedKind } from './plan.ts'
import { strippedPngProfile } from './png-profile.ts'
import type { Reading } from './reading.ts'
import { createSourceCursor } from './source.ts'
import type { Stripping } from './strip.ts'

const textChunks = new Set(['tEXt', 'zTXt', 'iTXt'])
const maxKeyword = 79

/** Removes text, times, EXIF and unknown chunks of a PNG. Chunks hold no positions of each other. */
export function* stripPng(stripping: Stripping): Reading<void> {
  const { source, edits, end } = stripping
  const cursor = createSourceCursor(source)
  cursor.offset = 8
  let hasPixels = false
  let hasProfile = false
  while (cursor.offset < end) {
    const from = cursor.offset
    const head = cursor.take(8)
    const chunk = { name: fourCC(head, 4), from, data: from + 8, to: from + 12 + u32be(head, 0) }
    hasPixels ||= chunk.name === 'IDAT'
    if (chunk.name === 'eXIf') stripExifChunk(stripping, chunk, hasPixels)
    else if (chunk.name === 'iCCP') {
      if (hasProfile) edits.remove('application', from, chunk.to)
      else stripProfileChunk(stripping, chunk)
      hasProfile = true
    } else if (!pngPictureChunks.has(chunk.name) && (yield* goes(stripping, chunk))) {
      edits.remove(kindOf(stripping, chunk), from, chunk.to)
    }
    cursor.offset = chunk.to
    yield
  }
}

interface Chunk {
  name: string
  from: number
  data: number
  to: number
}

function stripProfileChunk({ source, edits, mode }: Stripping, { from, data, to }: Chunk): void {
  const length = to - 4 - data
  const stripped = length > maxProfile ? undefined : strippedPngProfile(source.read(data, length), mode)
  if (!stripped) return
  edits.report({ kind: 'application', bytes: stripped.removedBytes })
  edits.replace(from, to, pngChunk('iCCP', stripped.data))
}

/** @param isIgnored whether it is behind the pixels, where viewers don't look */
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

/** A chunk with its length and checksum around it. */
function pngChunk(name: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  for (let index = 0; index < 4; index++) chunk[4 + index] = name.charCodeAt(index)
  chunk.set(data, 8)
  view.setUint32(8 + data.length, crc32(chunk, 4, 8 + data.length))
  return chunk
}

/** Whether a chunk goes. If places go, unreadable chunks go too: compressed text, and chunks of programs. */
function* goes({ source, mode }: Stripping, { name, data, to }: Chunk): Reading<boolean> {
  if (mode === 'strip') return true
  if (!textChunks.has(name)) return name !== 'tIME'
  const keyword = keywordOf(source.read(data, Math.min(to - 4 - data, maxKeyword + 2)))
  const isCompressed = name === 'zTXt' || (name === 'iTXt' && source.read(data + keyword.length, 2)[1] === 1)
  const isProfile = keyword.startsWith('Raw profile type')
  return isCompressed || isProfile || (yield* mentionsPlace(source, data, to - 4))
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
