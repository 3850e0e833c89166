import { type Attribute, type Held, imagesOfAttributes, wordsOf } from './attributes.ts'
import { valueOfHtml } from './html-images.ts'
import { type ImageAddress, looksLikePicture } from './image-address.ts'
import type { Span } from './spans.ts'

/** A tag of HTML or JSX, with the attributes whose values are plain text. */
export interface Tag {
  name: string
  attributes: Attribute[]
}

const pictureTag = /^(?:img|image|picture|source|figure|photo|zoom|lightbox)|image$|img$/i

/**
 * Finds the images of a tag that Markdown's HTML parser misses: components, values in braces, and unquoted addresses
 * with slashes.
 * @param after the text after the tag, or its beginning
 */
export function imagesOfTag(
  { name: tag, attributes }: Tag,
  text: string,
  after: string,
): { images: ImageAddress[]; words: Span[] } {
  const type = attributes.find(({ name }) => name === 'type')
  const isImageInput = type !== undefined && /^image$/i.test(text.slice(type.start, type.end))
  if (/^input$/i.test(tag) && !isImageInput) return { images: [], words: [] }
  return imagesOfAttributes(text, attributes, {
    holds: (name, value) => heldBy(tag, name, value, after),
    decode: valueOfHtml,
  })
}

function heldBy(tag: string, name: string, value: string, after: string): Held {
  if (wordsOf.test(name)) return 'words'
  if (/^srcset$/i.test(name)) return 'list'
  if (value.trim() !== value) return undefined
  if (tag === 'img' && name === 'src') return 'one'
  const isRemote = /^(?:https?:)?\/\//i.test(value)
  if (name === 'src' && pictureTag.test(tag) && isRemote) return 'one'
  if (!looksLikePicture(value)) return undefined
  if (tag === 'a') return name === 'href' && /^\s*(?:<img\b|!\[)/i.test(after) ? 'one' : undefined
  return /^(?:poster|image|cover|thumbnail)$/i.test(name) || name === 'src' ? 'one' : undefined
}
