import type { Span } from './spans.ts'

/** White space of HTML, which separates a list of addresses. */
const spaces = new Set('\t\n\f\r ')

/**
 * Where the addresses of a `srcset` are (HTML, "parsing a srcset attribute"). Each ends at white space or at commas,
 * and its description ends at the next comma outside of brackets.
 */
export function srcsetAddresses(text: string): Span[] {
  const found: Span[] = []
  let at = 0
  const skip = (isSkipped: (sign: string) => boolean) => {
    while (at < text.length && isSkipped(text.charAt(at))) at += 1
  }
  for (;;) {
    skip((sign) => sign === ',' || spaces.has(sign))
    if (at === text.length) return found
    const start = at
    skip((sign) => !spaces.has(sign))
    let end = at
    while (text.charAt(end - 1) === ',') end -= 1
    found.push({ start, end })
    if (end < at) continue
    let depth = 0
    skip((sign) => {
      if (sign === '(') depth = 1
      if (sign === ')') depth = 0
      return sign !== ',' || depth > 0
    })
  }
}
