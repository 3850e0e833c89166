import { maxKeyCodePoints } from '@pictoglyph/codec/limits'
import { nameIn } from '../messages.ts'
import { codePointsOf, inWords, textLength } from './counts.ts'
import type { Words } from './page-language.ts'
import type { OfferedAlgorithm } from './service.ts'
import type { Tone } from './status-line.ts'

/** The notice about an input that was not sent. */
interface NotSent {
  words: Words
  tone: Tone
}

const nothing: NotSent = { words: () => '', tone: 'plain' }
const refused = (words: Words): NotSent => ({ words, tone: 'bad' })

/** Why a text can't be encoded: it is missing or too long, or its key is. */
export function textNotSent(
  { text, key, most }: { text: string; key: string; most: number },
  preset: OfferedAlgorithm | undefined,
): NotSent | undefined {
  if (text === '') return nothing
  if (textLength(text) > most) return refused((messages) => messages.textTooLong(inWords(most)))
  if (preset?.needKey && key === '') {
    return { words: (messages) => messages.keyWantedToEncode(nameIn(messages, preset.name)), tone: 'plain' }
  }
  return keyNotSent(key)
}

/** Why a cipher can't be decoded: it is missing or too long, or its key is too long. */
export function cipherNotSent({
  cipher,
  key,
  most,
}: {
  cipher: string
  key: string
  most: number
}): NotSent | undefined {
  if (cipher === '') return nothing
  if (codePointsOf(cipher) > most) return refused((messages) => messages.cipherTooLong(inWords(most)))
  return keyNotSent(key)
}

function keyNotSent(key: string): NotSent | undefined {
  const isTooLong = codePointsOf(key) > maxKeyCodePoints
  return isTooLong ? refused((messages) => messages.keyTooLong(inWords(maxKeyCodePoints))) : undefined
}
