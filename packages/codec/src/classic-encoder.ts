/**
 * The classic four-symbol encoding, as every existing tool writes it (docs/cipher-format.md, "Classic").
 *
 * For each UTF-16 code unit its four nibbles, the highest first; nibble k of the whole text gets k added
 * modulo 16 and is written as two symbols, c[n >> 2] then c[n & 3]; c3 c1 c0 goes before and c2 after.
 * Unit i therefore gets the constant with nibbles 4i, 4i+1, 4i+2, 4i+3 (mod 16) added, which repeats every
 * four units, and all four nibbles are added at once within one integer.
 */
import type { Charset } from './charset.ts'
import { type PreparedCharset, prepareCharset } from './prepared-charset.ts'
import { sharedScratch } from './unit-scratch.ts'

/** Writes the classic encoding in one character set. */
export interface ClassicEncoder {
  /** The cipher of a text of any length, empty included. */
  toCipher(text: string): string
  /**
   * Writes the cipher as UTF-8 into `target` from `offset`, escaped as the inside of a JSON string (without
   * the quotes), and returns the offset after it.
   *
   * `target` must have {@link maxJsonBytes} bytes from `offset`; up to 15 bytes after the returned offset
   * may be overwritten.
   *
   * @throws {RangeError} if it does not have them
   */
  writeJson(text: string, target: Uint8Array, offset: number): number
  /** How many bytes {@link writeJson} needs for a text of this many UTF-16 code units. */
  maxJsonBytes(textUnits: number): number
}

/** The constants added to units 0, 1, 2, 3 modulo 4. */
export const nibbleOffsets = [0x0123, 0x4567, 0x89ab, 0xcdef] as const

/** The values of the wrapper's symbols: three before the body, one after. */
export const classicWrapper = [3, 1, 0, 2] as const

const slackBytes = 15

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
      json ??= createJsonTables(set, prefix, w3)
      return writeJson(text, target, offset, json)
    },
    maxJsonBytes(textUnits) {
      json ??= createJsonTables(set, prefix, w3)
      return json.prefix.length + json.suffix.length + 2 * textUnits * json.maxBytesPerByte + slackBytes
    },
  }
}

/** Adds nibble by nibble, modulo 16 each: the top bits go apart so that no carry crosses into a neighbour. */
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

interface JsonTables {
  readonly prefix: Uint8Array
  readonly suffix: Uint8Array
  /** For a byte, 16 bytes from 16 × byte: its four symbols as escaped UTF-8, as four little-endian words. */
  readonly words: Uint32Array
  /** For a byte, how many of those bytes count. */
  readonly lengths: Uint8Array
  readonly maxBytesPerByte: number
}

function createJsonTables(set: PreparedCharset, prefix: string, suffix: string): JsonTables {
  const utf8 = new TextEncoder()
  const inJson = (symbols: string) => utf8.encode(JSON.stringify(symbols).slice(1, -1))
  const bytes = new Uint8Array(256 * 16)
  const lengths = set.symbolsOfByte().map((symbols, byte) => {
    const written = inJson(symbols)
    bytes.set(written, 16 * byte)
    return written.length
  })
  return {
    prefix: inJson(prefix),
    suffix: inJson(suffix),
    words: new Uint32Array(bytes.buffer),
    lengths: Uint8Array.from(lengths),
    maxBytesPerByte: Math.max(...lengths),
  }
}

function writeJson(text: string, target: Uint8Array, offset: number, tables: JsonTables): number {
  const { words, lengths, prefix, suffix } = tables
  const view = new DataView(target.buffer, target.byteOffset, target.byteLength)
  target.set(prefix, offset)
  let at = offset + prefix.length
  const textUnits = text.length
  for (let i = 0; i < textUnits; i++) {
    const shifted = shiftUnit(text.charCodeAt(i), nibbleOffsets[(i & 3) as 0 | 1 | 2 | 3])
    at = writeWords(view, at, words, lengths, shifted >> 8)
    at = writeWords(view, at, words, lengths, shifted & 0xff)
  }
  target.set(suffix, at)
  return at + suffix.length
}

/** Writes a byte's four symbols as four whole words: what stands after them is written over by the next. */
function writeWords(
  view: DataView,
  at: number,
  words: Uint32Array,
  lengths: Uint8Array,
  byte: number,
): number {
  const from = byte << 2
  view.setUint32(at, words[from]!, true)
  view.setUint32(at + 4, words[from + 1]!, true)
  view.setUint32(at + 8, words[from + 2]!, true)
  view.setUint32(at + 12, words[from + 3]!, true)
  return at + lengths[byte]!
}
