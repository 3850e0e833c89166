/** Numbers and names as image formats write them. The caller has made sure the bytes are there. */

/** Two bytes, highest first. */
export function u16be(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 8) | bytes[at + 1]!
}

/** Two bytes, lowest first. */
export function u16le(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8)
}

/** Three bytes, lowest first. */
export function u24le(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
}

/** Four bytes, highest first. */
export function u32be(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
}

/** Four bytes, lowest first. */
export function u32le(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
}

/** Rounded above 2^53, which no file reaches. */
export function u64be(bytes: Uint8Array, at: number): number {
  return u32be(bytes, at) * 2 ** 32 + u32be(bytes, at + 4)
}

/** Bytes as characters of the same number (ISO 8859-1). */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]!)
  return text
}

/** Characters up to U+00FF as bytes of the same number. */
export function charactersOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Four bytes as the name of a chunk or box. */
export function fourCC(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!)
}

/** Whether the bytes at `at` are `text`. False if they end too soon. */
export function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false
  }
  return true
}
