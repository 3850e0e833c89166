import { tiffDirectories, tiffNumbers } from '../exif/directories.ts'
import type { ByteSpan } from '../facts.ts'

const tag = { version: 0xb000, count: 0xb001, entries: 0xb002 }
const type = { long: 4, undefined: 7 }
const entryLength = 16
const formatMask = 0x07000000
const primaryAttribute = 0x00030000

/**
 * Where a Multi-Picture index (CIPA DC-007, 5.2) says that the further JPEGs of the file are. Answers `undefined` if
 * it can't be read.
 * @param index what stands after its mark
 * @param at where that stands in the file
 */
export function readMultiPicture(index: Uint8Array, at: number): ByteSpan[] | undefined {
  const [directory] = tiffDirectories(index) ?? []
  const entries = directory?.rows.find((row) => row.tag === tag.entries)
  const numbers = tiffNumbers(index)
  if (!entries || !numbers || entries.valueLength % entryLength !== 0) return undefined
  const pictures: ByteSpan[] = []
  for (let entry = entryLength; entry < entries.valueLength; entry += entryLength) {
    const position = entries.valueAt + entry
    const [attribute, size, offset] = [0, 4, 8].map((field) => numbers.u32(position + field))
    if ((attribute! & formatMask) === 0) pictures.push({ from: at + offset!, to: at + offset! + size! })
  }
  return pictures
}

/** Of a file with one further picture. */
export interface TwoPictures {
  /** Bytes of the first. */
  primaryBytes: number
  /** Where the second begins, counted from the end of the index's mark. */
  offset: number
  /** Bytes of the second. */
  bytes: number
}

/** The index of such a file, without its mark. */
export function multiPictureIndex({ primaryBytes, offset, bytes }: TwoPictures): Uint8Array {
  const rowsAt = 10
  const rows = [
    [tag.version, type.undefined, 4, 0x30313030],
    [tag.count, type.long, 1, 2],
    [tag.entries, type.undefined, 2 * entryLength, rowsAt + 3 * 12 + 4],
  ]
  const index = new DataView(new ArrayBuffer(multiPictureLength))
  index.setUint32(0, 0x4d4d002a)
  index.setUint32(4, 8)
  index.setUint16(8, rows.length)
  for (const [number, [id, kind, count, value]] of rows.entries()) {
    const row = rowsAt + number * 12
    index.setUint16(row, id!)
    index.setUint16(row + 2, kind!)
    index.setUint32(row + 4, count!)
    index.setUint32(row + 8, value!)
  }
  const entries = [primaryAttribute, primaryBytes, 0, 0, 0, bytes, offset, 0]
  for (const [number, value] of entries.entries()) index.setUint32(50 + number * 4, value)
  return new Uint8Array(index.buffer)
}

/** Bytes of {@link multiPictureIndex}. */
export const multiPictureLength = 82
