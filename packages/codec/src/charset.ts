import { checksumMark, crc16 } from './checksum.ts'
import { CodecError } from './failure.ts'
import { isIgnored } from './ignored-characters.ts'

/** The four symbols of a set, c0 to c3; each is one code point. */
export type Symbols = readonly [c0: string, c1: string, c2: string, c3: string]

/** A character set. A cipher in it consists of these four symbols only. */
export interface Charset {
  readonly id: string
  readonly name: string
  readonly symbols: Symbols
}

/** The code point of `~`. */
export const asciiTilde = 0x7e
/** The code point of `～`, which is read as {@link asciiTilde}. */
export const fullwidthTilde = 0xff5e
/** Includes U+FFFD, which replaces invalid bytes and is hardly ever intended. */
const unsuitable =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Mark}\p{Surrogate}\p{Unassigned}\ufffd]/u

/** Folds a code point: the fullwidth tilde (U+FF5E) becomes the ASCII tilde. */
export const foldSymbol = (codePoint: number): number =>
  codePoint === fullwidthTilde ? asciiTilde : codePoint

/**
 * Reads four adjacent symbols, such as `嗷呜啊~`.
 *
 * They must be four different single code points, where the two tildes count as the same. None may be white space, a
 * control, format, combining, invisible, surrogate or unassigned code point or U+FFFD. No two next to each other may
 * change under NFC, so that a cipher survives normalisation.
 *
 * @throws {CodecError} BAD_CHARSET, with a message that names the symbol and its problem
 */
export function parseSymbols(written: string): Symbols {
  const symbols = Array.from(written)
  const [c0, c1, c2, c3] = symbols
  if (c0 === undefined || c1 === undefined || c2 === undefined || c3 === undefined || symbols.length > 4) {
    throw new CodecError(
      'BAD_CHARSET',
      'A character set has exactly 4 symbols of one code point each, not {count}.',
      { count: symbols.length },
    )
  }
  for (const symbol of symbols) {
    if (unsuitable.test(symbol) || isIgnored(symbol.codePointAt(0)!)) {
      throw new CodecError(
        'BAD_CHARSET',
        '{symbol} is white space, invisible, combining or not a character.',
        { symbol: codePointName(symbol) },
      )
    }
  }
  for (const left of symbols) {
    for (const right of symbols) {
      if ((left + right).normalize('NFC') !== left + right) {
        throw new CodecError('BAD_CHARSET', '{left} {right} changes under Unicode normalisation (NFC).', {
          left: codePointName(left),
          right: codePointName(right),
        })
      }
    }
  }
  if (new Set(codePointsOf([c0, c1, c2, c3])).size < 4) {
    throw new CodecError(
      'BAD_CHARSET',
      'The symbols {written} are not four different ones (the two tildes, ～ and ~, count as one).',
      { written },
    )
  }
  return [c0, c1, c2, c3]
}

/** The symbols' folded code points ({@link foldSymbol}), c0 to c3. */
export const codePointsOf = (symbols: Symbols): number[] =>
  symbols.map((symbol) => foldSymbol(symbol.codePointAt(0)!))

/** Code points as four 32-bit big-endian numbers, 16 bytes. A frame's check covers them, and thereby the set. */
export function identityOf(codePoints: readonly number[]): Uint8Array {
  const identity = new Uint8Array(16)
  const view = new DataView(identity.buffer)
  codePoints.forEach((codePoint, i) => {
    view.setUint32(4 * i, codePoint)
  })
  return identity
}

/**
 * Whether two sets can't be distinguished in a cipher, so that they can't be enabled together. Either they have the
 * same four symbols in any order. Or one damaged symbol turns a wrapper of one into a wrapper of the other, and both
 * give a frame the same checksum, or one the checksum that marks another packing of the other. Below U+10000, only
 * code points that differ by exactly that mark do so; beyond, it has a chance of 1 in 32,768.
 */
export function areConfusable(one: Symbols, other: Symbols): boolean {
  if (symbolSetKey(one) === symbolSetKey(other)) return true
  const [left, right] = [codePointsOf(one), codePointsOf(other)]
  const differing = left.filter((codePoint, i) => codePoint !== right[i]).length
  return differing === 1 && [0, checksumMark].includes(crc16(identityOf(left)) ^ crc16(identityOf(right)))
}

/**
 * A string that is equal for two sets if and only if they have the same symbols in any order. Such sets can't both be
 * enabled, because a cipher identifies its set by the symbols.
 */
export const symbolSetKey = (symbols: Symbols): string =>
  symbolKey(codePointsOf(symbols).sort((a, b) => a - b))

/** A map key for folded code points in order. */
export const symbolKey = (codePoints: readonly number[]): string => String.fromCodePoint(...codePoints)

const codePointName = (symbol: string): string =>
  `U+${symbol.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
