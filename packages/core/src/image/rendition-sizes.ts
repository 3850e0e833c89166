import type { StoredFile } from '../records.ts'

/** The longest side of each rendition, in pixels. */
export const renditionSizes = { thumbnail: 320, medium: 960, large: 1920 } as const

/** A rendition by name, from the smallest. */
export type RenditionSize = keyof typeof renditionSizes

export const renditionSizeNames = Object.keys(renditionSizes) as RenditionSize[]

/** WebP is made of every image that needs a rendition; AVIF besides for those who ask for it. */
export type RenditionFormat = 'webp' | 'avif'

/** Whether an image is larger than a rendition of it, or moves: renditions are stills and never enlarged. */
export function needsRendition(
  { width, height, frames }: Pick<StoredFile, 'width' | 'height' | 'frames'>,
  size: RenditionSize,
): boolean {
  return frames > 1 || Math.max(width, height) > renditionSizes[size]
}
