import { CodecError } from './failure.ts'

/** The longest text that is encoded, in UTF-16 code units. */
export const maxTextUnits = 20_000

/** The longest cipher that is read, in code points. Every accepted text's cipher is shorter. */
export const maxCipherCodePoints = 200_000

/** The longest key that a caller may give, in code points. */
export const maxKeyCodePoints = 256

/** @throws {CodecError} TEXT_LENGTH unless the text has 1 to {@link maxTextUnits} UTF-16 code units */
export function requireTextLength(text: string): void {
  if (text.length >= 1 && text.length <= maxTextUnits) return
  throw new CodecError('TEXT_LENGTH', 'The text must have 1 to {most} UTF-16 code units.', {
    most: maxTextUnits,
  })
}

/**
 * Whether a text has at most `limit` code points (a lone surrogate counts as one). It only counts them if the number
 * of UTF-16 units does not decide.
 */
export function hasAtMostCodePoints(text: string, limit: number): boolean {
  if (text.length <= limit) return true
  if (text.length > 2 * limit) return false
  let codePoints = 0
  for (let i = 0; i < text.length; codePoints++) i += text.codePointAt(i)! > 0xffff ? 2 : 1
  return codePoints <= limit
}

/** @throws {CodecError} CIPHER_LENGTH if the cipher has more than {@link maxCipherCodePoints} code points */
export function requireCipherLength(cipher: string): void {
  if (hasAtMostCodePoints(cipher, maxCipherCodePoints)) return
  throw new CodecError('CIPHER_LENGTH', 'The cipher has more than {most} characters.', {
    most: maxCipherCodePoints,
  })
}
