import type { RenditionRow } from '../ports/database/rendition-store.ts'
import type { RasterFile, RenditionFormat, RenditionSize } from './rendition-sizes.ts'

/** A rendition that is to be made. */
export interface WantedRendition {
  file: RasterFile
  /** When the image came that it is made of. */
  imageCreatedAtMs: number
  size: RenditionSize
  format: RenditionFormat
}

/** What tells it from every other of the same bytes, whosever they are. */
export function keyOf({ file, size, format }: WantedRendition): string {
  return `${file.address}:${size}:${format}`
}

/** The time at which it was found out what becomes of it: not before its image came, even if a clock was set back. */
export function foundOutAtMs({ imageCreatedAtMs }: WantedRendition, nowMs: number): number {
  return Math.max(nowMs, imageCreatedAtMs)
}

/**
 * What an image shows of what is known of its bytes: what was found out since it came. Whatever was made before then
 * was made for somebody else who has the same bytes, and that there is such a one is nobody's business.
 */
export function rowsSince(rows: readonly RenditionRow[], imageCreatedAtMs: number): RenditionRow[] {
  return rows.filter(({ createdAtMs }) => createdAtMs >= imageCreatedAtMs)
}

/** The one of a size and format. */
export function rowOf(
  rows: readonly RenditionRow[],
  { size, format }: Pick<WantedRendition, 'size' | 'format'>,
): RenditionRow | undefined {
  return rows.find((row) => row.size === size && row.format === format)
}
