import type { MediaType } from '@pictoglyph/media'
import type { StoredFile } from '../records.ts'
import { needsRendition, type RenditionSize } from './rendition-sizes.ts'

/** The usual file name ending of each type. */
export const extensionOf: Readonly<Record<MediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
}

/** What a link to an image is made of. */
export interface LinkedImage {
  id: string
  file: Pick<StoredFile, 'type' | 'width' | 'height' | 'frames'>
}

export interface ImageLinks {
  direct(image: { id: string; file: { type: MediaType } }): string
  /** A smaller still of the image; the image itself, where that is small enough. */
  rendition(image: LinkedImage, size: RenditionSize): string
  page(image: { id: string }): string
  /** The public page of an album. */
  album(publicToken: string): string
  /** What leads to any image of an album, where that has such an address. */
  randomImage(publicToken: string): string
  /** The link of a name, which leads to an image. */
  named(name: string): string
  /** Where a guest uploads with a key, which stands in the fragment: browsers send that nowhere. */
  drop(apiKey: string): string
}

/** The id in what names an image: that, or one of its links, in which it follows `/i/`, `/p/` or `/images/`. */
export function imageIdIn(idOrLink: string): string {
  return /\/(?:i|p|images)\/([0-9A-Za-z]+)(?:[./?#]|$)/.exec(idOrLink)?.[1] ?? idOrLink.trim()
}

/** Links under a public base address, which is configured and never taken from a request. */
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
