import type { ImageLinks } from '@pictoglyph/site/images/image-addresses'
import { renditionShape } from '@pictoglyph/site/images/rendition-sizes'
import type { Image } from '@pictoglyph/site/language/records'
import type { ViewedPicture } from './browser/viewed-picture.ts'

/**
 * Facts about an image for the viewer.
 * @param downloadUrl the address that downloads its file, if it is not the direct link
 */
export function viewedPicture(links: ImageLinks, image: Image, downloadUrl?: string): ViewedPicture {
  const { width, height, frames } = image.file
  const url = links.direct(image)
  // A rendition of an animation is a still.
  const shownUrl = frames > 1 ? url : links.rendition(image, 'large')
  const isCropped = renditionShape(image.file, 'thumbnail').isCropped
  return {
    title: image.title,
    url,
    pageUrl: links.page(image),
    thumbnailUrl: isCropped ? shownUrl : links.rendition(image, 'thumbnail'),
    shownUrl,
    downloadUrl: downloadUrl ?? url,
    mayBeTransparent: image.file.type !== 'image/jpeg',
    width,
    height,
  }
}

/** A picture smaller than this is shown at its own size, in pixels of its longer side. */
const tinySide = 160

/** Whether a picture is too small to be enlarged in lists. */
export const isTiny = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) < tinySide
