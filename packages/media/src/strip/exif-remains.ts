import { subtract } from '../byte-spans.ts'
import {
  directorySpan,
  outerValue,
  type TiffDirectory,
  type TiffRow,
  tiffHeader,
  tiffNumbers,
  tiffTag,
  tiffType,
} from '../exif/directories.ts'
import type { ByteSpan } from '../facts.ts'
import { holdsExif } from './location-tags.ts'

/** Tags that point to a directory's pictures, and the tags of their lengths. */
const pictureTags = [
  [tiffTag.thumbnailOffset, tiffTag.thumbnailLength],
  [tiffTag.stripOffsets, tiffTag.stripLengths],
] as const

/** Bytes of an EXIF block whose content is not examined. */
interface Remains extends ByteSpan {
  kind: 'exif' | 'preview'
}

/**
 * Bytes of a block that no row points to, such as the remains of an edit or of maker notes, and pictures with EXIF of
 * their own.
 */
export function remainsOf(block: Uint8Array, directories: TiffDirectory[]): Remains[] {
  const values = directories.flatMap(({ rows }) => rows).flatMap(outerValue)
  const read = [tiffHeader, ...directories.map(directorySpan), ...values]
  const pictures = directories.flatMap((directory) => picturesOf(block, directory))
  const placed = pictures.filter(({ from, to }) => holdsExif(block.subarray(from, to)))
  return [
    ...subtract(placed, read).map((span): Remains => ({ kind: 'preview', ...span })),
    ...subtract([{ from: 0, to: block.length }], [...read, ...pictures]).map(
      (span): Remains => ({ kind: 'exif', ...span }),
    ),
  ]
}

function picturesOf(block: Uint8Array, { rows }: TiffDirectory): ByteSpan[] {
  const numbersOf = (tag: number): number[] =>
    valuesOf(
      block,
      rows.find((row) => row.tag === tag),
    )
  return pictureTags.flatMap(([offsets, lengths]) => {
    const bytes = numbersOf(lengths)
    return numbersOf(offsets).map((from, index) => ({
      from,
      to: Math.min(from + (bytes[index] ?? 0), block.length),
    }))
  })
}

function valuesOf(block: Uint8Array, row: TiffRow | undefined): number[] {
  const numbers = tiffNumbers(block)
  if (!row || !numbers) return []
  const [size, read] = row.type === tiffType.short ? [2, numbers.u16] : [4, numbers.u32]
  return Array.from({ length: row.valueLength / size }, (_, index) => read(row.valueAt + index * size))
}
