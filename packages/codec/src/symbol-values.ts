import { unrecognized } from './failure.ts'
import { type PreparedCharset, unitClass } from './prepared-charset.ts'
import { sharedScratch } from './unit-scratch.ts'

/**
 * Reads a cipher's symbols in one set as values 0 to 3, without ignored characters.
 *
 * @throws {CodecError} UNRECOGNIZED at any other character
 */
export function readSymbolValues(cipher: string, set: PreparedCharset): Uint8Array {
  const classOfUnit = set.classOfUnit()
  const values = new Uint8Array(cipher.length)
  let count = 0
  for (let i = 0; i < cipher.length; i++) {
    const found = classOfUnit[cipher.charCodeAt(i)]!
    if (found < 4) {
      values[count++] = found
    } else if (found === unitClass.lead) {
      const value = set.codePoints.indexOf(cipher.codePointAt(i++)!)
      if (value < 0) throw unrecognized()
      values[count++] = value
    } else if (found !== unitClass.ignored) {
      throw unrecognized()
    }
  }
  return values.subarray(0, count)
}

/** Writes bytes as four symbols each, the highest two bits first, between two strings of symbols. */
export function writeBytesAsSymbols(
  set: PreparedCharset,
  prefix: string,
  bytes: Uint8Array,
  suffix: string,
): string {
  const { unitPairs } = set
  if (unitPairs === null) {
    const symbolsOfByte = set.symbolsOfByte()
    let body = prefix
    for (const byte of bytes) body += symbolsOfByte[byte]!
    return body + suffix
  }
  const scratch = sharedScratch(4 * bytes.length + 2)
  let at = 0
  for (const byte of bytes) {
    scratch.pairs[at++] = unitPairs[byte >> 4]!
    scratch.pairs[at++] = unitPairs[byte & 15]!
  }
  return prefix + scratch.text(0, 2 * at) + suffix
}

/** Joins symbol values into bytes, four per byte. */
export function bytesOfSymbolValues(values: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(values.length >> 2)
  for (let i = 0, at = 0; i < bytes.length; i++, at += 4) {
    bytes[i] = (values[at]! << 6) | (values[at + 1]! << 4) | (values[at + 2]! << 2) | values[at + 3]!
  }
  return bytes
}
