/**
 * The two checks of a frame that need no key.
 *
 * Both are cyclic redundancy checks, which detect every burst of errors no longer than the check itself: a
 * changed symbol is a burst of two bits, two swapped neighbours one of four. Parameters are those of the
 * catalogue of parametrised CRC algorithms (CRC-32/ISO-HDLC; the polynomial of CRC-4/G-704).
 */

const crc32Table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let register = byte
  for (let bit = 0; bit < 8; bit++) register = register & 1 ? (register >>> 1) ^ 0xedb88320 : register >>> 1
  return register
})

/** CRC-32/ISO-HDLC (the CRC of zip and PNG) over the parts one after the other, as an unsigned number. */
export function crc32(...parts: readonly Uint8Array[]): number {
  let register = 0xffffffff
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) {
      register = crc32Table[(register ^ part[i]!) & 0xff]! ^ (register >>> 8)
    }
  }
  return ~register >>> 0
}

/** The remainder of a byte times x⁴ by x⁴ + x + 1: a nibble that detects every burst of up to four bits. */
export function crc4(byte: number): number {
  let remainder = byte << 4
  for (let bit = 11; bit >= 4; bit--) {
    if (remainder & (1 << bit)) remainder ^= 0b10011 << (bit - 4)
  }
  return remainder
}
