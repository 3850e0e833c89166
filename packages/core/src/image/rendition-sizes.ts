import { type MediaType, type RasterType, rasterTypes } from '@pictoglyph/media'
import type { StoredFile } from '../records.ts'

/** The longest side of each rendition, in pixels. */
export const renditionSizes = { thumbnail: 320, medium: 960, large: 1920 } as const

/** A rendition by name, from the smallest. */
export type RenditionSize = keyof typeof renditionSizes

/** The names of the sizes, the smallest first. */
export const renditionSizeNames = Object.keys(renditionSizes) as RenditionSize[]

/** WebP is made for every image that needs a rendition; AVIF also, for clients that accept it. */
export type RenditionFormat = 'webp' | 'avif'

const scaledTypes: ReadonlySet<MediaType> = new Set(rasterTypes)

/** A file whose pixels can be scaled. */
export type RasterFile = StoredFile & { type: RasterType }

/** Whether a file's pixels can be scaled. */
export function isRaster<File extends Pick<StoredFile, 'type'>>(
  file: File,
): file is File & { type: RasterType } {
  return scaledTypes.has(file.type)
}

/**
 * Whether an image is larger than a rendition of it, or moves: renditions are stills and never enlarged. An SVG is
 * as sharp at each size, and is its own.
 */
export function needsRendition(
  file: Pick<StoredFile, 'type' | 'width' | 'height' | 'frames'>,
  size: RenditionSize,
): boolean {
  return isRaster(file) && (file.frames > 1 || Math.max(file.width, file.height) > renditionSizes[size])
}

/** A rendition that is to be made. */
export interface WantedRendition {
  file: RasterFile
  /** When the image came that it is made of. */
  imageCreatedAtMs: number
  size: RenditionSize
  format: RenditionFormat
}

/** Identifies a rendition by source, size and format. */
export function keyOf({ file, size, format }: WantedRendition): string {
  return `${file.address}:${size}:${format}`
}
