import type { Image } from '../records.ts'
import { escapeHtml } from './copy-formats.ts'
import type { ImageLinks } from './links.ts'
import { needsRendition, renditionSizeNames, renditionSizes } from './rendition-sizes.ts'

type LinkedImage = Pick<Image, 'id' | 'title' | 'file'>

/**
 * An `<img>` that takes no more than it shows: with its size, so that the page does not jump, loaded once it comes into
 * view, and in the smallest file that is sharp enough (`srcset`, HTML Standard 4.8.4.2.1). An animation has no `srcset`,
 * since its renditions are stills.
 */
export function responsiveHtml(links: ImageLinks, image: LinkedImage): string {
  const { width, height, frames } = image.file
  const url = links.direct(image)
  const smaller = frames === 1 ? narrowerStills(links, image) : []
  const attributes = {
    src: url,
    ...(smaller.length > 0 && {
      srcset: writeSrcset([...smaller, { address: url, width }]),
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

/** An address and the width of its picture in pixels. */
export interface SrcsetEntry {
  address: string
  width: number
}

/** The value of `srcset`. */
export function writeSrcset(entries: readonly SrcsetEntry[]): string {
  return entries.map(({ address, width }) => `${address} ${width}w`).join(', ')
}

/**
 * The renditions that are narrower than the picture, the narrowest first, each width once: a picture of a pixel's width
 * is as wide in every size, and a `srcset` may state a width once.
 */
export function narrowerStills(links: ImageLinks, image: LinkedImage): SrcsetEntry[] {
  const { width, height } = image.file
  const narrower: SrcsetEntry[] = []
  for (const size of renditionSizeNames) {
    if (!needsRendition(image.file, size)) continue
    const scaled = Math.max(1, Math.round((width * renditionSizes[size]) / Math.max(width, height)))
    if (scaled >= width || scaled === narrower.at(-1)?.width) continue
    narrower.push({ address: links.rendition(image, size), width: scaled })
  }
  return narrower
}
