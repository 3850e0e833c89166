import type { ByteSpan, GainMap, ImageFacts } from '../facts.ts'
import { createInspector } from '../inspect/inspector.ts'
import type { MediaType } from '../media-type.ts'
import { scrubAvif } from './avif.ts'
import { createExifScrubber, type ExifScrubber } from './exif.ts'
import { scrubGif } from './gif.ts'
import { scrubJpeg } from './jpeg.ts'
import { createEdits, type Edits, type RemovedItem, type ScrubMode, type ScrubPlan } from './plan.ts'
import { scrubPng } from './png.ts'
import { type Reading, readThrough } from './reading.ts'
import { type Cursor, createCursor, endsEarly, type MediaSource, sourceOf } from './source.ts'
import { scrubSvg } from './svg.ts'
import { scrubWebp } from './webp.ts'

/**
 * Takes the metadata out of a whole file, as it is asked for of the one that it is embedded in.
 * @throws {MediaFailure}
 */
export type ScrubFile = (bytes: Uint8Array) => Reading<ScrubbedFile>

interface ScrubbedFile {
  bytes: Uint8Array
  removed: RemovedItem[]
}

/** A file being scrubbed. It has been inspected: its parts are where its format says. */
export interface Scrubbing {
  source: MediaSource
  edits: Edits
  mode: Exclude<ScrubMode, 'keep'>
  scrubExif: ExifScrubber
  /** Where the image ends in the file. */
  end: number
  scans: readonly ByteSpan[]
  gainMap: GainMap | undefined
  /** For files that are embedded in it. */
  scrubFile: ScrubFile
}

const scrubbers: Record<MediaType, (scrubbing: Scrubbing) => Reading<void>> = {
  'image/jpeg': scrubJpeg,
  'image/png': scrubPng,
  'image/gif': scrubGif,
  'image/webp': scrubWebp,
  'image/avif': scrubAvif,
  'image/svg+xml': scrubSvg,
}

/**
 * Plans how to remove metadata from an image without touching its pixels.
 *
 * Keeps the orientation, the colour profile and whatever else the picture needs to look and move the same.
 * A JPEG keeps its gain map. The planned file is a complete image with nothing after its end, and planning it again
 * changes nothing.
 * Memory is bounded by the metadata and not by the picture. Reads the source once at most, and once more to
 * inspect it unless `facts` already says what it is. Of an image that `facts` calls plain nothing is read.
 *
 * `strip` leaves only that. `location` removes GPS and the fields of place of EXIF, XMP and IPTC, whatever
 * cannot be read and may hold one (maker notes, data of programs, compressed text), and bytes after the end.
 * `keep` plans a copy.
 *
 * @throws {MediaFailure} as an inspection does, and TRUNCATED if the image is not complete
 */
export function planScrub(source: MediaSource, mode: ScrubMode, facts = inspectSource(source)): ScrubPlan {
  return readThrough(scrubPlanning(source, mode, facts))
}

/** The same in steps, of a file that was inspected. @throws {MediaFailure} */
export function* scrubPlanning(source: MediaSource, mode: ScrubMode, facts: ImageFacts): Reading<ScrubPlan> {
  const edits = createEdits()
  if (mode === 'keep') return edits.plan(source.size)
  if (!facts.complete) throw endsEarly(source)
  const end = source.size - facts.trailingBytes
  const scrubExif = createExifScrubber(facts.orientation)
  const { scans, gainMap, type } = facts
  const scrubFile: ScrubFile = (bytes) => scrubbing(bytes, mode)
  if (!facts.plain) yield* scrubbers[type]({ source, edits, mode, scrubExif, end, scans, gainMap, scrubFile })
  edits.remove('trailing', end, source.size)
  return edits.plan(source.size)
}

/**
 * `bytes` without their metadata; the same bytes if there was none.
 * @throws {MediaFailure} as `planScrub` does
 */
export function scrub(bytes: Uint8Array, mode: ScrubMode): ScrubbedFile {
  return readThrough(scrubbing(bytes, mode))
}

function* scrubbing(bytes: Uint8Array, mode: ScrubMode): Reading<ScrubbedFile> {
  const inspector = createInspector()
  for (let at = 0; at < bytes.length; at += inspectedTogetherBytes) {
    inspector.push(bytes.subarray(at, at + inspectedTogetherBytes))
    yield
  }
  const source = sourceOf(bytes)
  const plan = yield* scrubPlanning(source, mode, inspector.end())
  const scrubbed = new Uint8Array(plan.bytes)
  let at = 0
  for (const chunk of scrubbedChunks(source, plan)) {
    scrubbed.set(chunk, at)
    at += chunk.length
  }
  return { bytes: scrubbed, removed: plan.removed }
}

const inspectedTogetherBytes = 65_536
const chunkBytes = 262_144
/** A file may be cut into a hundred thousand pieces: what is shorter than this is not read and written by itself. */
const smallPieceBytes = 4_096

/** The planned file in order, in chunks of at most 256 kB or as long as one replacement. */
export function* scrubbedChunks(source: MediaSource, plan: ScrubPlan): Generator<Uint8Array> {
  const cursor = createCursor(source)
  let gathered = new Uint8Array(chunkBytes)
  let gatheredBytes = 0

  function* flush(): Generator<Uint8Array> {
    if (gatheredBytes > 0) yield gathered.subarray(0, gatheredBytes)
    gathered = new Uint8Array(chunkBytes)
    gatheredBytes = 0
  }

  for (const piece of plan.pieces) {
    const length = 'bytes' in piece ? piece.bytes.length : piece.to - piece.from
    const isSmall = length < smallPieceBytes
    if (!isSmall || gatheredBytes + length > chunkBytes) yield* flush()
    if (isSmall) {
      gathered.set('bytes' in piece ? piece.bytes : takeAt(cursor, piece.from, length), gatheredBytes)
      gatheredBytes += length
    } else if ('bytes' in piece) yield piece.bytes
    else {
      for (let at = piece.from; at < piece.to; at += chunkBytes) {
        yield source.read(at, Math.min(chunkBytes, piece.to - at))
      }
    }
  }
  yield* flush()
}

function takeAt(cursor: Cursor, offset: number, length: number): Uint8Array {
  cursor.offset = offset
  return cursor.take(length)
}

function inspectSource(source: MediaSource): ImageFacts {
  const inspector = createInspector()
  for (let at = 0; at < source.size; at += chunkBytes) {
    inspector.push(source.read(at, Math.min(chunkBytes, source.size - at)))
  }
  return inspector.end()
}
