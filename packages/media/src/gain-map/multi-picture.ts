import { tiffDirectories, tiffNumbers } from '../exif/directories.ts'
import type { ByteSpan } from '../facts.ts'

const tag = { version: 0xb000, count: 0xb001, entries: 0xb002 }
const type = { long: 4, undefined: 7 }
const entryLength = 16
/** Length of the head and three rows of an index that this package writes. */
const entriesAt = 50
const formatMask = 0x07000000
const primaryAttribute = 0x00030000

/**
 * Reads where a Multi-Picture index (CIPA DC-007, 5.2) locates further JPEGs in the file; `undefined` if it is
 * unreadable.
 * @param index the bytes after its mark
 * @param at position of these bytes in the file
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

type ByteOrder = 'MM' | 'II'

/** The numbers in the index of a file with two pictures. */
export interface TwoPictures {
  /** Bytes of the first picture. */
  primaryBytes: number
  /** Start of the second picture, counted from the end of the index's mark. */
  offset: number
  /** Bytes of the second picture. */
  bytes: number
}

/** Builds such an index without its mark, in either byte order. */
export function multiPictureIndex(
  { primaryBytes, offset, bytes }: TwoPictures,
  order: ByteOrder = 'MM',
): Uint8Array {
  const isLittle = order === 'II'
  const rowsAt = 10
  const rows = [
    [tag.version, type.undefined, 4, isLittle ? 0x30303130 : 0x30313030],
    [tag.count, type.long, 1, 2],
    [tag.entries, type.undefined, 2 * entryLength, entriesAt],
  ]
  const index = new DataView(new ArrayBuffer(multiPictureLength))
  index.setUint16(0, isLittle ? 0x4949 : 0x4d4d)
  index.setUint16(2, 42, isLittle)
  index.setUint32(4, 8, isLittle)
  index.setUint16(8, rows.length, isLittle)
  for (const [number, [id, kind, count, value]] of rows.entries()) {
    const row = rowsAt + number * 12
    index.setUint16(row, id!, isLittle)
    index.setUint16(row + 2, kind!, isLittle)
    index.setUint32(row + 4, count!, isLittle)
    index.setUint32(row + 8, value!, isLittle)
  }
  const entries = [primaryAttribute, primaryBytes, 0, 0, 0, bytes, offset, 0]
  for (const [number, value] of entries.entries()) index.setUint32(entriesAt + number * 4, value, isLittle)
  return new Uint8Array(index.buffer)
}

/**
 * Whether an index, without its mark, has the form for two pictures, whose only contents are the numbers of its two
 * entries.
 */
export function isMultiPictureIndex(index: Uint8Array): boolean {
  const orders: ByteOrder[] = ['MM', 'II']
  return (
    index.length === multiPictureLength &&
    orders.some((order) => {
      const usual = multiPictureIndex({ primaryBytes: 0, offset: 0, bytes: 0 }, order)
      return usual.subarray(0, entriesAt).every((byte, at) => byte === index[at])
    })
  )
}

/** Bytes of {@link multiPictureIndex}. */
export const multiPictureLength = entriesAt + 2 * entryLength
