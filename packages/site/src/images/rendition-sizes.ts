import type { PictureSize } from '@pictoglyph/media/facts'
import { type MediaType, type RasterType, rasterTypes } from '@pictoglyph/media/media-type'
import type { StoredFile } from '../language/records.ts'

/** The longest side of each rendition, in pixels. A preview is for programs that show a link. */
export const renditionSizes = { thumbnail: 320, small: 640, medium: 960, preview: 1200, large: 1920 } as const

/** A rendition by name, from the smallest. */
export type RenditionSize = keyof typeof renditionSizes

/** The names of the sizes, the smallest first. */
export const renditionSizeNames = Object.keys(renditionSizes) as RenditionSize[]

/** WebP is made for every image that needs a rendition; AVIF also, for clients that accept it; JPEG if asked for. */
export type RenditionFormat = 'webp' | 'avif' | 'jpeg'

/** The ending of an address for each format. */
export const renditionEndings = { webp: 'webp', avif: 'avif', jpg: 'jpeg' } as const satisfies Record<
  string,
  RenditionFormat
>

/** An ending by which a format is asked for. */
export type RenditionEnding = keyof typeof renditionEndings

/** The most bytes of a preview: messengers leave larger ones out. */
export const maxPreviewBytes = 300_000

/** The size that a rendition may have, and whether what does not fit is cut off: below, or at both sides. */
export interface RenditionShape extends PictureSize {
  isCropped: boolean
}

/** The shorter side is at least so long, where the image is: a strip of a few pixels shows nothing. */
const shortestSide = 160
/** Of these sizes strips are cut, so that they show their beginning. */
const shortestWhereCropped: Partial<Record<RenditionSize, number>> = { thumbnail: shortestSide, preview: 630 }
/** A picture that is so many times as high as wide is read from top to bottom, and bounded by its width. */
const stripRatio = 3
/** The longest side that WebP can have. */
const maxWebpSide = 16_383

/** The shape of a rendition of an image: within the longest side, but for strips. */
export function renditionShape({ width, height }: PictureSize, size: RenditionSize): RenditionShape {
  const longest = renditionSizes[size]
  const shortest = shortestWhereCropped[size]
  const fitting = longest / Math.max(width, height)
  const shorter = Math.min(width, height)
  if (shortest !== undefined) {
    const scale = Math.min(1, Math.max(fitting, shortest / shorter))
    const isCropped = scale > fitting && scale * Math.max(width, height) > longest + 0.5
    const [scaledWidth, scaledHeight] = scaled({ width, height }, scale)
    return { width: Math.min(longest, scaledWidth), height: Math.min(longest, scaledHeight), isCropped }
  }
  const isStrip = height > stripRatio * width
  const wanted = isStrip ? longest / width : Math.max(fitting, shortestSide / shorter)
  const scale = Math.min(1, wanted, maxWebpSide / Math.max(width, height))
  const [scaledWidth, scaledHeight] = scaled({ width, height }, scale)
  return { width: scaledWidth, height: scaledHeight, isCropped: false }
}

function scaled({ width, height }: PictureSize, scale: number): [number, number] {
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

const scaledTypes: ReadonlySet<MediaType> = new Set(rasterTypes)

/** A file whose pixels can be scaled. */
type RasterFile = StoredFile & { type: RasterType }

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
  const shape = renditionShape(file, size)
  return isRaster(file) && (file.frames > 1 || shape.width < file.width || shape.height < file.height)
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
