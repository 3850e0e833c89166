import { maximumKeyCodePoints } from '@pictoglyph/codec'
import type { Wording } from '../wording/wording.ts'
import { codePointsOf, inWords, textLength } from './counts.ts'
import type { OfferedAlgorithm } from './service.ts'
import type { Tone } from './status.ts'

/** What is told of an input that nobody could work on. */
export interface NotSent {
  words: string
  tone: Tone
}

const refused = (words: string): NotSent => ({ words, tone: 'bad' })

/** Why a text is not encoded, if it is not: there is none, it is too long, or its key is missing or too long. */
export function textNotSent(
  { text, key, most }: { text: string; key: string; most: number },
  preset: OfferedAlgorithm | undefined,
  wording: Wording,
): NotSent | undefined {
  if (text === '') return { words: '', tone: 'plain' }
  if (textLength(text) > most) return refused(wording.textTooLong(inWords(most)))
  if (preset?.needKey && key === '') return { words: wording.keyWantedToEncode(preset.name), tone: 'plain' }
  return keyNotSent(key, wording)
}

/** Why a cipher is not decoded, if it is not: there is none, or it or its key is too long. */
export function cipherNotSent(
  { cipher, key, most }: { cipher: string; key: string; most: number },
  wording: Wording,
): NotSent | undefined {
  if (cipher === '') return { words: '', tone: 'plain' }
  if (codePointsOf(cipher) > most) return refused(wording.cipherTooLong(inWords(most)))
  return keyNotSent(key, wording)
}

function keyNotSent(key: string, wording: Wording): NotSent | undefined {
  const isTooLong = codePointsOf(key) > maximumKeyCodePoints
  return isTooLong ? refused(wording.keyTooLong(inWords(maximumKeyCodePoints))) : undefined
}
