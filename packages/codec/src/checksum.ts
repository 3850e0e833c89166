/**
 * The checksum of frames without a key: CRC-16/IBM-3740 in the catalogue of parametrised CRC algorithms (x¹⁶ + x¹² +
 * x⁵ + 1, from 0xffff, the highest bit first).
 *
 * A cyclic redundancy check of 16 bits detects every burst of errors of up to 16 bits: a changed symbol is a burst of
 * two, two swapped neighbours one of four. This polynomial also detects any two changed symbols that are less than
 * 16,383 symbols apart, and Python's standard library has it (`binascii.crc_hqx`).
 */

/**
 * The polynomial is x + 1 times a polynomial of degree 15. This is the latter. XORed into a checksum, it comes out as
 * the remainder of data and checksum in place of zero, and is a mark that costs no bit: both are multiples of it, so
 * every burst of up to 15 bits and any two changed symbols that are less than 3,570 symbols apart are still detected.
 */
export const checksumMark = 0xf01f

const polynomial = 0x1021
const initial = 0xffff

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let register = byte << 8
  for (let bit = 0; bit < 8; bit++)
    register = register & 0x8000 ? (register << 1) ^ polynomial : register << 1
  return register
})

/** The CRC-16 of the concatenated parts, as an unsigned number. */
export function crc16(...parts: readonly Uint8Array[]): number {
  let register = initial
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) register = nextRegister(register, part[i]!)
  }
  return register
}

/** The {@link crc16} of a context and the first bytes, for each number of them from 1. */
export function* crc16OfEach(context: Uint8Array, bytes: Uint8Array): Generator<number> {
  let register = crc16(context)
  for (let i = 0; i < bytes.length; i++) {
    register = nextRegister(register, bytes[i]!)
    yield register
  }
}

const nextRegister = (register: number, byte: number): number =>
  ((register << 8) & 0xffff) ^ table[(register >> 8) ^ byte]!
