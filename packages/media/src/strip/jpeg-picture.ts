import { byteLength } from '../byte-spans.ts'
import { maxProfile, withoutMonitor } from '../colour-profile.ts'
import { createNoteTaker, notedKinds, type PictureNotes } from '../gain-map/picture-notes.ts'
import { createMarkerScan } from '../inspect/jpeg.ts'
import {
  adobeLength,
  isJpegPicture,
  type JpegSegmentKind,
  jfifLength,
  jpegMark,
  jpegMarker,
  jpegProfileHead,
  jpegSegmentKind,
  maxJpegMark,
} from '../inspect/jpeg-segments.ts'
import { u16be } from '../numbers.ts'
import { stripIgnoredExif } from './exif.ts'
import { mentionsPlace } from './location-tags.ts'
import type { Edits } from './plan.ts'
import type { Reading } from './reading.ts'
import { createSourceCursor } from './source.ts'
import type { Stripping } from './strip.ts'

const startOfImageLength = 2
const packetKinds: ReadonlySet<JpegSegmentKind> = new Set(['xmp', 'iptc'] as const)

/** A segment, as positions in the file. */
export interface Segment {
  kind: JpegSegmentKind
  /** Where its marker begins. */
  from: number
  data: number
  to: number
}

/** The results for a picture after its own metadata was looked at. */
export interface StrippedPicture {
  /** Where it ends in the file. */
  end: number
  /** Segments that are left to be decided about when all of the file is known. */
  waiting: Segment[]
  /** Its notes on gain maps; a file without one has none. */
  notes: PictureNotes
}

/**
 * Removes metadata segments of one JPEG picture anywhere in it, and bytes between segments. Keeps what is needed to
 * read its colours: JFIF, Adobe's transform and the colour profile.
 * @param start where the picture begins in the file
 */
export function* stripJpegPicture(stripping: Stripping, start: number): Reading<StrippedPicture> {
  const { source, edits, mode, gainMap } = stripping
  const scanEnds = new Map(stripping.scans.map(({ from, to }) => [from, to]))
  const cursor = createSourceCursor(source)
  cursor.offset = start + startOfImageLength
  const waiting: Segment[] = []
  const profile: Segment[] = []
  const notes = createNoteTaker()
  let behindScan: Segment[] = []
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
    inScan = code === jpegMarker.startOfScan
    hasScans ||= inScan
    if (inScan) behindScan = []
    if (code === jpegMarker.endOfImage) {
      // Tables of no further scan, which can hold anything.
      for (const unused of behindScan) edits.remove('application', unused.from, unused.to)
      if (mode === 'strip') stripProfile(stripping, profile)
      return { end: cursor.offset, waiting, notes }
    }
    if (code === jpegMarker.temporary) continue
    const data = from + jpegSegmentHead
    const to = from + 2 + u16be(cursor.take(2), 0)
    const kind = jpegSegmentKind(code, cursor.take(Math.min(maxJpegMark, to - data)))
    const segment = { kind, from, data, to }
    cursor.offset = to
    yield
    const isNoted = gainMap !== undefined && notedKinds.has(kind)
    if (isNoted && !hasScans) notes.note(kind, source.read(data, to - data), data)
    if (kind === 'picture' && hasScans && !inScan) behindScan.push(segment)
    if (kind === 'exif') stripExifSegment(stripping, segment, hasScans)
    else if (kind === 'profile') profile.push(segment)
    else if (isNoted || (mode === 'location' && packetKinds.has(kind))) waiting.push(segment)
    else if (mode === 'strip') stripSegment(stripping, segment)
    else yield* locationSegment(stripping, segment)
  }
}

function stripSegment({ source, edits }: Stripping, { kind, from, data, to }: Segment): void {
  switch (kind) {
    case 'picture':
    case 'profile':
      return
    case 'jfif':
      if (isJpegPicture(kind, to - data)) return
      edits.replace(
        from,
        to,
        jpegSegment(jpegMarker.app0, '', withoutThumbnail(source.read(data, jfifLength))),
      )
      edits.report({ kind: 'preview', bytes: to - data - jfifLength })
      return
    case 'adobe':
      cutSegment(edits, { from, data, to }, adobeLength)
      return
    case 'index':
      edits.remove('preview', from, to)
      return
    case 'gainmap':
      edits.remove('application', from, to)
      return
    default:
      edits.remove(kind, from, to)
  }
}

/**
 * Removes what may hold places: the index of further pictures, which go too, with its metadata, comments that name a
 * place, and data of programs in private forms.
 */
function* locationSegment(stripping: Stripping, segment: Segment): Reading<void> {
  const { source, edits } = stripping
  const { kind, from, data, to } = segment
  if (kind === 'index' || kind === 'gainmap') stripSegment(stripping, segment)
  else if (kind === 'application' || (kind === 'comment' && (yield* mentionsPlace(source, data, to)))) {
    edits.remove(kind, from, to)
  }
}

/** Its parts stay as long as they are. */
function stripProfile({ source, edits }: Stripping, segments: Segment[]): void {
  const read = segments.map(({ data, to }) => ({ at: data + jpegProfileHead, to }))
  const parts = read.filter(({ at, to }) => at < to).map((part) => ({ ...part, number: numberOf(part.at) }))
  parts.sort((a, b) => a.number - b.number)
  const length = byteLength(parts.map(({ at, to }) => ({ from: at, to })))
  if (length > maxProfile) return
  const profile = new Uint8Array(length)
  let end = 0
  for (const { at, to } of parts) {
    profile.set(source.read(at, to - at), end)
    end += to - at
  }
  const without = withoutMonitor(profile)
  if (!without) return
  edits.report({ kind: 'application', bytes: without.removedBytes })
  let from = 0
  for (const { at, to } of parts) {
    edits.replace(at, to, without.profile.slice(from, from + to - at))
    from += to - at
  }

  function numberOf(at: number): number {
    return source.read(at - 2, 1)[0]!
  }
}

/** @param isIgnored whether viewers don't look there, so that it does not turn the picture */
function stripExifSegment(
  { source, edits, mode, stripExif }: Stripping,
  { from, data, to }: Segment,
  isIgnored: boolean,
): void {
  const before = source.read(data + jpegMark.exif.length, to - data - jpegMark.exif.length)
  const { block, removed } = isIgnored ? stripIgnoredExif(before, mode) : stripExif(before, mode)
  if (removed.length === 0) return
  edits.report(...removed)
  const after = block && jpegSegment(jpegMarker.app1, jpegMark.exif, block)
  edits.replace(from, to, after ?? new Uint8Array(0))
}

/** JFIF data ends with the width and height of its thumbnail. */
function withoutThumbnail(jfif: Uint8Array): Uint8Array {
  return Uint8Array.of(...jfif.subarray(0, jfifLength - 2), 0, 0)
}

/** Keeps the first bytes of a segment's data. */
export function cutSegment(
  edits: Edits,
  { from, data, to }: Pick<Segment, 'from' | 'data' | 'to'>,
  kept: number,
): void {
  if (to - data <= kept) return
  edits.remove('application', data + kept, to)
  edits.replace(from + 2, data, Uint8Array.of((kept + 2) >> 8, (kept + 2) & 255))
}

/** A segment of a JPEG: its marker, its length and its data, which begins with `name`. */
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
