import type { Span } from './spans.ts'

/** An address behind the label of a link or an image, as Markdown has them. */
export interface Target extends Span {
  /** Where the text goes on behind the bracket. */
  close: number
  /** Obsidian and Typora read it, and CommonMark does not. */
  isSpaced: boolean
}

/**
 * The address at a place behind an opening bracket: `a.png "title")`, `<a b.png>)` or `a b.png)`. It may have one pair
 * of brackets.
 */
export function targetAt(text: string, from: number): Target | undefined {
  const first = endOfSpace(text, from)
  if (text.charAt(first) === '<') {
    const end = endOf(text, first + 1, '<>\n')
    const close = text.charAt(end) === '>' ? closeBehind(text, end + 1) : undefined
    return close === undefined ? undefined : { start: first + 1, end, close, isSpaced: false }
  }
  let isSpaced = false
  let isInner = false
  for (let at = first; ; ) {
    const end = endOf(text, at, '()<> \t\n')
    const sign = text.charAt(end)
    const close = isInner ? undefined : closeBehind(text, end)
    if (close !== undefined) return end === first ? undefined : { start: first, end, close, isSpaced }
    if (sign === '' || '<>\n'.includes(sign) || (sign === '(' && isInner)) return undefined
    if (sign === '(' || sign === ')') isInner = sign === '('
    else isSpaced = true
    at = sign === '(' || sign === ')' ? end + 1 : endOfSpace(text, end)
  }
}

/** Where the brackets end, if nothing but a title is in front of their end. */
function closeBehind(text: string, from: number): number | undefined {
  let at = endOfSpace(text, from)
  const quote = text.charAt(at)
  if (at > from && (quote === '"' || quote === "'")) {
    const end = endOf(text, at + 1, `${quote}\n`)
    if (text.charAt(end) !== quote) return undefined
    at = endOfSpace(text, end + 1)
  }
  return text.charAt(at) === ')' ? at + 1 : undefined
}

const endOfSpace = (text: string, from: number): number => {
  let at = from
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at += 1
  return at
}

function endOf(text: string, from: number, signs: string): number {
  let at = from
  while (at < text.length && !signs.includes(text.charAt(at))) at += 1
  return at
}
