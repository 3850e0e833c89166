import { type LeftAddress, pictureEnding } from './image-address.ts'
import { createSpanReader, isSpace, type Span } from './spans.ts'

const betweenWords = new Set('"\'`<>()[]{}|=,;\\')
const betweenQueries = new Set('"\'`<>()[]{}|\\')
const beforeWords = new Set(['', '*', '_', '~', '('])
const afterWords = new Set(['', '*', '_', '~', ')', '.', ',', ':', ';', '!', '?'])
/** With `@` and `::` the signs of a program or a template. In their lines a bare name is no word of a sentence. */
const signsOfCode = ['=', '<', '{{', '{%', '[[']

/**
 * Everything that looks like the address of a picture in a text. A bare name within a sentence does not.
 * @param hidden spans that are left out
 */
export function pictureAddressesIn(text: string, hidden: readonly Span[] = []): LeftAddress[] {
  const hiddenEnd = createSpanReader(hidden)
  const found: (LeftAddress & { sentence: number | undefined })[] = []
  const linesOfCode = new Set<number>()
  let line = 0
  let visibleFrom = 0
  const signAt = (place: number): string =>
    place < visibleFrom || hiddenEnd(place) !== undefined ? '' : text.charAt(place)
  const skipUntil = (isEnd: (sign: string) => boolean, from: number): number => {
    let place = from
    while (signAt(place) !== '' && !isEnd(signAt(place))) place += 1
    return place
  }

  for (let at = 0; at < text.length; ) {
    const next = hiddenEnd(at)
    if (next !== undefined) {
      if (text.slice(at, next).includes('\n')) line += 1
      at = visibleFrom = next
      continue
    }
    const start = at
    const before = start === visibleFrom ? '' : text.charAt(start - 1)
    at = skipUntil((sign) => betweenWords.has(sign) || isSpace(sign), start)
    const written = text.slice(start, Math.max(at, start + 2))
    if (
      signsOfCode.some((sign) => written.startsWith(sign)) ||
      written.includes('@') ||
      written.includes('::')
    ) {
      linesOfCode.add(line)
    }
    if (at === start) {
      if (text.charAt(at) === '\n') line += 1
      at += 1
      continue
    }
    const length = pictureLength(text.slice(start, at))
    if (length === 0) continue
    let end = start + length
    if (signAt(end) === '?' || signAt(end) === '#') {
      end = skipUntil((sign) => betweenQueries.has(sign) || isSpace(sign), end)
      at = Math.max(at, end)
    }
    const address = text.slice(start, end)
    if (/^(?:data|cid|blob):/i.test(address)) continue
    const after = signAt(end)
    const isWord =
      !address.includes('/') &&
      !address.includes('=') &&
      (isSpace(before) || beforeWords.has(before)) &&
      (isSpace(after) || afterWords.has(after)) &&
      text.slice(start - 2, start) !== ']('
    found.push({ start, address, sentence: isWord ? line : undefined })
  }
  return found
    .filter(({ sentence }) => sentence === undefined || linesOfCode.has(sentence))
    .map(({ start, address }) => ({ start, address }))
}

/** How much of a word is the name of a picture; 0 if nothing is. */
function pictureLength(word: string): number {
  for (let dot = word.lastIndexOf('.'); dot > 0; dot = word.lastIndexOf('.', dot - 1)) {
    pictureEnding.lastIndex = dot
    const isName = word.charAt(dot - 1) !== '.' && word.charAt(dot - 1) !== '/'
    if (isName && pictureEnding.test(word)) return pictureEnding.lastIndex
  }
  return 0
}
