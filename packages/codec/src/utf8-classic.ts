/**
 * The classic encoding as some relatives write it: of the nibbles of a text's UTF-8, mostly without a wrapper. Only the
 * reader of pasted messages knows it (docs/cipher/format.md, "Reading what people paste").
 */
import { beforeBody } from './classic-decoder.ts'
import { isDoubtfulText, isPlausible } from './plausibility.ts'
import { beginsAsClassic } from './stretches.ts'

const symbolsPerByte = 4
/** With fewer bytes, or characters of several bytes, symbols are UTF-8 by chance. */
const minBytesOfAscii = 12
const minLongCharacters = 2

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads a text from symbol values, with or without the wrapper; `undefined` if it is no plausible text. */
export const readUtf8Classic = (values: Uint8Array): string | undefined =>
  readBody(values) ?? (beginsAsClassic(values) ? readBody(values.subarray(beforeBody, -1)) : undefined)

function readBody(body: Uint8Array): string | undefined {
  if (body.length % symbolsPerByte !== 0) return undefined
  const bytes = Uint8Array.from({ length: body.length / symbolsPerByte }, (_, i) => byteAt(body, i))
  const text = decodeUtf8(bytes)
  if (text === undefined || /\p{Cc}/u.test(text.replaceAll(/[\t\r\n]/g, ''))) return undefined
  const longCharacters = Array.from(text).filter((character) => character > '\x7f').length
  if (longCharacters < minLongCharacters && bytes.length < minBytesOfAscii) return undefined
  return isText(text) ? text : undefined
}

const isText = (text: string): boolean => (text.length < 4 ? !isDoubtfulText(text) : isPlausible(text))

/** The byte of four symbols: two nibbles, each less its place modulo 16. */
function byteAt(body: Uint8Array, i: number): number {
  const nibbleAt = (place: number) => (4 * body[2 * place]! + body[2 * place + 1]! - place) & 15
  return (nibbleAt(2 * i) << 4) | nibbleAt(2 * i + 1)
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    // Not UTF-8.
    return undefined
  }
}
