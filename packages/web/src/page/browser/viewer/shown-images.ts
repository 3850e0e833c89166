import type { ViewedPicture } from '../viewed-picture.ts'
import { element } from './parts.ts'
import { fittingWidth } from './zoom.ts'

/** The images of a picture: the thumbnail, which is loaded already, under the full one until that has loaded. */
export function imagesOf(picture: ViewedPicture, name: string): HTMLImageElement[] {
  const { thumbnailUrl, shownUrl, mayBeTransparent } = picture
  const shown = fitting(element('img', { src: shownUrl, alt: name, draggable: false }), picture)
  if (mayBeTransparent)
    shown.addEventListener('load', () => shown.classList.add('see-through'), { once: true })
  if (thumbnailUrl === shownUrl) return [shown]
  const early = fitting(element('img', { src: thumbnailUrl, alt: '', draggable: false }), picture)
  // A transparent picture would show the thumbnail beneath it.
  shown.addEventListener('load', () => early.remove(), { once: true })
  return [early, shown]
}

/** The picture's own file over the smaller one, or `undefined` if it is displayed already. */
export function originalOf(picture: ViewedPicture): HTMLImageElement | undefined {
  if (picture.url === picture.shownUrl) return undefined
  const original = fitting(element('img', { src: picture.url, alt: '', draggable: false }), picture)
  original.dataset.original = ''
  return original
}

/** Limits an image to its own size, in a box of its shape. */
function fitting(image: HTMLImageElement, size: ViewedPicture): HTMLImageElement {
  image.style.width = fittingWidth(size)
  image.style.aspectRatio = `${size.width} / ${size.height}`
  return image
}
