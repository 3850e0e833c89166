/** White space of HTML, which separates a list of addresses. */
const space = /[\t\n\f\r ]/

/**
 * Where the addresses of a `srcset` are (HTML, "parsing a srcset attribute"). Each ends at white space or at commas,
 * and its description ends at the next comma outside of brackets.
 */
export function srcsetAddresses(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  let at = 0
  const skip = (isSkipped: (sign: string) => boolean) => {
    while (at < text.length && isSkipped(text.charAt(at))) at += 1
  }
  for (;;) {
    skip((sign) => sign === ',' || space.test(sign))
    if (at === text.length) return found
    const start = at
    skip((sign) => !space.test(sign))
    const written = text.slice(start, at)
    const withoutCommas = written.replace(/,+$/, '')
    found.push({ start, end: start + withoutCommas.length })
    if (withoutCommas !== written) continue
    let depth = 0
    skip((sign) => {
      if (sign === '(') depth = 1
      if (sign === ')') depth = 0
      return sign !== ',' || depth > 0
    })
  }
}
