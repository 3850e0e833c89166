/** Doubt about the text of a classic cipher, which has no checksum (docs/cipher/format.md, "A doubtful text"). */
import { createClassicEncoder } from './classic-encoder.ts'
import type { Detection } from './detect.ts'
import { isDoubtfulText } from './plausibility.ts'

/**
 * What most likely happened to a cipher whose text is doubtful.
 *
 * - `markup`: a chat took pairs of tildes for markup.
 * - `ellipses`: a phone joined three dots to one ellipsis.
 * - `repeats`: a program shortened what repeats.
 * - `halves`: a tool wrote half of each emoji.
 * - `loss`: symbols were lost.
 */
export type LikelyDamage = 'markup' | 'ellipses' | 'repeats' | 'halves' | 'loss'

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

/** Whether a text is one but for halves of surrogate pairs. */
function hasHalves(text: string): boolean {
  if (text.isWellFormed()) return false
  const rest = text.replaceAll(/\p{Surrogate}/gu, '')
  return rest !== '' && !isDoubtfulText(rest)
}
