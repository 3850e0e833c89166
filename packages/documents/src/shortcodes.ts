import { type ImageAddress, inQuotes, looksLikePicture } from './image-address.ts'
import { isSpace, movedBy, type Span } from './spans.ts'

const wordsOf = /^(?:alt|caption|title|class|id|width|height|attr|loading)$/i

/** A named parameter, with the place of its value without quotes. */
interface Parameter extends Span {
  name: string
  isBare: boolean
}

/**
 * The images of a shortcode of Hugo or a tag of Jekyll with named parameters: `{{< figure src="a.png" alt="words" >}}`.
 * @param start where it begins in its document
 */
export function imagesOfShortcode(text: string, start: number): { images: ImageAddress[]; words: Span[] } {
  const parameters = parametersOf(text)
  const textOf = (one: Span) => text.slice(one.start, one.end)
  const alt = ['alt', 'caption', 'title'].flatMap(
    (name) => parameters.find((one) => one.name === name) ?? [],
  )[0]
  const images = parameters
    .filter((one) => !wordsOf.test(one.name) && looksLikePicture(textOf(one)))
    .map(({ name, isBare, ...span }) => ({
      ...span,
      address: textOf(span),
      ...(name === 'src' && { alt: alt && textOf(alt) }),
      ...(isBare && { written: inQuotes }),
    }))
  return {
    images: movedBy(start, images),
    words: movedBy(
      start,
      parameters.filter(({ name }) => wordsOf.test(name)),
    ),
  }
}

function parametersOf(text: string): Parameter[] {
  const found: Parameter[] = []
  let at = 0
  const skip = (isSkipped: (sign: string) => boolean) => {
    const start = at
    while (at < text.length && isSkipped(text.charAt(at))) at += 1
    return text.slice(start, at)
  }
  while (at < text.length) {
    const name = skip((sign) => /[\w-]/.test(sign))
    if (name === '') {
      at += 1
      continue
    }
    skip(isSpace)
    if (text.charAt(at) !== '=') continue
    at += 1
    skip(isSpace)
    const quote = text.charAt(at)
    if (['"', "'", '`'].includes(quote)) {
      const end = text.indexOf(quote, at + 1)
      if (end < 0) return found
      found.push({ name, start: at + 1, end, isBare: false })
      at = end + 1
    } else {
      const start = at
      skip((sign) => !isSpace(sign) && !'"\'`>%}'.includes(sign))
      if (at > start) found.push({ name, start, end: at, isBare: true })
    }
  }
  return found
}
