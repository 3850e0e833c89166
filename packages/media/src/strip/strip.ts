import type { ImageFacts } from '../facts.ts'
import { MediaFailure } from '../failure.ts'
import { createInspector } from '../inspect/inspector.ts'
import type { MediaType } from '../media-type.ts'
import { stripAvif } from './avif.ts'
import { createExifStripper } from './exif.ts'
import { stripGif } from './gif.ts'
import { keepGainMap } from './jpeg-gain-map.ts'
import { stripPackets } from './jpeg-packets.ts'
import { stripJpegPicture } from './jpeg-picture.ts'
import { createEdits, type StripMode, type StripPiece, type StripPlan } from './plan.ts'
import { stripPng } from './png.ts'
import { type Reading, readThrough } from './reading.ts'
import {
  createSourceCursor,
  endsEarly,
  jpegEndMarker,
  type MediaSource,
  type SourceCursor,
  sourceOf,
  withEndMarker,
} from './source.ts'
import type { StripFile, StrippedFile, Stripping } from './stripping.ts'
import { stripSvg } from './svg.ts'
import { stripWebp } from './webp.ts'

const strippers: Record<MediaType, (stripping: Stripping) => Reading<void>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/gif': stripGif,
  'image/webp': stripWebp,
  'image/avif': stripAvif,
  'image/svg+xml': stripSvg,
}

/**
 * Plans the removal of an image's metadata without changing its pixels.
 *
 * Keeps the orientation, the colour profile and everything that affects display and animation. A JPEG keeps its gain
 * map. The planned file is a complete image without trailing bytes, and a second plan for it changes nothing. Memory
 * depends on the metadata, not on the picture. The source is read at most once, and once more for inspection unless
 * `facts` is given. If `facts` calls the image plain, the source is not read.
 *
 * `strip` removes everything else. `location` removes GPS and the place fields of EXIF, XMP and IPTC, unreadable data
 * that may hold a place (maker notes, data of programs, compressed text), and bytes after the end. `keep` plans a
 * copy.
 *
 * @throws {MediaFailure} as an inspection does, and TRUNCATED if the image is not complete
 * @example const { pieces, removed } = planStrip(sourceOf(bytes), 'location')
 */
export function planStrip(source: MediaSource, mode: StripMode, facts = inspectSource(source)): StripPlan {
  return readThrough(stripPlanning(source, mode, facts))
}

/** Plans in steps, for a file that was inspected. @throws {MediaFailure} */
export function* stripPlanning(source: MediaSource, mode: StripMode, facts: ImageFacts): Reading<StripPlan> {
  if (facts.lacksEndMarker) return yield* planningWithEndMarker(source, mode, facts)
  const edits = createEdits()
  if (mode === 'keep') return yield* edits.plan(source.size)
  if (!facts.complete) throw endsEarly(source)
  const end = source.size - facts.trailingBytes
  const { scans, gainMap, type } = facts
  const stripFile: StripFile = (bytes) => stripping(bytes, mode)
  if (!facts.plain) {
    const stripExif = createExifStripper(facts.orientation)
    yield* strippers[type]({ source, edits, mode, stripExif, end, scans, gainMap, stripFile })
  }
  edits.remove('trailing', end, source.size)
  return yield* edits.plan(source.size)
}

/** Plans in every mode as if the file ended with its end marker. */
function* planningWithEndMarker(source: MediaSource, mode: StripMode, facts: ImageFacts): Reading<StripPlan> {
  const { trailingBytes } = facts
  const end = source.size - trailingBytes
  const ended = withEndMarker(source, end)
  const plan = yield* stripPlanning(ended, mode, {
    ...facts,
    bytes: ended.size,
    trailingBytes: 0,
    lacksEndMarker: false,
  })
  const pieces = plan.pieces.flatMap((piece): StripPiece[] => {
    if ('bytes' in piece || piece.to <= end) return [piece]
    return [{ from: piece.from, to: end }, { bytes: jpegEndMarker }]
  })
  const trailing = { kind: 'trailing', bytes: trailingBytes } as const
  const removed = trailingBytes > 0 ? [...plan.removed, trailing] : plan.removed
  return { pieces, removed, bytes: plan.bytes }
}

/**
 * Removes the metadata of `bytes`; returns the same bytes if there is none.
 * @throws {MediaFailure} as `planStrip` does
 * @example const { bytes: stripped, removed } = strip(bytes, 'strip')
 */
export function strip(bytes: Uint8Array, mode: StripMode): StrippedFile {
  return readThrough(stripping(bytes, mode))
}

function* stripping(bytes: Uint8Array, mode: StripMode): Reading<StrippedFile> {
  const inspector = createInspector()
  for (let at = 0; at < bytes.length; at += inspectedTogetherBytes) {
    inspector.push(bytes.subarray(at, at + inspectedTogetherBytes))
    yield
  }
  const source = sourceOf(bytes)
  const facts = inspector.end()
  const plan = yield* stripPlanning(source, mode, facts)
  if (plan.removed.length === 0) return { bytes, removed: [] }
  const stripped = new Uint8Array(plan.bytes)
  let at = 0
  for (const chunk of strippedChunks(source, plan, facts)) {
    stripped.set(chunk, at)
    at += chunk.length
  }
  return { bytes: stripped, removed: plan.removed }
}

const inspectedTogetherBytes = 65_536
const chunkBytes = 262_144
/** Shorter pieces are read and written together, because a file may consist of a hundred thousand pieces. */
const smallPieceBytes = 4_096
const gatheredTogetherBytes = 16_384

/** A chunk, and its position in the source if it is unchanged. */
interface StrippedChunk {
  bytes: Uint8Array
  at?: number
}

/**
 * Yields the planned file in order, in chunks of at most 256 kB, or as long as one replacement. Inspects it on the
 * way, except for the scans, which were inspected before.
 * @param facts of the source
 * @throws {MediaFailure} as an inspection does; MALFORMED at the end if it displays another picture
 */
export function* strippedChunks(
  source: MediaSource,
  plan: StripPlan,
  facts: ImageFacts,
): Generator<Uint8Array> {
  const inspector = createInspector()
  // New bytes lie after every scan.
  for (const { bytes, at = Number.POSITIVE_INFINITY } of chunksOf(source, plan)) {
    let seen = 0
    for (const { from, to } of facts.scans) {
      const start = Math.max(from - at, seen)
      const end = Math.min(to - at, bytes.length)
      if (end <= start) continue
      inspector.push(bytes.subarray(seen, start))
      inspector.passScan(end - start)
      seen = end
    }
    inspector.push(bytes.subarray(seen))
    yield bytes
  }
  requireSamePicture(inspector.end(), facts)
}

function requireSamePicture(written: ImageFacts, received: ImageFacts): void {
  const traits = ['type', 'width', 'height', 'frames', 'orientation', 'complete'] as const
  const changed: string[] = traits.filter((trait) => written[trait] !== received[trait])
  const [gainMap, formerGainMap] = [written.gainMap, received.gainMap]
  if (gainMap?.width !== formerGainMap?.width || gainMap?.height !== formerGainMap?.height) {
    changed.push('gain map')
  }
  if (written.trailingBytes > 0) changed.push('end')
  if (changed.length > 0) {
    throw new MediaFailure('MALFORMED', `Without it the image has another ${changed.join(', ')}`, 0)
  }
}

function* chunksOf(source: MediaSource, plan: StripPlan): Generator<StrippedChunk> {
  const cursor = createSourceCursor(source)
  let gathered: Uint8Array | undefined
  let gatheredBytes = 0

  function* flush(): Generator<StrippedChunk> {
    if (gathered !== undefined) yield { bytes: gathered.subarray(0, gatheredBytes) }
    gathered = undefined
    gatheredBytes = 0
  }

  for (const piece of plan.pieces) {
    const length = 'bytes' in piece ? piece.bytes.length : piece.to - piece.from
    const isSmall = length < smallPieceBytes
    if (!isSmall || gatheredBytes + length > gatheredTogetherBytes) yield* flush()
    if (isSmall) {
      gathered ??= new Uint8Array(gatheredTogetherBytes)
      gathered.set('bytes' in piece ? piece.bytes : takeAt(cursor, piece.from, length), gatheredBytes)
      gatheredBytes += length
    } else if ('bytes' in piece) yield { bytes: piece.bytes }
    else {
      for (let at = piece.from; at < piece.to; at += chunkBytes) {
        yield { bytes: source.read(at, Math.min(chunkBytes, piece.to - at)), at }
      }
    }
  }
  yield* flush()
}

function takeAt(cursor: SourceCursor, offset: number, length: number): Uint8Array {
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

/**
 * Removes the metadata of a JPEG, of its gain map if present, and everything between them. Of the data that locates
 * and applies the gain map, it keeps or writes only what decoders need.
 */
function* stripJpeg(stripping: Stripping): Reading<void> {
  const { gainMap } = stripping
  const picture = yield* stripJpegPicture(stripping, 0)
  if (!gainMap) yield* stripPackets(stripping, picture, 'xmp')
  yield* stripPackets(stripping, picture, 'iptc')
  if (gainMap) yield* keepGainMap(stripping, picture, gainMap)
}
