import { valueOfHtml } from './html-images.ts'
import { type ImageAddress, inQuotes, looksLikePicture } from './image-address.ts'
import type { Span } from './spans.ts'
import { srcsetAddresses } from './srcset.ts'

/** An attribute of a tag, with the place of its value without quotes and braces. */
export interface Attribute extends Span {
  name: string
  isBare: boolean
}

/** A tag of HTML or JSX, with the attributes whose values are texts. */
export interface Tag {
  name: string
  attributes: Attribute[]
}

const wordsOf = /^(?:alt|title|class|classname|id|name|aria-[\w-]+|width|height|loading)$/i
const pictureTag = /^(?:img|image|picture|source|figure|photo|zoom|lightbox)|image$|img$/i

/**
 * The images of a tag. It sees what readers of HTML in Markdown do not: components, values in braces, and addresses
 * without quotes that have slashes.
 * @param after the text behind the tag, or its beginning
 */
export function imagesOfTag(
  { name: tag, attributes }: Tag,
  text: string,
  after: string,
): { images: ImageAddress[]; words: Span[] } {
  const readValue = ({ start, end }: Span) => valueOfHtml(text.slice(start, end))
  const type = attributes.find(({ name }) => name === 'type')
  if (/^input$/i.test(tag) && (type === undefined || !/^image$/i.test(readValue(type)))) {
    return { images: [], words: [] }
  }
  const words = attributes.filter(({ name }) => wordsOf.test(name))
  const alt = attributes.find(({ name }) => name === 'alt')
  const images = attributes.flatMap((attribute): ImageAddress[] => {
    const { name, start, end } = attribute
    if (wordsOf.test(name)) return []
    if (/^srcset$/i.test(name)) {
      return srcsetAddresses(text.slice(start, end))
        .map((one) => ({ start: start + one.start, end: start + one.end }))
        .filter((one) => one.end > one.start)
        .map((one) => ({ ...one, address: readValue(one) }))
    }
    const address = readValue(attribute)
    if (!isPicture(tag, name, address, after)) return []
    return [
      {
        start,
        end,
        address,
        ...(alt !== undefined && name === 'src' && { alt: readValue(alt) }),
        ...(attribute.isBare && { written: inQuotes }),
      },
    ]
  })
  return { images, words }
}

function isPicture(tag: string, name: string, value: string, after: string): boolean {
  if (value === '' || value.trim() !== value) return false
  if (tag === 'a') return name === 'href' && looksLikePicture(value) && /^\s*(?:<img\b|!\[)/i.test(after)
  if (name === 'src')
    return looksLikePicture(value) || (pictureTag.test(tag) && /^(?:https?:)?\/\//i.test(value))
  return /^(?:poster|image|cover|thumbnail)$/i.test(name) && looksLikePicture(value)
}
