import type { PictureSize } from '@pictoglyph/media/facts'
import { type MediaType, type RasterType, rasterTypes } from '@pictoglyph/media/media-type'
import type { StoredFile } from '../language/records.ts'

/** The longest side of each rendition, in pixels. Link previews use `preview`. */
export const renditionSizes = { thumbnail: 320, small: 640, medium: 960, preview: 1200, large: 1920 } as const

/** The name of a rendition size. */
export type RenditionSize = keyof typeof renditionSizes

/** The names of the sizes, the smallest first. */
export const renditionSizeNames = Object.keys(renditionSizes) as RenditionSize[]

/** Every image that needs renditions gets WebP, plus AVIF for clients that accept it, and JPEG on request. */
export type RenditionFormat = 'webp' | 'avif' | 'jpeg'

/** The file name ending of each format. */
export const renditionEndings = { webp: 'webp', avif: 'avif', jpg: 'jpeg' } as const satisfies Record<
  string,
  RenditionFormat
>

/** A file name ending of a rendition. */
export type RenditionEnding = keyof typeof renditionEndings

/** Maximum bytes of a preview: messengers ignore larger ones. */
export const maxPreviewBytes = 300_000

/** The size of a rendition, and whether the rest is cropped: at the bottom, or at both sides. */
export interface RenditionShape extends PictureSize {
  isCropped: boolean
}

/** Minimum of the shorter side, unless the image is smaller: a strip a few pixels wide shows nothing. */
const shortestSide = 160
/** In these sizes strips are cropped, to show their beginning. */
const shortestWhereCropped: Partial<Record<RenditionSize, number>> = { thumbnail: shortestSide, preview: 630 }
/** An image this many times as high as wide is read from top to bottom, so its width is bounded. */
const stripRatio = 3
/** The longest side that WebP supports. */
const maxWebpSide = 16_383

/** The shape of a rendition: within the longest side, except for strips. */
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

export function isRaster<File extends Pick<StoredFile, 'type'>>(
  file: File,
): file is File & { type: RasterType } {
  return scaledTypes.has(file.type)
}

/**
 * Whether an image is larger than its rendition, or animated: renditions are stills and never enlarged. An SVG needs
 * none, because it is sharp at every size.
 */
export function needsRendition(
  file: Pick<StoredFile, 'type' | 'width' | 'height' | 'frames'>,
  size: RenditionSize,
): boolean {
  const shape = renditionShape(file, size)
  return isRaster(file) && (file.frames > 1 || shape.width < file.width || shape.height < file.height)
}

/** A rendition to make. */
export interface WantedRendition {
  file: RasterFile
  /** When its image was uploaded. */
  imageCreatedAtMs: number
  ownerId: string
  /** Whether the owner uploaded it: it may share a process with other files of the owner. */
  isOwners: boolean
  size: RenditionSize
  format: RenditionFormat
}

/** Identifies a rendition by source, size and format. */
export function keyOf({ file, size, format }: WantedRendition): string {
  return `${file.address}:${size}:${format}`
}
