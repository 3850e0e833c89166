import type { Span } from './spans.ts'

/** The address of an image in a document, and its place. */
export interface ImageAddress extends Span {
  /** The address without the document's escapes. */
  address: string
  /** The text alternative of the image in the document. */
  alt?: string | undefined
  /** It is a name within a vault, such as Obsidian's, rather than an address. */
  isName?: true
  /** Makes the text that replaces the span, if it is more than the link. */
  written?: (link: string) => string
}

/** An address that looks like a picture's, in a form that is not understood. */
export interface LeftAddress extends Pick<ImageAddress, 'start' | 'end' | 'address' | 'alt'> {
  /** Some programs show an image here, and CommonMark does not: it counts where its file exists. */
  isImage?: boolean
}

/** The images of a document, in its order. */
export interface DocumentImages {
  images: ImageAddress[]
  left: LeftAddress[]
  /** The base address that an HTML document gives. */
  base?: string | undefined
}

/** An address in which nothing means something else in Markdown, HTML or a list of addresses. */
export function plainAddress(link: string): string {
  return link.replace(
    /[\s()<>[\]"'`\\|&,{}]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/** A value that had no quotes gets them: an address with slashes needs them in some readers. */
export const inQuotes = (link: string): string => `"${link}"`

const ending = 'png|apng|jpe?g|jfif|gif|webp|avif|svg|heic|heif|bmp|tiff?|ico|jxl'
const pictureAddress = new RegExp(`\\.(?:${ending})$`, 'i')

/** At the dot of a picture's name, where the name ends behind it. */
export const pictureEnding = new RegExp(`\\.(?:${ending})(?![\\w-])`, 'iy')

/** Whether an address ends as those of pictures do, before its query and fragment. */
export function looksLikePicture(address: string): boolean {
  return pictureAddress.test(address.trim().replace(/[?#].*$/s, ''))
}

/** Whether a program or a template is to fill in a part of an address: `{{ base }}/a.png`, `{hero}`, `${base}/a.png`. */
export const isFilledIn = (address: string): boolean => /\{\{|\{%|\$\{|<%|^\s*\{/.test(address)
