import { type ImageAddress, inQuotes } from './image-address.ts'
import { endOf, isSpace, movedBy, type Span } from './spans.ts'
import { srcsetAddresses } from './srcset.ts'

/** An attribute or a parameter, with the position of its value without quotes and braces. */
export interface Attribute extends Span {
  name: string
  isBare: boolean
}

/** The kind of value: one address, a list of them, or text for readers. */
export type Held = 'one' | 'list' | 'words' | undefined

/** Names of attributes whose values are text for readers, not addresses. */
export const wordsOf = /^(?:alt|title|class|classname|id|name|aria-[\w-]+|width|height|loading)$/i

/**
 * Collects the images in attributes, and the spans of text for readers.
 * @param options.holds the kind of value of an attribute
 * @param options.decode decodes the entities of a raw value
 * @param options.altNames attributes with the text alternative, the best first
 */
export function imagesOfAttributes(
  text: string,
  attributes: readonly Attribute[],
  options: {
    holds: (name: string, value: string) => Held
    decode?: (raw: string) => string
    altNames?: readonly string[]
  },
): { images: ImageAddress[]; words: Span[] } {
  const { holds, decode = (raw) => raw, altNames = ['alt'] } = options
  const valueAt = ({ start, end }: Span) => decode(text.slice(start, end))
  const alt = altNames.flatMap((name) => attributes.find((one) => one.name === name) ?? [])[0]
  const images: ImageAddress[] = []
  const words: Span[] = []
  for (const attribute of attributes) {
    const { name, start, end, isBare } = attribute
    const held = holds(name, valueAt(attribute))
    if (held === 'words') words.push({ start, end })
    if (held !== 'one' && held !== 'list') continue
    const raw = text.slice(start, end)
    for (const part of movedBy(start, held === 'list' ? srcsetAddresses(raw) : [trimmed(raw)])) {
      if (part.start >= part.end) continue
      images.push({
        ...(isBare ? { start, end, written: inQuotes } : part),
        address: valueAt(part),
        ...(name === 'src' && alt !== undefined && { alt: valueAt(alt) }),
      })
    }
  }
  return { images, words }
}

/** HTML ignores white space around an address. */
function trimmed(raw: string): Span {
  const start = endOf(raw, 0, isSpace)
  return { start, end: Math.max(start, raw.trimEnd().length) }
}
