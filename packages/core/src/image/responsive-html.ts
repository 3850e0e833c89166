import type { Image } from '../records.ts'
import { escapeHtml } from './copy-formats.ts'
import type { ImageLinks } from './links.ts'
import { needsRendition, renditionSizeNames, renditionSizes } from './rendition-sizes.ts'

/**
 * An `<img>` that takes no more than it shows: with its size, so that the page does not jump, loaded once it comes into
 * view, and in the smallest file that is sharp enough (`srcset`, HTML Standard 4.8.4.2.1). An animation has no `srcset`,
 * since its renditions are stills.
 */
export function responsiveHtml(links: ImageLinks, image: Pick<Image, 'id' | 'title' | 'file'>): string {
  const { width, height, frames } = image.file
  const url = links.direct(image)
  const smaller = renditionSizeNames
    .filter((size) => frames === 1 && needsRendition(image.file, size))
    .map((size) => `${links.rendition(image, size)} ${renditionWidth(image.file, renditionSizes[size])}w`)
  const attributes = {
    src: url,
    ...(smaller.length > 0 && {
      srcset: [...smaller, `${url} ${width}w`].join(', '),
      sizes: `(max-width: ${width}px) 100vw, ${width}px`,
    }),
    width: String(width),
    height: String(height),
    alt: image.title,
    loading: 'lazy',
  }
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`)
  return `<img ${written.join(' ')}>`
}

function renditionWidth({ width, height }: Image['file'], longestSide: number): number {
  return Math.max(1, Math.round((width * longestSide) / Math.max(width, height)))
}
