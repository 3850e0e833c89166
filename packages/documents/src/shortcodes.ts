import { type Attribute, imagesOfAttributes } from './attributes.ts'
import { type ImageAddress, looksLikePicture } from './image-address.ts'
import { endOf, isOneOf, isSpace, movedBy, type Span } from './spans.ts'

const wordsOf = /^(?:alt|caption|title|class|id|width|height|attr|loading)$/i
const isSignOfName = (sign: string): boolean => /[\w-]/.test(sign)
const isEndOfBareValue = isOneOf('"\'`>%}')

/**
 * Finds the images of a Hugo shortcode or Jekyll tag with named parameters: `{{< figure src="a.png" alt="words" >}}`.
 * @param start its position in the document
 */
export function imagesOfShortcode(text: string, start: number): { images: ImageAddress[]; words: Span[] } {
  const { images, words } = imagesOfAttributes(text, parametersOf(text), {
    holds: (name, value) => (wordsOf.test(name) ? 'words' : looksLikePicture(value) ? 'one' : undefined),
    altNames: ['alt', 'caption', 'title'],
  })
  return { images: movedBy(start, images), words: movedBy(start, words) }
}

function parametersOf(text: string): Attribute[] {
  const found: Attribute[] = []
  for (let at = 0; at < text.length; ) {
    const nameEnd = endOf(text, at, isSignOfName)
    const name = text.slice(at, nameEnd)
    const behind = endOf(text, nameEnd, isSpace)
    if (name === '' || text.charAt(behind) !== '=') {
      at = Math.max(nameEnd, at + 1)
      continue
    }
    const start = endOf(text, behind + 1, isSpace)
    const quote = text.charAt(start)
    const isBare = !isOneOf('"\'`')(quote)
    const end = isBare
      ? endOf(text, start, (sign) => !isSpace(sign) && !isEndOfBareValue(sign))
      : text.indexOf(quote, start + 1)
    if (end < 0) return found
    if (!isBare) found.push({ name, start: start + 1, end, isBare })
    else if (end > start) found.push({ name, start, end, isBare })
    at = isBare ? end : end + 1
  }
  return found
}
