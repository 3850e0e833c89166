import { byteLength } from '../byte-spans.ts'
import { exifOrientation } from '../exif/orientation.ts'
import type { GainMap } from '../facts.ts'
import { MediaFailure } from '../failure.ts'
import {
  createNoteTaker,
  declaresGainMap,
  isGainMapOf,
  type NoteTaker,
  type PictureNotes,
} from '../gain-map/picture-notes.ts'
import { startsWith, u16be } from '../numbers.ts'
import { createJpegScans } from './jpeg-scans.ts'
import {
  frameMarkers,
  isJpegTable,
  jfifLength,
  jpegMark,
  jpegMarker,
  jpegSegmentKind,
  scanHeaderLength,
} from './jpeg-segments.ts'
import { createJpegTables, type JpegTables } from './jpeg-tables.ts'
import {
  createFindings,
  foundSize,
  malformed,
  type ReadState,
  type Scan,
  type Step,
  type Steps,
  scan,
  skip,
  skipUpTo,
  take,
} from './steps.ts'
import { readWithin } from './within.ts'

const startOfImage = '\xff\xd8'
const offsetsEnd = 2 ** 32
const gainMapBitsPerPixel = new Set([8, 24])
/** A file has one or two further pictures, but an index could list thousands. */
const maxPlaces = 16

/**
 * Reads JPEG: a picture, and after it the announced gain map, if that is a complete picture with parameters.
 * Everything else after the picture, such as the film of a motion photo, is trailing.
 */
export function* readJpeg(file: ReadState): Steps {
  yield skip(startOfImage.length)
  const notes = createNoteTaker()
  if (!(yield* readWholePicture(file, notes))) return undefined
  const end = file.offset
  if (declaresGainMap(notes)) file.findings.gainMap = yield* findGainMap(file, notes)
  return file.findings.gainMap?.to ?? end
}

/** Returns whether the picture has an end. Invalid bytes after all of its scans may be a trailer. */
function* readWholePicture(file: ReadState, notes: NoteTaker): Generator<Step, boolean, Uint8Array> {
  try {
    yield* readJpegPicture(file, notes)
    return true
  } catch (error) {
    if (error instanceof MediaFailure && file.findings.lastScan !== undefined) return false
    throw error
  }
}

/**
 * Finds the first picture in the noted places that is the gain map. Decoders use the Multi-Picture index and the
 * container's directory alike; only its own metadata identifies a gain map.
 */
function* findGainMap(
  file: ReadState,
  notes: PictureNotes,
): Generator<Step, GainMap | undefined, Uint8Array> {
  for (const { from, to } of placesToLook(file.offset, notes)) {
    if (from < file.offset) continue
    yield skipUpTo(from - file.offset)
    if (file.offset !== from) return undefined
    const gainMap = yield* readGainMap(file, to, notes)
    if (gainMap) return gainMap
  }
  return undefined
}

/** Places in file order, because the file is read once. Of two with the same start, the longer comes first. */
function placesToLook(end: number, { index, xmp }: PictureNotes): { from: number; to: number }[] {
  const location = xmp?.location
  const from = end + (location?.offset ?? 0)
  const places = [...(index?.pictures ?? []), ...(location ? [{ from, to: from + location.length }] : [])]
  return places
    .filter(({ from, to }) => from >= end && to < offsetsEnd)
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .slice(0, maxPlaces)
}

function* readGainMap(
  file: ReadState,
  limit: number,
  notes: PictureNotes,
): Generator<Step, GainMap | undefined, Uint8Array> {
  const from = file.offset
  const findings = createFindings()
  const picture: ReadState = {
    findings,
    get offset() {
      return file.offset
    },
  }
  const ownNotes = createNoteTaker()
  const isWhole = yield* readWithin(file, limit, readNextPicture(picture, ownNotes))
  const { width, height, bitsPerPixel } = findings
  const fits = width <= file.findings.width && height <= file.findings.height
  if (
    !isWhole ||
    !fits ||
    findings.notShown ||
    !gainMapBitsPerPixel.has(bitsPerPixel) ||
    !isGainMapOf(notes, ownNotes, from)
  ) {
    return undefined
  }
  file.findings.scans.push(...findings.scans)
  return { from, to: file.offset, width, height }
}

function* readNextPicture(file: ReadState, notes: NoteTaker): Generator<Step, boolean, Uint8Array> {
  if (!startsWith(yield take(startOfImage.length), 0, startOfImage)) return false
  yield* readJpegPicture(file, notes)
  return true
}

/** A marker is 0xFF and its code. */
const markerBytes = 2
const losslessMarkers = new Set([0xc3, 0xcb])
/** Frames of hierarchical JPEG, which no viewer displays, and a reserved code. */
const hierarchicalMarkers = new Set([0xc5, 0xc6, 0xc7, 0xc8, 0xcd, 0xce, 0xcf])
const maxScanComponents = 4
/** A baseline picture has one scan, a progressive one about ten. A hostile one could have millions. */
const maxScansNoted = 32

/**
 * Reads a JPEG picture (ITU T.81, annex B) from behind its start marker through its segments and scans to its end.
 * @param notes collects notes on gain maps before the scans
 */
function* readJpegPicture(file: ReadState, notes: NoteTaker): Generator<Step, void, Uint8Array> {
  const begun = createJpegScans()
  const tables = createJpegTables<number>((length, used) => {
    if (byteLength(used) !== length) file.findings.plain = false
  })
  let scans = 0
  let scanFrom: number | undefined
  file.findings.plain = true
  for (;;) {
    const segmentsEnd = file.offset
    const code = yield* nextMarker()
    const isGap = scanFrom === undefined && file.offset > segmentsEnd + markerBytes
    if (isGap) file.findings.plain = false
    const { lastScan } = file.findings
    if (lastScan) lastScan.to ??= file.offset - markerBytes
    if (scanFrom !== undefined && file.findings.scans.length < maxScansNoted) {
      file.findings.scans.push({ from: scanFrom, to: file.offset - markerBytes })
    }
    scanFrom = undefined
    if (code === jpegMarker.endOfImage) break
    if (code === jpegMarker.temporary) {
      file.findings.plain = false
      continue
    }
    checkMarker(file, code)
    const length = u16be(yield take(2), 0) - 2
    if (length < 0) throw malformed(file, 'A segment is shorter than its own length')
    if (lastScan) file.findings.plain = false
    if (frameMarkers.has(code)) {
      const specification = yield* readFrame(file, code, length)
      begun.frame(code, specification)
      tables.frame(code, specification)
    } else if (code === jpegMarker.startOfScan) {
      const header = yield* readScanHeader(file, length)
      begun.scan(header)
      tables.scan(header)
    } else yield* readSegment(file, { code, length, tables, notes: scans === 0 ? notes : undefined })
    if (code === jpegMarker.startOfScan) {
      if (file.findings.width === 0) throw malformed(file, 'Picture data comes before its size')
      scans++
      scanFrom = file.offset
      if (begun.areAllThere) file.findings.lastScan ??= { from: scanFrom, to: undefined }
    }
  }
  if (scans === 0) throw malformed(file, 'There is no picture data')
  tables.end()
}

function* nextMarker(): Generator<Step, number, Uint8Array> {
  const search = createMarkerScan()
  yield scan(search.scan)
  return search.marker
}

function checkMarker(file: ReadState, code: number): void {
  if (code === jpegMarker.startOfImage) throw malformed(file, 'A second image begins inside the first')
  if (code < 0xc0 || hierarchicalMarkers.has(code)) {
    throw malformed(file, `A segment of kind ${code.toString(16)} is not part of a picture`)
  }
}

function isRestart(code: number): boolean {
  return code >= jpegMarker.firstRestart && code <= jpegMarker.lastRestart
}

function* readScanHeader(file: ReadState, length: number): Generator<Step, Uint8Array, Uint8Array> {
  const header = (yield take(Math.min(length, scanHeaderLength(maxScanComponents)))).slice()
  const components = header[0] ?? 0
  const headerLength = scanHeaderLength(components)
  if (components < 1 || components > maxScanComponents || length < headerLength) {
    throw malformed(file, 'The scan header is wrong')
  }
  if (length > headerLength) file.findings.plain = false
  yield skip(length - header.length)
  return header
}

/** Returns the specification of the components. */
function* readFrame(file: ReadState, code: number, length: number): Generator<Step, Uint8Array, Uint8Array> {
  if (file.findings.width !== 0) throw malformed(file, 'The size of the picture is given twice')
  const frame = yield take(Math.min(length, 6))
  const components = frame[5] ?? 0
  if (components === 0 || length !== 6 + 3 * components) throw malformed(file, 'The frame header is wrong')
  file.findings.frames = 1
  const isDeep = frame[0]! > 8
  file.findings.bitsPerPixel = components * (isDeep ? 16 : 8)
  if (losslessMarkers.has(code)) file.findings.notShown = 'lossless-jpeg'
  else if (isDeep) file.findings.notShown = 'deep-jpeg'
  foundSize(file, u16be(frame, 3), u16be(frame, 1))
  return yield take(length - 6)
}

interface SegmentToRead {
  code: number
  /** Bytes of the segment's data. */
  length: number
  tables: JpegTables<number>
  notes: NoteTaker | undefined
}

/** Reads a segment, or skips it if its content is irrelevant. */
function* readSegment(
  file: ReadState,
  { code, length, tables, notes }: SegmentToRead,
): Generator<Step, void, Uint8Array> {
  const { findings } = file
  if (!findings.plain && (code < jpegMarker.app0 || notes === undefined)) {
    yield skip(length)
    return
  }
  const at = file.offset
  const data = yield take(length)
  const kind = jpegSegmentKind(code, data)
  const isTable = isJpegTable(kind)
  if (!isTable || (kind === 'jfif' && length > jfifLength)) findings.plain = false
  if (isTable) tables.define(length, { code, kind, data })
  // Viewers only read EXIF before the first scan.
  else if (kind === 'exif' && notes !== undefined) {
    findings.orientation ??= exifOrientation(data.subarray(jpegMark.exif.length))
  } else notes?.note(kind, data, at)
}

/**
 * Finds the next marker that is neither stuffing nor a restart. It skips the entropy-coded data of a scan, and stray
 * bytes between two segments, which some files have and every viewer accepts.
 */
export function createMarkerScan(): { readonly scan: Scan; readonly marker: number } {
  let marker = 0
  let afterFF = false

  function scan(chunk: Uint8Array, from: number): number {
    let at = from
    for (;;) {
      if (!afterFF) {
        const found = chunk.indexOf(0xff, at)
        if (found === -1) return -1
        at = found + 1
      }
      while (chunk[at] === 0xff) at++
      afterFF = at >= chunk.length
      if (afterFF) return -1
      const code = chunk[at++]!
      if (code === 0 || isRestart(code)) continue
      marker = code
      return at
    }
  }

  return {
    scan,
    get marker() {
      return marker
    },
  }
}
