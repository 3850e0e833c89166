import type { ImageFacts, PictureSize } from '@pictoglyph/media'

/**
 * Width and height as browsers show a picture. The four orientations from 5 on lay it on its side in the file (EXIF
 * 3.0, 4.6.5.1.6), and browsers turn it upright, but not in WebP: there they pass over what EXIF says.
 */
export function shownSize({
  type,
  width,
  height,
  orientation,
}: Pick<ImageFacts, 'type' | 'width' | 'height' | 'orientation'>): PictureSize {
  const isTurned = orientation >= 5 && type !== 'image/webp'
  return isTurned ? { width: height, height: width } : { width, height }
}
