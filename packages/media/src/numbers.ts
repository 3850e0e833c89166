/** Numbers and names in image formats. The caller has checked that the bytes exist. */

/** Reads two bytes, big-endian. */
export function u16be(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 8) | bytes[at + 1]!
}

/** Reads two bytes, little-endian. */
export function u16le(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8)
}

/** Reads three bytes, little-endian. */
export function u24le(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
}

/** Reads four bytes, big-endian. */
export function u32be(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
}

/** Reads four bytes, little-endian. */
export function u32le(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
}

/** Reads eight bytes, big-endian. Rounds above 2^53, which no file reaches. */
export function u64be(bytes: Uint8Array, at: number): number {
  return u32be(bytes, at) * 2 ** 32 + u32be(bytes, at + 4)
}

/** Decodes bytes as ISO 8859-1. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]!)
  return text
}

/** Encodes characters up to U+00FF as ISO 8859-1. */
export function charactersOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Reads four bytes as the name of a chunk or box. */
export function fourCC(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!)
}

/** Whether the bytes at `at` are `text`; false if they end too soon. */
export function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false
  }
  return true
}
