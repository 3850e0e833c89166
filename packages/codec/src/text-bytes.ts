import { sharedScratch } from './unit-scratch.ts'

/** Big-endian UTF-16: two bytes a code unit, lone surrogates included. */
export function encodeUtf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes[2 * i] = unit >> 8
    bytes[2 * i + 1] = unit & 0xff
  }
  return bytes
}

/** UTF-8 of a well-formed text: its encoding, exactly as long as {@link utf8Length} says. */
export const encodeUtf8 = (text: string): Uint8Array => utf8Encoder.encode(text)

const utf8Encoder = new TextEncoder()
const utf8Decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The text of UTF-8 bytes; a byte order mark is a character like any other.
 *
 * @throws {TypeError} for bytes that are not UTF-8
 */
export const decodeUtf8 = (bytes: Uint8Array): string => utf8Decoder.decode(bytes)

/** The text of big-endian UTF-16 bytes, an even number of them. */
export function decodeUtf16(bytes: Uint8Array): string {
  const textUnits = bytes.length >> 1
  const scratch = sharedScratch(textUnits)
  for (let i = 0; i < textUnits; i++) scratch.units[i] = (bytes[2 * i]! << 8) | bytes[2 * i + 1]!
  return scratch.text(0, textUnits)
}

/** The number of bytes of a text in UTF-8; null if a lone surrogate has no UTF-8. */
export function utf8Length(text: string): number | null {
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) length += 1
    else if (unit < 0x800) length += 2
    else if (unit < 0xd800 || unit > 0xdfff) length += 3
    else if (unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      length += 4
      i++
    } else return null
  }
  return length
}
