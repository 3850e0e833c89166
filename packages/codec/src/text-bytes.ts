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

/** Decodes big-endian UTF-16 from an even number of bytes. */
export function decodeUtf16(bytes: Uint8Array): string {
  const textUnits = bytes.length >> 1
  const scratch = sharedScratch(textUnits)
  for (let i = 0; i < textUnits; i++) scratch.units[i] = (bytes[2 * i]! << 8) | bytes[2 * i + 1]!
  return scratch.text(0, textUnits)
}
