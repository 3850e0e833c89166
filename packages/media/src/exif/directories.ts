import { byteLength, intersect, merged } from '../byte-spans.ts'
import type { ByteSpan } from '../facts.ts'
import { startsWith, u16be, u16le, u32be, u32le } from '../numbers.ts'

/** One row of a directory, as positions in its block. */
export interface TiffRow {
  tag: number
  /** The type of its values; see {@link tiffType}. */
  type: number
  /** Start of the row's 12 bytes. */
  at: number
  /** Position of the value: within the row, or elsewhere if it is longer than 4 bytes. */
  valueAt: number
  valueLength: number
}

/** A directory of an EXIF block (TIFF 6.0, section 2). */
export interface TiffDirectory {
  at: number
  end: number
  isGps: boolean
  rows: TiffRow[]
}

/** Types of values (TIFF 6.0, section 2; EXIF 3.0, 4.6.2). */
export const tiffType = { byte: 1, ascii: 2, short: 3, undefined: 7, utf8: 129 } as const

/**
 * Tags that point to other directories, turn the picture, or matter for privacy (EXIF 2.32, 4.6; TIFF 6.0; GeoTIFF
 * 1.1, annex G).
 */
export const tiffTag = {
  orientation: 0x0112,
  subDirectories: 0x014a,
  thumbnailOffset: 0x0201,
  thumbnailLength: 0x0202,
  stripOffsets: 0x0111,
  stripLengths: 0x0117,
  xmp: 0x02bc,
  iptc: 0x83bb,
  photoshop: 0x8649,
  geoPixelScale: 0x830e,
  geoTiepoint: 0x8482,
  geoTransformation: 0x85d8,
  geoKeys: 0x87af,
  geoNumbers: 0x87b0,
  geoText: 0x87b1,
  exif: 0x8769,
  gps: 0x8825,
  makerNote: 0x927c,
  interoperability: 0xa005,
} as const

/** Bytes of one value of each type, from type 1 (byte) to 13 (directory), and of UTF-8. */
const typeLengths: Record<number, number> = {
  ...[0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4],
  [tiffType.utf8]: 1,
}
/** Byte order, the number 42, and the offset of the first directory. */
export const tiffHeader: ByteSpan = { from: 0, to: 8 }
const maxDirectories = 64
const pointers = new Set<number>([
  tiffTag.subDirectories,
  tiffTag.exif,
  tiffTag.gps,
  tiffTag.interoperability,
])

/** Reads numbers in the block's byte order; `undefined` if it is not a TIFF block. */
export function tiffNumbers(
  block: Uint8Array,
): { u16(at: number): number; u32(at: number): number } | undefined {
  if (block.length < tiffHeader.to) return undefined
  if (startsWith(block, 0, 'II*\0')) return { u16: (at) => u16le(block, at), u32: (at) => u32le(block, at) }
  if (startsWith(block, 0, 'MM\0*')) return { u16: (at) => u16be(block, at), u32: (at) => u32be(block, at) }
  return undefined
}

/**
 * Lists every reachable directory of an EXIF block once. Returns `undefined` if the block is not TIFF, if a directory
 * or value leaves the block, or if a directory overlaps another or a value: its content is then unclear. Values may
 * share bytes, as long as all of them would fit into the block: all work is linear.
 */
export function tiffDirectories(block: Uint8Array): TiffDirectory[] | undefined {
  const numbers = tiffNumbers(block)
  if (!numbers) return undefined
  const { u16, u32 } = numbers
  const found = new Map<number, TiffDirectory>()
  const waiting = [{ at: u32(4), isGps: false }]
  let claimed = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { at, isGps } = next
    const known = found.get(at)
    if (known) {
      known.isGps ||= isGps
      continue
    }
    if (at + 2 > block.length || found.size === maxDirectories) return undefined
    const end = at + 2 + u16(at) * 12
    claimed += end - at
    if (end > block.length || claimed > block.length) return undefined
    const directory: TiffDirectory = { at, end, isGps, rows: [] }
    found.set(at, directory)
    for (let row = at + 2; row < end; row += 12) {
      const tag = u16(row)
      const type = u16(row + 2)
      const valueLength = (typeLengths[type] ?? 0) * u32(row + 4)
      const valueAt = valueLength > 4 ? u32(row + 8) : row + 8
      if (valueLength > 4) claimed += valueLength
      if (valueAt + valueLength > block.length || claimed > block.length) return undefined
      directory.rows.push({ tag, type, at: row, valueAt, valueLength })
      if (!pointers.has(tag)) continue
      if (valueLength > 4 * maxDirectories) return undefined
      for (let value = valueAt; value + 4 <= valueAt + valueLength; value += 4) {
        waiting.push({ at: u32(value), isGps: isGps || tag === tiffTag.gps })
      }
    }
    const nextDirectory = end + 4 <= block.length ? u32(end) : 0
    if (nextDirectory !== 0 && !isGps) waiting.push({ at: nextDirectory, isGps: false })
  }
  const directories = [...found.values()]
  return overlap(directories) ? undefined : directories
}

/** Whether the header and the directories overlap, or hold an outer value. */
function overlap(directories: TiffDirectory[]): boolean {
  const own = [tiffHeader, ...directories.map(directorySpan)]
  if (byteLength(merged(own)) < byteLength(own)) return true
  return intersect(own, directories.flatMap(({ rows }) => rows).flatMap(outerValue)).length > 0
}

/** The bytes of a directory, with the offset of the next. A GPS directory has no successor. */
export function directorySpan({ at, end, isGps }: TiffDirectory): ByteSpan {
  return { from: at, to: isGps ? end : end + 4 }
}

/** The bytes of a row's value, if they are elsewhere. */
export function outerValue({ valueAt, valueLength }: TiffRow): ByteSpan[] {
  return valueLength > 4 ? [{ from: valueAt, to: valueAt + valueLength }] : []
}
