import { endOf, isOneOf, type Span } from './spans.ts'

const isBlank = isOneOf(' \t')
const isEndOfPart = isOneOf('()<> \t\n')

/**
 * Reads an address with spaces after an opening parenthesis: `a b.png "title")`. Obsidian and Typora accept these,
 * CommonMark does not. It may contain one pair of parentheses.
 * @returns also the position after the closing parenthesis
 */
export function spacedTargetAt(text: string, from: number): (Span & { close: number }) | undefined {
  const start = endOf(text, from, isBlank)
  let isSpaced = false
  let isInner = false
  for (let at = start; ; ) {
    const end = endOf(text, at, (sign) => !isEndOfPart(sign))
    const sign = text.charAt(end)
    const close = isInner ? undefined : closeBehind(text, end)
    if (close !== undefined) return isSpaced ? { start, end, close } : undefined
    if (isBlank(sign)) isSpaced = true
    else if ((sign !== '(' || isInner) && sign !== ')') return undefined
    else isInner = sign === '('
    at = isBlank(sign) ? endOf(text, end, isBlank) : end + 1
  }
}

/** The position after the closing parenthesis, if at most a title precedes it. */
function closeBehind(text: string, from: number): number | undefined {
  let at = endOf(text, from, isBlank)
  const quote = text.charAt(at)
  if (at > from && (quote === '"' || quote === "'")) {
    const isEnd = isOneOf(`${quote}\n`)
    const end = endOf(text, at + 1, (sign) => !isEnd(sign))
    if (text.charAt(end) !== quote) return undefined
    at = endOf(text, end + 1, isBlank)
  }
  return text.charAt(at) === ')' ? at + 1 : undefined
}
