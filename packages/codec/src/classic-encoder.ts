/**
 * The classic four-symbol encoding, exactly as existing tools write it (docs/cipher/format.md, "Classic").
 *
 * Each UTF-16 code unit has four nibbles, the highest first. Nibble k of the whole text is increased by k modulo 16
 * and written as two symbols, c[n >> 2] then c[n & 3]. c3 c1 c0 come before the body and c2 after it. So nibbles 4i
 * to 4i+3 (mod 16) are added to unit i. They repeat every four units, and one integer addition handles all four.
 */
import type { Charset } from './charset.ts'
import { type PreparedCharset, prepareCharset } from './prepared-charset.ts'
import { sharedScratch } from './unit-scratch.ts'

/** Writes the classic encoding in one character set. */
export interface ClassicEncoder {
  /** Encodes a text of any length, including 0. */
  toCipher(text: string): string
  /**
   * Writes the cipher as UTF-8 into `target` from `offset`, escaped as in a JSON string (without the quotes). Returns
   * the offset after it.
   *
   * `target` must have {@link maxJsonBytes} bytes from `offset`. Up to 7 bytes after the returned offset may be
   * overwritten.
   *
   * @throws {RangeError} if it has fewer
   */
  writeJson(text: string, target: DataView, offset: number): number
  /** Bytes that {@link writeJson} needs for a text of this many UTF-16 code units. */
  maxJsonBytes(textUnits: number): number
}

/** The constants added to units 0, 1, 2, 3 modulo 4. */
export const nibbleOffsets = [0x0123, 0x4567, 0x89ab, 0xcdef] as const

/** The values of the wrapper's symbols: three before the body, one after. */
export const classicWrapper = [3, 1, 0, 2] as const

const slackBytes = 7

/** @throws {CodecError} BAD_CHARSET */
export function createClassicEncoder(charset: Charset): ClassicEncoder {
  const set = prepareCharset(charset)
  const [w0, w1, w2, w3] = classicWrapper.map((value) => set.symbols[value]!) as [
    string,
    string,
    string,
    string,
  ]
  const prefix = w0 + w1 + w2
  const pairs = set.unitPairs
  const toCipher = pairs
    ? (text: string) => encodeUnits(text, pairs, prefix, w3)
    : (text: string) => prefix + joinSymbols(text, set.symbolsOfByte()) + w3
  let json: JsonTables | undefined
  return {
    toCipher,
    writeJson(text, target, offset) {
      json ??= createJsonTables(set)
      return writeJson(text, target, offset, json)
    },
    maxJsonBytes(textUnits) {
      json ??= createJsonTables(set)
      return (classicWrapper.length / 2 + 4 * textUnits) * json.maxPairBytes + slackBytes
    },
  }
}

/** Adds to each nibble modulo 16. The top bits are handled apart, so that no carry crosses into a neighbour. */
const shiftUnit = (unit: number, offset: number): number =>
  ((unit & 0x7777) + (offset & 0x7777)) ^ ((unit ^ offset) & 0x8888)

function encodeUnits(text: string, pairs: Uint32Array, prefix: string, suffix: string): string {
  const textUnits = text.length
  const scratch = sharedScratch(8 * textUnits + 8)
  const { units, pairs: out } = scratch
  units[1] = prefix.charCodeAt(0)
  units[2] = prefix.charCodeAt(1)
  units[3] = prefix.charCodeAt(2)
  let at = 2
  for (let i = 0; i < textUnits; i++, at += 4) {
    const shifted = shiftUnit(text.charCodeAt(i), nibbleOffsets[(i & 3) as 0 | 1 | 2 | 3])
    out[at] = pairs[shifted >> 12]!
    out[at + 1] = pairs[(shifted >> 8) & 15]!
    out[at + 2] = pairs[(shifted >> 4) & 15]!
    out[at + 3] = pairs[shifted & 15]!
  }
  units[2 * at] = suffix.charCodeAt(0)
  return scratch.text(1, 2 * at + 1)
}

function joinSymbols(text: string, symbolsOfByte: readonly string[]): string {
  let body = ''
  for (let i = 0; i < text.length; i++) {
    const shifted = shiftUnit(text.charCodeAt(i), nibbleOffsets[(i & 3) as 0 | 1 | 2 | 3])
    body += symbolsOfByte[shifted >> 8]! + symbolsOfByte[shifted & 0xff]!
  }
  return body
}

/**
 * The symbols as escaped UTF-8. Two symbols take at most eight bytes, so that the tables fit into a few cache lines.
 * Larger tables hardly speed up a long text, and slow down a short one.
 */
interface JsonTables {
  /**
   * For each nibble, its two symbols as eight bytes, written as one number. It is never a NaN, whose bytes could
   * change: that would need a last byte of 0x7f or 0xff, which symbols do not have in UTF-8.
   */
  readonly pairs: Float64Array
  /** For each nibble, how many of those bytes are used. */
  readonly lengths: Uint8Array
  readonly maxPairBytes: number
}

function createJsonTables({ symbols }: PreparedCharset): JsonTables {
  const utf8 = new TextEncoder()
  const written = symbols.map((symbol) => utf8.encode(JSON.stringify(symbol).slice(1, -1)))
  const bytes = new Uint8Array(16 * 8)
  const view = new DataView(bytes.buffer)
  const lengths = Uint8Array.from({ length: 16 }, (_, nibble) => {
    const [first, second] = [written[nibble >> 2]!, written[nibble & 3]!]
    bytes.set(first, 8 * nibble)
    bytes.set(second, 8 * nibble + first.length)
    return first.length + second.length
  })
  return {
    pairs: Float64Array.from(lengths, (_, nibble) => view.getFloat64(8 * nibble, true)),
    lengths,
    maxPairBytes: Math.max(...lengths),
  }
}

function writeJson(text: string, target: DataView, offset: number, tables: JsonTables): number {
  const { pairs, lengths } = tables
  const [w0, w1, w2, w3] = classicWrapper
  let at = writeNibble(target, offset, pairs, lengths, (w0 << 2) | w1)
  at = writeSymbol(target, at, pairs, lengths, w2)
  const textUnits = text.length
  for (let i = 0; i < textUnits; i++) {
    const shifted = shiftUnit(text.charCodeAt(i), nibbleOffsets[(i & 3) as 0 | 1 | 2 | 3])
    at = writeNibble(target, at, pairs, lengths, shifted >> 12)
    at = writeNibble(target, at, pairs, lengths, (shifted >> 8) & 15)
    at = writeNibble(target, at, pairs, lengths, (shifted >> 4) & 15)
    at = writeNibble(target, at, pairs, lengths, shifted & 15)
  }
  return writeSymbol(target, at, pairs, lengths, w3)
}

/** Writes a nibble's two symbols as eight bytes; the next write overwrites unused ones. */
function writeNibble(
  target: DataView,
  at: number,
  pairs: Float64Array,
  lengths: Uint8Array,
  nibble: number,
): number {
  target.setFloat64(at, pairs[nibble]!, true)
  return at + lengths[nibble]!
}

/** Writes one symbol as a pair of itself; the second is overwritten or unused. */
function writeSymbol(
  target: DataView,
  at: number,
  pairs: Float64Array,
  lengths: Uint8Array,
  value: number,
): number {
  return (at + writeNibble(target, at, pairs, lengths, (value << 2) | value)) / 2
}
