import type { Image, ImageLinks } from '@pictoglyph/core'
import type { ViewedPicture } from './browser/viewed-picture.ts'

/**
 * The viewer's facts of an image.
 * @param downloadUrl the address that downloads its file, if it is not the direct link
 */
export function viewedPicture(links: ImageLinks, image: Image, downloadUrl?: string): ViewedPicture {
  const { width, height, frames } = image.file
  const url = links.direct(image)
  return {
    title: image.title,
    url,
    pageUrl: links.page(image),
    thumbnailUrl: links.rendition(image, 'thumbnail'),
    // A rendition is a still.
    shownUrl: frames > 1 ? url : links.rendition(image, 'large'),
    downloadUrl: downloadUrl ?? url,
    width,
    height,
  }
}
