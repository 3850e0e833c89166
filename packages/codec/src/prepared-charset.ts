import {
  asciiTilde,
  type Charset,
  codePointsOf,
  fullwidthTilde,
  identityOf,
  parseSymbols,
} from './charset.ts'
import { ignoredUnits } from './ignored-characters.ts'

/** Values of {@link PreparedCharset.classOfUnit} for units that are not symbols (symbols are 0 to 3). */
export const unitClass = { lead: 0x20, ignored: 0x40, foreign: 0x80 } as const

/** A validated character set with the tables that write and read its symbols. Immutable; keep and reuse it. */
export interface PreparedCharset extends Charset {
  /** The symbols' folded code points, c0 to c3. */
  readonly codePoints: readonly number[]
  /** The code points as four 32-bit big-endian numbers. A frame's check covers them, and so the set. */
  readonly identity: Uint8Array
  /** For each nibble, its two symbols as UTF-16 units, the first in the low half; `null` if a symbol has two units. */
  readonly unitPairs: Uint32Array | null
  /** For each byte, its four symbols, the highest two bits first. */
  symbolsOfByte(): readonly string[]
  /** For each UTF-16 unit, the value 0 to 3 of its symbol, or one of {@link unitClass}. */
  classOfUnit(): Uint8Array
}

const prepared = new WeakSet<Charset>()

/**
 * Validates a character set and builds its tables. Returns a prepared set unchanged.
 *
 * @throws {CodecError} BAD_CHARSET, as {@link parseSymbols}
 */
export function prepareCharset(charset: Charset): PreparedCharset {
  if (isPrepared(charset)) return charset
  const symbols = parseSymbols(charset.symbols.join(''))
  const codePoints = codePointsOf(symbols)
  const made: PreparedCharset = Object.freeze({
    id: charset.id,
    name: charset.name,
    symbols,
    codePoints,
    identity: identityOf(codePoints),
    unitPairs: unitPairsOf(symbols),
    symbolsOfByte: once(() => byteStrings(symbols)),
    classOfUnit: once(() => unitClasses(codePoints)),
  })
  prepared.add(made)
  return made
}

const isPrepared = (charset: Charset): charset is PreparedCharset => prepared.has(charset)

function unitPairsOf(symbols: readonly string[]): Uint32Array | null {
  if (symbols.some((symbol) => symbol.length > 1)) return null
  const units = symbols.map((symbol) => symbol.charCodeAt(0))
  return Uint32Array.from({ length: 16 }, (_, nibble) => units[nibble >> 2]! | (units[nibble & 3]! << 16))
}

const byteStrings = (symbols: readonly string[]): readonly string[] =>
  Array.from({ length: 256 }, (_, byte) => [6, 4, 2, 0].map((shift) => symbols[(byte >> shift) & 3]).join(''))

function unitClasses(codePoints: readonly number[]): Uint8Array {
  const classes = new Uint8Array(0x10000).fill(unitClass.foreign)
  for (const unit of ignoredUnits) classes[unit] = unitClass.ignored
  codePoints.forEach((codePoint, value) => {
    if (codePoint > 0xffff) classes[String.fromCodePoint(codePoint).charCodeAt(0)] = unitClass.lead
    else classes[codePoint] = value
    if (codePoint === asciiTilde) classes[fullwidthTilde] = value
  })
  return classes
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}
