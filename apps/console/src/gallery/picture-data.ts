import type { Image, ImageLinks } from '@pictoglyph/core'
import type { ViewedPicture } from '@pictoglyph/http/page/browser/viewed-picture'

/** What the viewer and the copying of links know of an image, as the attribute of its link. */
export function pictureData(links: ImageLinks, image: Image): string {
  const { width, height, frames } = image.file
  const picture: ViewedPicture = {
    title: image.title,
    url: links.direct(image),
    pageUrl: links.page(image),
    thumbnailUrl: links.rendition(image, 'thumbnail'),
    // A rendition is a still.
    shownUrl: frames > 1 ? links.direct(image) : links.rendition(image, 'large'),
    downloadUrl: `/images/${image.id}/file`,
    width,
    height,
  }
  return JSON.stringify(picture)
}
