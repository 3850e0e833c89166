import { byteLength, subtract } from '../byte-spans.ts'
import { isColourProfile, isOverfull, maxProfile, overfull, strippedProfile } from '../colour-profile.ts'
import type { ByteSpan } from '../facts.ts'
import { createNoteTaker, notedKinds, type PictureNotes } from '../gain-map/picture-notes.ts'
import { createMarkerScan } from '../inspect/jpeg.ts'
import {
  frameMarkers,
  isJpegTable,
  type JpegSegmentKind,
  jfifLength,
  jpegMark,
  jpegMarker,
  jpegProfileHead,
  jpegSegmentKind,
  scanHeaderLength,
} from '../inspect/jpeg-segments.ts'
import { createJpegTables } from '../inspect/jpeg-tables.ts'
import { u16be } from '../numbers.ts'
import { stripIgnoredExif } from './exif.ts'
import { holdsExif, mentionsPlace } from './location-tags.ts'
import type { Edits, RemovedKind } from './plan.ts'
import type { Reading } from './reading.ts'
import { createSourceCursor, type MediaSource } from './source.ts'
import type { Stripping } from './stripping.ts'

const startOfImageLength = 2
/** Bytes of a frame header before its components. */
const frameHead = 6
const packetKinds: ReadonlySet<JpegSegmentKind> = new Set(['xmp', 'iptc'] as const)

/** A segment, as positions in the file. */
export interface Segment {
  kind: JpegSegmentKind
  /** Start of its marker. */
  from: number
  data: number
  to: number
}

/** The results for a picture after its own metadata. */
export interface StrippedPicture {
  /** End of the picture in the file. */
  end: number
  /** Segments whose fate depends on the rest of the file. */
  waiting: Segment[]
  /** Notes on gain maps; empty without one. */
  notes: PictureNotes
}

/**
 * Removes metadata segments anywhere in one JPEG picture, bytes between segments, and what its decoder ignores:
 * unused tables, scans after the last needed one, and bytes after the fields of a segment. Keeps the basis of its
 * colours: JFIF, Adobe's transform and the colour profile.
 * @param start of the picture in the file
 */
export function* stripJpegPicture(stripping: Stripping, start: number): Reading<StrippedPicture> {
  const { source, edits, mode, gainMap } = stripping
  const scanEnds = new Map(stripping.scans.map(({ from, to }) => [from, to]))
  const cursor = createSourceCursor(source)
  cursor.offset = start + startOfImageLength
  const waiting: Segment[] = []
  const profile: Segment[] = []
  const notes = createNoteTaker()
  const tables = createJpegTables<Segment>((segment, used) => keepUsed(stripping, segment, used))
  let hasScans = false
  let inScan = false
  for (;;) {
    const gap = cursor.offset
    if (inScan) cursor.offset = scanEnds.get(gap) ?? gap
    const search = createMarkerScan()
    yield* cursor.find(search.scan)
    const code = search.marker
    const from = cursor.offset - 2
    if (!inScan) edits.remove('application', gap, from)
    inScan = false
    if (code === jpegMarker.endOfImage) {
      tables.end()
      stripProfile(stripping, profile)
      return { end: cursor.offset, waiting, notes }
    }
    if (code === jpegMarker.temporary) {
      edits.remove('application', from, cursor.offset)
      continue
    }
    const bytes = cursor.take(u16be(cursor.take(2), 0) - 2)
    const kind = jpegSegmentKind(code, bytes)
    const data = from + jpegSegmentHead
    const to = cursor.offset
    const segment = { kind, from, data, to }
    yield
    const isNoted = gainMap !== undefined && notedKinds.has(kind)
    if (isNoted && !hasScans) notes.note(kind, bytes, data)
    if (frameMarkers.has(code)) tables.frame(code, bytes.subarray(frameHead))
    else if (code === jpegMarker.startOfScan) {
      // After a removed scan header, its data are bytes between segments.
      inScan = !tables.isComplete
      if (!inScan) edits.remove('application', from, to)
      else {
        tables.scan(bytes)
        cutSegment(edits, segment, scanHeaderLength(bytes[0]!))
      }
      hasScans = true
    } else if (isJpegTable(kind)) tables.define(segment, { code, kind, data: bytes })
    else if (kind === 'exif') stripExifSegment(stripping, segment, bytes, hasScans)
    else if (kind === 'profile') {
      if (hasScans) edits.remove('application', from, to)
      else profile.push(segment)
    } else if (isNoted || (mode === 'location' && packetKinds.has(kind))) waiting.push(segment)
    else if (mode === 'strip') stripSegment(stripping, segment)
    else yield* locationSegment(stripping, segment)
  }
}

/** Removes the parts of a segment that no decoder reads. @param used parts of its data that a decoder reads */
function keepUsed(stripping: Stripping, segment: Segment, used: ByteSpan[]): void {
  const { edits } = stripping
  const { kind, from, to } = segment
  if (used.length === 0) edits.remove('application', from, to)
  else if (kind === 'jfif') cutThumbnail(stripping, segment)
  else keepSpans(edits, segment, used)
}

/** Removes the thumbnail of JFIF; in the mode `location`, only bytes after it. */
function cutThumbnail({ source, edits, mode }: Stripping, segment: Segment): void {
  const { from, data, to } = segment
  if (to - data === jfifLength) return
  const jfif = source.read(data, jfifLength)
  if (mode === 'location') {
    cutSegment(edits, segment, jfifLength + 3 * jfif[jfifLength - 2]! * jfif[jfifLength - 1]!)
    return
  }
  edits.replace(from, to, jpegSegment(jpegMarker.app0, '', withoutThumbnail(jfif)))
  edits.report({ kind: 'preview', bytes: to - data - jfifLength })
}

function stripSegment({ edits }: Stripping, { kind, from, to }: Segment): void {
  if (kind === 'index') edits.remove('preview', from, to)
  else if (kind === 'gainmap') edits.remove('application', from, to)
  else edits.remove(kind as RemovedKind, from, to)
}

/**
 * Removes possible places: the index of further pictures, which go too, with its metadata, comments that name a
 * place, previews with EXIF of their own, and program data in private forms.
 */
function* locationSegment(stripping: Stripping, segment: Segment): Reading<void> {
  const { source, edits } = stripping
  const { kind, from, data, to } = segment
  const isPlaced = kind === 'preview' && holdsExif(source.read(data, to - data))
  if (kind === 'index' || kind === 'gainmap' || isPlaced) stripSegment(stripping, segment)
  else if (kind === 'application' || (kind === 'comment' && (yield* mentionsPlace(source, data, to)))) {
    edits.remove(kind, from, to)
  }
}

/** Strips a profile, whose parts keep their lengths. Removes segments that are no parts of a profile. */
function stripProfile({ source, edits, mode }: Stripping, segments: Segment[]): void {
  const parts = profileParts(source, segments)
  const length = byteLength(parts.map(({ data, to }) => ({ from: data + jpegProfileHead, to })))
  const profile = new Uint8Array(Math.min(length, maxProfile))
  let end = 0
  for (const { data, to } of parts) {
    const part = source.read(data + jpegProfileHead, to - data - jpegProfileHead)
    profile.set(part.subarray(0, profile.length - end), end)
    end = Math.min(end + part.length, profile.length)
  }
  const isProfile = isColourProfile(profile, length)
  const kept = new Set(isProfile ? parts : [])
  for (const segment of segments) {
    if (!kept.has(segment)) edits.remove('application', segment.from, segment.to)
  }
  if (isProfile && isOverfull(profile, length, mode)) throw overfull(parts[0]!.from)
  const without = isProfile && length <= maxProfile ? strippedProfile(profile, mode) : undefined
  if (!without) return
  edits.report({ kind: 'application', bytes: without.removedBytes })
  let from = 0
  for (const { data, to } of parts) {
    const at = data + jpegProfileHead
    edits.replace(at, to, without.profile.slice(from, from + to - at))
    from += to - at
  }
}

/** The parts of a profile in order (ICC.1:2022, B.4); empty if one is missing. */
function profileParts(source: MediaSource, segments: Segment[]): Segment[] {
  const parts: Segment[] = []
  let count: number | undefined
  for (const segment of segments) {
    if (segment.to - segment.data < jpegProfileHead) continue
    const [number = 0, of = 0] = source.read(segment.data + jpegProfileHead - 2, 2)
    count ??= of
    if (of === count && number >= 1 && number <= count) parts[number - 1] ??= segment
  }
  const found = parts.filter((part) => part !== undefined)
  return found.length === count ? found : []
}

/** @param isIgnored whether viewers ignore it, so that it does not turn the picture */
function stripExifSegment(
  { edits, mode, stripExif }: Stripping,
  { from, to }: Segment,
  data: Uint8Array,
  isIgnored: boolean,
): void {
  const before = data.subarray(jpegMark.exif.length)
  const { block, removed } = isIgnored ? stripIgnoredExif(before, mode) : stripExif(before, mode)
  if (removed.length === 0) return
  edits.report(...removed)
  const after = block && jpegSegment(jpegMarker.app1, jpegMark.exif, block)
  edits.replace(from, to, after ?? new Uint8Array(0))
}

/** Removes the thumbnail, whose width and height end JFIF's data. */
function withoutThumbnail(jfif: Uint8Array): Uint8Array {
  return Uint8Array.of(...jfif.subarray(0, jfifLength - 2), 0, 0)
}

/** Keeps the first bytes of a segment's data. */
export function cutSegment(edits: Edits, segment: Pick<Segment, 'from' | 'data' | 'to'>, kept: number): void {
  if (segment.to - segment.data > kept) keepSpans(edits, segment, [{ from: 0, to: kept }])
}

/** Keeps only `spans` of a segment's data. */
function keepSpans(
  edits: Edits,
  { from, data, to }: Pick<Segment, 'from' | 'data' | 'to'>,
  spans: ByteSpan[],
): void {
  const length = byteLength(spans)
  if (length === to - data) return
  edits.replace(from + 2, data, lengthField(length))
  for (const gone of subtract([{ from: 0, to: to - data }], spans)) {
    edits.remove('application', data + gone.from, data + gone.to)
  }
}

/** The field before data of this length. It counts its own two bytes. */
function lengthField(length: number): Uint8Array {
  return Uint8Array.of((length + 2) >> 8, (length + 2) & 255)
}

/** Builds a JPEG segment: its marker, its length and its data, which begins with `name`. */
export function jpegSegment(code: number, name: string, data: Uint8Array): Uint8Array {
  const length = 2 + name.length + data.length
  const segment = new Uint8Array(2 + length)
  segment.set([0xff, code, length >> 8, length & 255])
  for (let index = 0; index < name.length; index++) segment[4 + index] = name.charCodeAt(index)
  segment.set(data, 4 + name.length)
  return segment
}

/** Bytes of a segment's marker and length. */
export const jpegSegmentHead = 4
