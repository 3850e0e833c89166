import type { MediaType } from '@pictoglyph/media'
import type { Image, StoredFile } from '../records.ts'
import { escapeHtml } from './copy-formats.ts'
import { needsRendition, type RenditionSize, renditionSizeNames, renditionSizes } from './rendition-sizes.ts'

/** The usual file name ending of each type. */
export const extensionOf: Readonly<Record<MediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
}

/** What a link to an image is built from. */
export interface LinkedImage {
  id: string
  file: Pick<StoredFile, 'type' | 'width' | 'height' | 'frames'>
}

/** The addresses of images, pages and links of one site. */
export interface ImageLinks {
  direct(image: { id: string; file: { type: MediaType } }): string
  /** A smaller still of the image, or the image itself if it is small enough. */
  rendition(image: LinkedImage, size: RenditionSize): string
  page(image: { id: string }): string
  /** The public page of an album. */
  album(publicToken: string): string
  /** What leads to any image of an album, where that has such an address. */
  randomImage(publicToken: string): string
  /** A named link, which leads to an image. */
  named(name: string): string
  /** The page where a guest uploads with a key. The key is in the fragment, which browsers never send. */
  drop(apiKey: string): string
}

/** The id of an image, from the id itself or from one of its links, where it follows `/i/`, `/p/` or `/images/`. */
export function imageIdIn(idOrLink: string): string {
  return /\/(?:i|p|images)\/([0-9A-Za-z]+)(?:[./?#]|$)/.exec(idOrLink)?.[1] ?? idOrLink.trim()
}

/** Links under a public base address, which comes from the configuration and never from a request. */
export function createImageLinks(baseUrl: string): ImageLinks {
  const base = baseUrl.replace(/\/+$/, '')
  const direct: ImageLinks['direct'] = ({ id, file }) => `${base}/i/${id}.${extensionOf[file.type]}`
  return {
    direct,
    rendition: (image, size) =>
      needsRendition(image.file, size) ? `${base}/i/${image.id}/${size}` : direct(image),
    page: (image) => `${base}/p/${image.id}`,
    album: (publicToken) => `${base}/a/${publicToken}`,
    randomImage: (publicToken) => `${base}/a/${publicToken}/random`,
    named: (name) => `${base}/l/${name}`,
    drop: (apiKey) => `${base}/drop#${apiKey}`,
  }
}

type TitledImage = Pick<Image, 'id' | 'title' | 'file'>

/**
 * An `<img>` that loads only what it needs: with its size, so that the page does not jump, when it comes into view, and
 * in the smallest sharp file (`srcset`, HTML Standard 4.8.4.2.1). An animation has no `srcset`, because its renditions
 * are stills.
 */
export function responsiveHtml(links: ImageLinks, image: TitledImage): string {
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
export function narrowerStills(links: ImageLinks, image: TitledImage): SrcsetEntry[] {
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
