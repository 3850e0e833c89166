import { byteLength, intersect } from '../byte-spans.ts'
import {
  outerValue,
  type TiffDirectory,
  type TiffRow,
  tiffDirectories,
  tiffNumbers,
  tiffTag,
  tiffType,
} from '../exif/directories.ts'
import { exifOrientation } from '../exif/orientation.ts'
import type { Orientation } from '../facts.ts'
import { startsWith } from '../numbers.ts'
import { remainsOf } from './exif-remains.ts'
import { namesPlace } from './location-tags.ts'
import type { RemovedItem, StripMode } from './plan.ts'

/** The result of stripping an EXIF block. */
interface StrippedExif {
  /** The replacement; `undefined` if none is needed, the same object if nothing changes. */
  block: Uint8Array | undefined
  removed: RemovedItem[]
}

/** Longer blocks are not examined. */
export const maxExif = 1_048_576

/** Strips a file's EXIF blocks, called in file order. */
export type ExifStripper = (block: Uint8Array, mode: Exclude<StripMode, 'keep'>) => StrippedExif

/**
 * Creates a stripper of EXIF blocks. The first block with an orientation decides. It keeps even the upright
 * orientation as long as a later block may have another. After it, stripped blocks keep none.
 * @param orientation of the file
 */
export function createExifStripper(orientation: Orientation): ExifStripper {
  let isTold = false
  return (block, mode) => {
    const matters = orientation !== 1 || (mode === 'location' && exifOrientation(block) !== undefined)
    const stripped = stripExif(block, mode, matters && !isTold ? orientation : undefined)
    isTold ||= stripped.block !== undefined && exifOrientation(stripped.block) !== undefined
    return stripped
  }
}

/** Strips a block that viewers ignore. It keeps no orientation. */
export function stripIgnoredExif(block: Uint8Array, mode: Exclude<StripMode, 'keep'>): StrippedExif {
  return stripExif(block, mode, undefined)
}

/** Rows with a place, or with unreadable data that may contain one. */
const placeTags = new Set<number>([
  tiffTag.gps,
  tiffTag.makerNote,
  tiffTag.xmp,
  tiffTag.iptc,
  tiffTag.photoshop,
  tiffTag.geoPixelScale,
  tiffTag.geoTiepoint,
  tiffTag.geoTransformation,
  tiffTag.geoKeys,
  tiffTag.geoNumbers,
  tiffTag.geoText,
])
const textTypes = new Set<number>([tiffType.byte, tiffType.ascii, tiffType.undefined, tiffType.utf8])

/** Whether a row is one of those, or a text of more than 4 bytes that names a place. */
function hasPlace(block: Uint8Array, { tag, type, valueAt, valueLength }: TiffRow): boolean {
  if (placeTags.has(tag)) return true
  return textTypes.has(type) && valueLength > 4 && namesPlace(block.subarray(valueAt, valueAt + valueLength))
}

/** A directory whose rows are parted into those that go with the place, and those that stay. */
interface PartedDirectory extends TiffDirectory {
  going: TiffRow[]
  staying: TiffRow[]
}

function partedByPlace(block: Uint8Array, directory: TiffDirectory): PartedDirectory {
  const { isGps, rows } = directory
  const going = new Set(isGps ? rows : rows.filter((row) => hasPlace(block, row)))
  return { ...directory, going: [...going], staying: rows.filter((row) => !going.has(row)) }
}

/**
 * Strips an EXIF block (a TIFF header and its directories) according to `mode`.
 *
 * `strip` leaves at most the orientation. `location` removes the GPS directory, text that names a place, maker notes
 * and embedded packets, which may repeat it, and unreferenced bytes; everything else stays in place. A block that
 * can't be read to its end is stripped, because its content is unclear.
 *
 * @param kept orientation to leave in a stripped block, if any
 */
export function stripExif(
  block: Uint8Array,
  mode: Exclude<StripMode, 'keep'>,
  kept: Orientation | undefined,
): StrippedExif {
  const directories = tiffDirectories(block)
  const parted = mode === 'location' && directories?.map((directory) => partedByPlace(block, directory))
  if (parted && !sharesPlace(parted)) {
    const stripped = withoutPlace(block, parted)
    if (exifOrientation(stripped.block ?? block) === exifOrientation(block)) return stripped
  }
  return stripped(block, directories ?? [], kept)
}

function stripped(
  block: Uint8Array,
  directories: TiffDirectory[],
  orientation: Orientation | undefined,
): StrippedExif {
  const kept = orientation && orientationOnly(orientation)
  if (kept && startsWith(block, 0, String.fromCharCode(...kept)) && block.length === kept.length) {
    return { block, removed: [] }
  }
  const location = sum(directories.filter(({ isGps }) => isGps).map(weight))
  const preview = thumbnailLength(block, directories)
  const rest = block.length - (kept?.length ?? 0) - location - preview
  const removed: RemovedItem[] = [
    { kind: 'exif', bytes: Math.max(rest, 0) },
    { kind: 'location', bytes: location },
    { kind: 'preview', bytes: preview },
  ]
  return { block: kept, removed: removed.filter(({ kind, bytes }) => kind === 'exif' || bytes > 0) }
}

/** The shortest EXIF block with an orientation: one directory with one row. */
function orientationOnly(orientation: Orientation): Uint8Array {
  const header = [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]
  const row = [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
  return Uint8Array.of(...header, 1, 0, ...row, 0, 0, 0, 0)
}

/** Whether a value that stays has bytes of one that goes. */
function sharesPlace(directories: PartedDirectory[]): boolean {
  const going = directories.flatMap((directory) => directory.going)
  const staying = directories.flatMap((directory) => directory.staying)
  return intersect(going.flatMap(outerValue), staying.flatMap(outerValue)).length > 0
}

function withoutPlace(block: Uint8Array, directories: PartedDirectory[]): StrippedExif {
  const copy = block.slice()
  const lost = { location: 0, exif: 0, preview: 0 }
  for (const directory of directories) {
    const { going } = directory
    for (const { valueAt, valueLength } of going) copy.fill(0, valueAt, valueAt + valueLength)
    if (directory.isGps) {
      copy.fill(0, directory.at, directory.end)
      lost.location += weight(directory)
    } else if (going.length > 0) {
      compact(block, copy, directory)
      lost.location += 12 * going.filter(({ tag }) => tag === tiffTag.gps).length
      lost.exif += sum(going.filter(({ tag }) => tag !== tiffTag.gps).map(rowWeight))
    }
  }
  for (const { kind, from, to } of remainsOf(block, directories)) {
    if (copy.subarray(from, to).every((byte) => byte === 0)) continue
    copy.fill(0, from, to)
    lost[kind] += to - from
  }
  const removed = (['location', 'exif', 'preview'] as const).map((kind) => ({ kind, bytes: lost[kind] }))
  const changes = removed.filter(({ bytes }) => bytes > 0)
  return { block: changes.length > 0 ? copy : block, removed: changes }
}

/** Moves a directory's remaining rows together, followed by the offset of the next directory and zeros. */
function compact(block: Uint8Array, copy: Uint8Array, { at, end, staying }: PartedDirectory): void {
  const little = copy[0] === 0x49
  copy[at + (little ? 0 : 1)] = staying.length & 255
  copy[at + (little ? 1 : 0)] = staying.length >> 8
  let to = at + 2
  for (const row of staying) {
    copy.set(block.subarray(row.at, row.at + 12), to)
    to += 12
  }
  const next = block.subarray(end, end + 4)
  copy.set(next, to)
  copy.fill(0, to + next.length, end + next.length)
}

function rowWeight(row: TiffRow): number {
  return 12 + byteLength(outerValue(row))
}

function weight({ rows }: TiffDirectory): number {
  return 2 + sum(rows.map(rowWeight))
}

function thumbnailLength(block: Uint8Array, directories: TiffDirectory[]): number {
  const numbers = tiffNumbers(block)
  const lengths = directories.flatMap(({ rows }) => rows.filter(({ tag }) => tag === tiffTag.thumbnailLength))
  return Math.min(sum(lengths.map(({ at }) => numbers?.u32(at + 8) ?? 0)), block.length)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
