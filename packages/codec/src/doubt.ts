/** Doubt about the text of a classic cipher, which has no checksum (docs/cipher/format.md, "A doubtful text"). */
import { createClassicEncoder } from './classic-encoder.ts'
import type { Detection } from './detect.ts'
import { isDoubtfulText } from './plausibility.ts'

/** What is said of a doubtful text, by what most likely happened to its cipher. For display, and for translation. */
export const doubts = {
  markup: 'This may be another text than was written: the chat may have taken ~~. Ask for it as code.',
  ellipses:
    'This may be another text than was written: three dots may have become one sign. Ask for it as code.',
  repeats:
    'This may be another text than was written: what repeats may have been shortened. Ask for it as code.',
  halves: 'This may be another text than was written: by a tool that halves emoji.',
  loss: 'This may be another text than was written: symbols may be lost. Copy all of it again.',
} as const

/** What most likely happened to a cipher whose text is doubtful. */
export type LikelyDamage = keyof typeof doubts

/** Whether a wrapped cipher has a text that may not be the one that was written; never for a frame. */
export const isDoubtful = (detection: Detection): boolean =>
  detection.format === 'classic' && isDoubtfulText(detection.text)

/** What most likely happened to a doubtful cipher; `undefined` if it is none. */
export function doubtOf(detection: Detection): LikelyDamage | undefined {
  if (detection.format === 'frame' || !isDoubtfulText(detection.text)) return undefined
  const { charset, text } = detection
  if (hasHalves(text)) return 'halves'
  const cipher = createClassicEncoder(charset).toCipher(text)
  const countOf = (run: string) => cipher.split(run).length - 1
  const lacks = (run: string) => countOf(run) === 0
  const has = (symbol: string) => charset.symbols.includes(symbol)
  if (charset.symbols.every((symbol) => lacks(symbol + symbol))) return 'repeats'
  // A chat takes pairs, so that one may stay.
  if (has('~') && countOf('~~') < 2) return 'markup'
  if (has('.') && has('…') && lacks('...')) return 'ellipses'
  return charset.symbols.every((symbol) => lacks(symbol.repeat(3))) ? 'repeats' : 'loss'
}

/** What most likely happened to the first doubtful one of several ciphers. */
export const doubtOfAny = (detections: readonly Detection[]): LikelyDamage | undefined =>
  detections.map(doubtOf).find((doubt) => doubt !== undefined)

/** Whether a text is one but for halves of surrogate pairs. */
function hasHalves(text: string): boolean {
  if (text.isWellFormed()) return false
  const rest = text.replaceAll(/\p{Surrogate}/gu, '')
  return rest !== '' && !isDoubtfulText(rest)
}
