import type { PictureSize } from '@pictoglyph/media/facts'
import type { MediaType } from '@pictoglyph/media/media-type'
import type { Image, StoredFile } from '../language/records.ts'
import { withoutTrailingSlashes } from '../language/trailing-slashes.ts'
import { type CopyFormatName, copyFormats, escapeHtml } from './copy-formats.ts'
import {
  isRaster,
  maxPreviewBytes,
  needsRendition,
  type RenditionSize,
  renditionShape,
} from './rendition-sizes.ts'

/** The default file name ending of each type. */
export const extensionOf: Readonly<Record<MediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
}

/** The fields for a link to an image. */
interface LinkedImage {
  id: string
  file: Pick<StoredFile, 'type' | 'width' | 'height' | 'frames'>
}

/** The fields for the address of a preview. */
interface PreviewedImage extends LinkedImage {
  file: LinkedImage['file'] & Pick<StoredFile, 'sizeBytes'>
}

/** The address of a preview, with its type and size. */
export interface Preview extends PictureSize {
  address: string
  type: MediaType
}

const previewTypes: ReadonlySet<MediaType> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** The addresses of images, pages and links of one site. */
export interface ImageLinks {
  direct(image: { id: string; file: { type: MediaType } }): string
  /** A rendition of the image, or the image itself if it is small enough. */
  rendition(image: LinkedImage, size: RenditionSize): string
  /** The image for link previews: messengers and other programs accept no large files, and few types. */
  preview(image: PreviewedImage): Preview
  page(image: { id: string }): string
  /** The public page of an album. */
  album(publicToken: string): string
  /** A redirect to a random image of an album, if the album offers one. */
  randomImage(publicToken: string): string
  /** A permanent link, which leads to an image. */
  named(name: string): string
  /** The upload page for the holder of a guest link. The key is in the fragment, which browsers never send. */
  guestPage(apiKey: string): string
}

/** Creates addresses under a public base address, which comes from the configuration and never from a request. */
export function createImageLinks(baseUrl: string): ImageLinks {
  const base = withoutTrailingSlashes(baseUrl)
  const direct: ImageLinks['direct'] = ({ id, file }) => `${base}/i/${id}.${extensionOf[file.type]}`
  return {
    direct,
    rendition: (image, size) =>
      needsRendition(image.file, size) ? `${base}/i/${image.id}/${size}.webp` : direct(image),
    preview({ id, file }) {
      const isSmall = file.sizeBytes <= maxPreviewBytes && !needsRendition(file, 'preview')
      if ((isSmall && previewTypes.has(file.type)) || !isRaster(file)) {
        return { address: direct({ id, file }), type: file.type, width: file.width, height: file.height }
      }
      const { width, height } = renditionShape(file, 'preview')
      return { address: `${base}/i/${id}/preview.jpg`, type: 'image/jpeg', width, height }
    },
    page: (image) => `${base}/p/${image.id}`,
    album: (publicToken) => `${base}/a/${publicToken}`,
    randomImage: (publicToken) => `${base}/a/${publicToken}/random`,
    named: (name) => `${base}/l/${name}`,
    guestPage: (apiKey) => `${base}/drop#${apiKey}`,
  }
}

type TitledImage = Pick<Image, 'id' | 'title' | 'file'>

export function copyFormatsOf(links: ImageLinks, image: TitledImage): Record<CopyFormatName, string> {
  return copyFormats({
    url: links.direct(image),
    pageUrl: links.page(image),
    thumbnailUrl: links.rendition(image, 'thumbnail'),
    title: image.title,
  })
}

/**
 * An `<img>` that loads only what it needs: with its size, so that the page does not jump; lazily; and with a `srcset`,
 * so that the browser picks the smallest sharp file (HTML Standard 4.8.4.2.1). An animation has no `srcset`, because
 * its renditions are stills.
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

/** An address and the width of its image in pixels. */
interface SrcsetEntry {
  address: string
  width: number
}

/** Formats the value of `srcset`. */
export function writeSrcset(entries: readonly SrcsetEntry[]): string {
  return entries.map(({ address, width }) => `${address} ${width}w`).join(', ')
}

/**
 * The renditions narrower than the image, the narrowest first. Each width occurs once, as `srcset` requires: an image
 * one pixel wide has the same width in every size.
 */
export function narrowerStills(links: ImageLinks, image: TitledImage): SrcsetEntry[] {
  const { width } = image.file
  const narrower: SrcsetEntry[] = []
  for (const size of ['thumbnail', 'medium', 'large'] as const) {
    const { width: scaled, isCropped } = renditionShape(image.file, size)
    if (isCropped || !needsRendition(image.file, size)) continue
    if (scaled >= width || scaled === narrower.at(-1)?.width) continue
    narrower.push({ address: links.rendition(image, size), width: scaled })
  }
  return narrower
}
