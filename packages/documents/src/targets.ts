import { endOf, isOneOf, type Span } from './spans.ts'

/** An address behind the label of a link or an image, as Markdown has them. */
export interface Target extends Span {
  /** Where the text goes on behind the bracket. */
  close: number
  /** Obsidian and Typora read it, and CommonMark does not. */
  isSpaced: boolean
}

const isBlank = isOneOf(' \t')
const isEndOfPart = isOneOf('()<> \t\n')

/**
 * The address at a place behind an opening bracket: `a.png "title")`, `<a b.png>)` or `a b.png)`. It may have one pair
 * of brackets.
 */
export function targetAt(text: string, from: number): Target | undefined {
  const start = endOf(text, from, isBlank)
  if (text.charAt(start) === '<') {
    const end = endUntil(text, start + 1, '<>\n')
    const close = text.charAt(end) === '>' ? closeBehind(text, end + 1) : undefined
    return close === undefined ? undefined : { start: start + 1, end, close, isSpaced: false }
  }
  let isSpaced = false
  let isInner = false
  for (let at = start; ; ) {
    const end = endOf(text, at, (sign) => !isEndOfPart(sign))
    const sign = text.charAt(end)
    const close = isInner ? undefined : closeBehind(text, end)
    if (close !== undefined) return end === start ? undefined : { start, end, close, isSpaced }
    if (isBlank(sign)) isSpaced = true
    else if ((sign !== '(' || isInner) && sign !== ')') return undefined
    else isInner = sign === '('
    at = isBlank(sign) ? endOf(text, end, isBlank) : end + 1
  }
}

/** Where the brackets end, if nothing but a title is in front of their end. */
function closeBehind(text: string, from: number): number | undefined {
  let at = endOf(text, from, isBlank)
  const quote = text.charAt(at)
  if (at > from && (quote === '"' || quote === "'")) {
    const end = endUntil(text, at + 1, `${quote}\n`)
    if (text.charAt(end) !== quote) return undefined
    at = endOf(text, end + 1, isBlank)
  }
  return text.charAt(at) === ')' ? at + 1 : undefined
}

const endUntil = (text: string, from: number, signs: string): number => {
  const isEnd = isOneOf(signs)
  return endOf(text, from, (sign) => !isEnd(sign))
}
