import { endOf, isOneOf, type Span } from './spans.ts'

/** White space of HTML, which separates the addresses. */
const isSpace = isOneOf('\t\n\f\r ')
const isBetween = isOneOf('\t\n\f\r ,')

/**
 * The addresses in a `srcset` (HTML, "parsing a srcset attribute"). Each ends at white space or commas; its descriptor
 * ends at the next comma outside parentheses.
 */
export function srcsetAddresses(text: string): Span[] {
  const found: Span[] = []
  for (let at = 0; ; ) {
    const start = endOf(text, at, isBetween)
    if (start === text.length) return found
    at = endOf(text, start, (sign) => !isSpace(sign))
    let end = at
    while (text.charAt(end - 1) === ',') end -= 1
    found.push({ start, end })
    if (end < at) continue
    let isInner = false
    at = endOf(text, at, (sign) => {
      if (sign === '(' || sign === ')') isInner = sign === '('
      return sign !== ',' || isInner
    })
  }
}
