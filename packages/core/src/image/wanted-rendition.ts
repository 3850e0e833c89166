import type { RenditionRow } from '../ports/database.ts'
import type { RasterFile, RenditionFormat, RenditionSize } from './rendition-sizes.ts'

/** A rendition that is to be made. */
export interface WantedRendition {
  file: RasterFile
  size: RenditionSize
  format: RenditionFormat
}

/** What tells it from every other. */
export function keyOf({ file, size, format }: WantedRendition): string {
  return `${file.address}:${size}:${format}`
}

/** The one of a file's renditions. */
export function rowOf(
  rows: readonly RenditionRow[],
  { size, format }: Pick<WantedRendition, 'size' | 'format'>,
): RenditionRow | undefined {
  return rows.find((row) => row.size === size && row.format === format)
}
