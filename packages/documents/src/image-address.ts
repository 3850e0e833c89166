import type { Span } from './spans.ts'

/** The address of an image in a document, and its position. */
export interface ImageAddress extends Span {
  /** The address without the document's escapes. */
  address: string
  /** The text alternative of the image in the document. */
  alt?: string | undefined
  /** A file name within a vault, such as Obsidian's, rather than an address. */
  isName?: true
  /** Formats the replacement of the span; by default the link alone. */
  written?: (link: string) => string
}

/** An address that looks like an image's, in syntax that is not supported. */
export interface LeftAddress extends Pick<ImageAddress, 'start' | 'end' | 'address' | 'alt'> {
  /** Some programs show an image here, but CommonMark does not. It counts if its file exists. */
  isImage?: boolean
}

/** The images of a document, in document order. */
export interface DocumentImages {
  images: ImageAddress[]
  left: LeftAddress[]
  /** The base address that an HTML document declares. */
  base?: string | undefined
}

/** Percent-encodes characters that have a meaning in Markdown, HTML or a `srcset`. */
export function plainAddress(link: string): string {
  return link.replace(
    /[\s()<>[\]"'`\\|&,{}]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/** Quotes a value that had no quotes: some parsers need them around an address with slashes. */
export const inQuotes = (link: string): string => `"${link}"`

const ending = 'png|apng|jpe?g|jfif|gif|webp|avif|svg|heic|heif|bmp|tiff?|ico|jxl'
const pictureAddress = new RegExp(`\\.(?:${ending})$`, 'i')

/** Matches the ending of an image's name, at its dot. */
export const pictureEnding = new RegExp(`\\.(?:${ending})(?![\\w-])`, 'iy')

/** Whether an address has the ending of an image, not counting its query and fragment. */
export function looksLikePicture(address: string): boolean {
  return pictureAddress.test(address.trim().replace(/[?#].*$/s, ''))
}

/** Whether an address has template placeholders: `{{ base }}/a.png`, `{hero}`, `${base}/a.png`. */
export const isFilledIn = (address: string): boolean => /\{\{|\{%|\$\{|<%|^\s*\{/.test(address)
