import { type LeftAddress, pictureEnding } from './image-address.ts'
import { createSpanReader, endOf, isOneOf, isSpace, movedBy, type Span } from './spans.ts'

const isBetweenQueries = isOneOf('"\'`<>()[]{}|\\')
const isBetweenWords = isOneOf('"\'`<>()[]{}|\\=,;')
const isBeforeWord = isOneOf('*_~(')
const isAfterWord = isOneOf('*_~).,:;!?')
/** Signs of code or a template: on such a line, a bare file name counts as an address. */
const signsOfCode = ['=', '<', '@', '::', '{{', '{%', '[[']

/**
 * Finds image-like addresses in a text. A bare file name within a sentence does not count.
 * @param hidden spans to skip
 */
export function pictureAddressesIn(text: string, hidden: readonly Span[] = []): LeftAddress[] {
  const found: LeftAddress[] = []
  for (const line of visibleLines(text, hidden)) {
    const parts = line.map(({ start, end }) => ({ start, part: text.slice(start, end) }))
    const isCode = parts.some(({ part }) => signsOfCode.some((sign) => part.includes(sign)))
    for (const { start, part } of parts) {
      const inPart = addressesIn(part).filter(({ isWord }) => isCode || !isWord)
      for (const { isWord: _, ...one } of movedBy(start, inPart)) found.push(one)
    }
  }
  return found
}

/** The visible parts of each line. */
function* visibleLines(text: string, hidden: readonly Span[]): Generator<Span[]> {
  const hiddenEnd = createSpanReader(hidden)
  let line: Span[] = []
  for (let at = 0; at < text.length; ) {
    let end = at
    while (end < text.length && text.charAt(end) !== '\n' && hiddenEnd(end) === undefined) end += 1
    if (end > at) line.push({ start: at, end })
    at = hiddenEnd(end) ?? end + 1
    if (!text.slice(end, at).includes('\n')) continue
    yield line
    line = []
  }
  yield line
}

function addressesIn(part: string): (LeftAddress & { isWord: boolean })[] {
  const found: (LeftAddress & { isWord: boolean })[] = []
  for (let at = 0; at < part.length; ) {
    const start = endOf(part, at, (sign) => isBetweenWords(sign) || isSpace(sign))
    at = endOf(part, start, (sign) => !isBetweenWords(sign) && !isSpace(sign))
    const length = pictureLength(part.slice(start, at))
    if (length === 0) continue
    let end = start + length
    if ('?#'.includes(part.charAt(end))) {
      end = endOf(part, end, (sign) => !isBetweenQueries(sign) && !isSpace(sign))
      at = Math.max(at, end)
    }
    const address = part.slice(start, end)
    if (/^(?:data|cid|blob):/i.test(address)) continue
    const before = part.charAt(start - 1)
    const after = part.charAt(end)
    const isWord =
      !address.includes('/') &&
      (before === '' || isSpace(before) || isBeforeWord(before)) &&
      (after === '' || isSpace(after) || isAfterWord(after)) &&
      part.slice(start - 2, start) !== ']('
    found.push({ start, end, address, isWord })
  }
  return found
}

/** The length of the image name at the start of a word; 0 if there is none. */
function pictureLength(word: string): number {
  for (let dot = word.lastIndexOf('.'); dot > 0; dot = word.lastIndexOf('.', dot - 1)) {
    pictureEnding.lastIndex = dot
    if (!'./'.includes(word.charAt(dot - 1)) && pictureEnding.test(word)) return pictureEnding.lastIndex
  }
  return 0
}
