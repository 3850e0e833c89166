import { createMarkerScan } from '../inspect/jpeg.ts'
import {
  adobeLength,
  isJpegPicture,
  type JpegSegmentKind,
  jfifLength,
  jpegMark,
  jpegMarker,
  jpegSegmentKind,
  longestJpegMark,
} from '../inspect/jpeg-segments.ts'
import { u16be } from '../numbers.ts'
import { photoshopPlace } from './photoshop.ts'
import { mentionsPlace } from './place.ts'
import type { Reading } from './reading.ts'
import type { Scrubbing } from './scrub.ts'
import { createCursor } from './source.ts'

interface Segment {
  kind: JpegSegmentKind
  /** Where its marker begins. */
  from: number
  data: number
  to: number
}

/**
 * Removes metadata segments of a JPEG, wherever they stand, and bytes that stand between segments. Keeps what
 * says how to read the picture's colours: JFIF, Adobe's transform and the colour profile.
 */
export function* scrubJpeg(scrubbing: Scrubbing): Reading<void> {
  const { source, edits, mode } = scrubbing
  const scanEnds = new Map(scrubbing.scans.map(({ from, to }) => [from, to]))
  const cursor = createCursor(source)
  cursor.offset = 2
  const packets: Segment[] = []
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
    if (code === jpegMarker.endOfImage) break
    if (code === jpegMarker.temporary) continue
    const data = from + 4
    const to = from + 2 + u16be(cursor.take(2), 0)
    const segment = {
      kind: jpegSegmentKind(code, cursor.take(Math.min(longestJpegMark, to - data))),
      from,
      data,
      to,
    }
    cursor.offset = to
    yield
    if (segment.kind === 'exif') scrubExifSegment(scrubbing, segment)
    else if (mode === 'strip') stripSegment(scrubbing, segment)
    else if (segment.kind === 'xmp' || segment.kind === 'iptc') packets.push(segment)
    else yield* locationSegment(scrubbing, segment)
  }
  for (const kind of ['xmp', 'iptc'] as const) {
    const parts = packets.filter((packet) => packet.kind === kind)
    if (parts.length > 0 && (yield* packetsHavePlace(scrubbing, kind, parts))) {
      for (const { from, to } of parts) edits.remove(kind, from, to)
    }
  }
}

function stripSegment({ source, edits }: Scrubbing, { kind, from, data, to }: Segment): void {
  switch (kind) {
    case 'picture':
      return
    case 'jfif':
      if (isJpegPicture(kind, to - data)) return
      edits.replace(from, to, segmentOf(jpegMarker.app0, '', withoutThumbnail(source.read(data, jfifLength))))
      edits.report({ kind: 'preview', bytes: to - data - jfifLength })
      return
    case 'adobe':
      if (isJpegPicture(kind, to - data)) return
      edits.remove('application', data + adobeLength, to)
      edits.replace(from + 2, data, Uint8Array.of(0, adobeLength + 2))
      return
    case 'index':
      edits.remove('preview', from, to)
      return
    default:
      edits.remove(kind, from, to)
  }
}

/**
 * What goes with the places: the index of further pictures, which go too, comments that name a place, and data of
 * programs, which may hold one in a form of their own.
 */
function* locationSegment({ source, edits }: Scrubbing, { kind, from, data, to }: Segment): Reading<void> {
  if (kind === 'index') edits.remove('preview', from, to)
  else if (kind === 'application' || (kind === 'comment' && (yield* mentionsPlace(source, data, to)))) {
    edits.remove(kind, from, to)
  }
}

function scrubExifSegment({ source, edits, mode, scrubExif }: Scrubbing, { from, data, to }: Segment): void {
  const before = source.read(data + jpegMark.exif.length, to - data - jpegMark.exif.length)
  const { block, removed } = scrubExif(before, mode)
  if (removed.length === 0) return
  edits.report(...removed)
  const after = block && segmentOf(jpegMarker.app1, jpegMark.exif, block)
  edits.replace(from, to, after ?? new Uint8Array(0))
}

/** JFIF data ends with the width and height of its thumbnail. */
function withoutThumbnail(jfif: Uint8Array): Uint8Array {
  return Uint8Array.of(...jfif.subarray(0, jfifLength - 2), 0, 0)
}

function segmentOf(code: number, name: string, data: Uint8Array): Uint8Array {
  const length = 2 + name.length + data.length
  const segment = new Uint8Array(2 + length)
  segment.set([0xff, code, length >> 8, length & 255])
  for (let index = 0; index < name.length; index++) segment[4 + index] = name.charCodeAt(index)
  segment.set(data, 4 + name.length)
  return segment
}

/** A packet in several segments may be cut within a name, so it goes whole without being read. */
function* packetsHavePlace({ source }: Scrubbing, kind: 'xmp' | 'iptc', parts: Segment[]): Reading<boolean> {
  if (kind === 'xmp') {
    if (parts.length > 2) return true
    for (const { data, to } of parts) if (yield* mentionsPlace(source, data, to)) return true
    return false
  }
  if (parts.length > 1) return true
  return parts.some(({ data, to }) => {
    const resources = data + jpegMark.photoshop.length
    return photoshopPlace(source.read(resources, to - resources))
  })
}
