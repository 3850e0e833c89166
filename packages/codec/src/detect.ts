/**
 * Detects a cipher's set, format and type (docs/cipher/format.md, "Reading a cipher").
 *
 * Its first three symbols and its last identify set and format. Then the number of its symbols decides: 4 modulo 8
 * for a classic cipher, 0 modulo 8 and at least 16 for a classic body without its wrapper, 2 modulo 4 for a frame.
 */
import { costOfAesGcmBody } from './aesgcm-body.ts'
import { isBareBodyLength, readBareBody } from './bare-body.ts'
import { isBodyLength } from './body-length.ts'
import { arePieces, type CipherSymbols, type Explain, explainBroken } from './broken-cipher.ts'
import { foldSymbol } from './charset.ts'
import type { CharsetIndex } from './charset-index.ts'
import {
  beforeBody,
  decodeCleanCipher,
  decodeSymbolValues,
  minCipherSymbols,
  symbolsPerUnit,
} from './classic-decoder.ts'
import { classicWrapper } from './classic-encoder.ts'
import { CodecError, damaged, refused, unrecognized } from './failure.ts'
import { type Frame, isFrameLength, readFrame } from './frame.ts'
import { countSymbols, isIgnored, whiteSpace } from './ignored-characters.ts'
import { hasAtMostCodePoints, maxCipherCodePoints, requireCipherLength } from './limits.ts'
import type { PreparedCharset } from './prepared-charset.ts'
import { type AlgorithmType, needsKey, type Scheme } from './scheme.ts'
import { readSymbolValues } from './symbol-values.ts'

interface Recognized {
  readonly charset: PreparedCharset
  readonly scheme: Scheme
  readonly type: AlgorithmType
  readonly needsKey: boolean
}

/** A classic cipher. It has no key and no checksum, so its text is known immediately. */
export interface ClassicDetection extends Recognized {
  readonly format: 'classic'
  readonly text: string
}

/** A frame of valid shape. Decoding checks its content. */
export interface FrameDetection extends Recognized {
  readonly format: 'frame'
  readonly frame: Frame
}

/** The result of detecting a cipher. */
export type Detection = ClassicDetection | FrameDetection

/** A cipher, and the numbers of symbols of its set that stand beside it. */
export interface StretchDetection {
  readonly detection: Detection
  readonly before: number
  readonly after: number
}

/** The ciphers of a message, in its order. */
export interface MessageReading {
  readonly detections: readonly Detection[]
  /** Ciphers with symbols beside them. They count where no detection opens, and only if a single one does. */
  readonly stretches?: readonly StretchDetection[]
  /** Positions of unread parts that may be ciphers: the number of read ciphers before each, without repetitions. */
  readonly unread: readonly number[]
}

/**
 * Detects a cipher of an enabled set, in one pass and without any key derivation.
 *
 * @throws {CodecError} CIPHER_LENGTH, UNRECOGNIZED, DAMAGED
 * @example detect('嗷呜…', createCharsetIndex(shippedCharsets)).format // 'classic' or 'frame'
 */
export function detect(cipher: string, index: CharsetIndex): Detection {
  return detectOrExplain(cipher, index, explainBroken)
}

/** Detects like {@link detect}, but returns `undefined` where that throws. */
export function recognize(cipher: string, index: CharsetIndex): Detection | undefined {
  try {
    return detectOrExplain(cipher, index, () => undefined)
  } catch (error) {
    if (error instanceof CodecError) return undefined
    throw error
  }
}

/**
 * Detects like {@link detect}, but only a cipher with its wrapper and without white space, in one look at each
 * symbol. Returns `undefined` for all others, even readable ones; `detect` takes ten times as long for those.
 */
export function detectWhole(cipher: string, index: CharsetIndex): Detection | undefined {
  if (!hasAtMostCodePoints(cipher, maxCipherCodePoints)) return undefined
  const wrapper = index.wrapper(edgesOf(cipher))
  if (wrapper === undefined) return undefined
  const { charset, format } = wrapper
  if (format === 'classic' && isClassicLength(cipher.length)) {
    const text = decodeCleanCipher(cipher, charset.classOfUnit())
    if (text !== null) return classicDetection(charset, text)
  }
  try {
    const values = readSymbolValues(cipher, charset)
    const isInPieces = values.length < cipher.length && whiteSpace.test(cipher.trim())
    return isInPieces || !isWhole(values, format) ? undefined : wholeDetection(charset, format, values)
  } catch (error) {
    if (error instanceof CodecError) return undefined
    throw error
  }
}

function detectOrExplain(cipher: string, index: CharsetIndex, explain: Explain): Detection {
  requireCipherLength(cipher)
  return detectWhole(cipher, index) ?? detectWithCare(cipher, index, explain)
}

/** Detects ciphers that white space breaks or that have no wrapper; refuses all others. */
function detectWithCare(cipher: string, index: CharsetIndex, explain: Explain): Detection {
  const wrapper = index.wrapper(edgesOf(cipher))
  if (wrapper === undefined) return detectBareBody(cipher, index, explain)
  const { charset, format } = wrapper
  const symbols = symbolsOf(cipher, charset)
  const { values } = symbols
  if (isBareBodyLength(values.length))
    return classicDetection(
      charset,
      readBareBody(symbols, () => lineStartsOf(cipher), explain),
    )
  if (!isWhole(values, format)) throw explain(symbols, 'DAMAGED') ?? damaged()
  if (arePieces(symbols)) throw refused('severalCiphers')
  return wholeDetection(charset, format, values)
}

/** Whether a cipher with this wrapper can have this number of symbols. */
const isWhole = ({ length }: Uint8Array, format: Detection['format']): boolean =>
  format === 'frame' ? isFrameLength(length) : isClassicLength(length)

/** @throws {CodecError} DAMAGED, UNRECOGNIZED for an invalid frame */
function wholeDetection(
  charset: PreparedCharset,
  format: Detection['format'],
  values: Uint8Array,
): Detection {
  if (format === 'frame') return frameDetection(charset, readFrame(values))
  return classicDetection(charset, decodeSymbolValues(values.subarray(beforeBody, values.length - 1)))
}

/** @throws {CodecError} UNRECOGNIZED at a character that is neither a symbol nor ignored */
function symbolsOf(cipher: string, charset: PreparedCharset): CipherSymbols {
  const values = readSymbolValues(cipher, charset)
  const hasSpaces = values.length < cipher.length && whiteSpace.test(cipher)
  return { charset, values, spaces: () => (hasSpaces ? startsAfter(whiteSpace, cipher) : []) }
}

/** Detects a classic body without its wrapper, if exactly one enabled set has all its symbols. */
function detectBareBody(cipher: string, index: CharsetIndex, explain: Explain): ClassicDetection {
  const different = differentSymbols(cipher)
  const charset = index.only(different)
  if (charset === undefined) throw noWrapper(cipher, different, index)
  const symbols = symbolsOf(cipher, charset)
  if (isBareBodyLength(symbols.values.length))
    return classicDetection(
      charset,
      readBareBody(symbols, () => lineStartsOf(cipher), explain),
    )
  throw explain(symbols, 'UNRECOGNIZED') ?? noWrapper(cipher, different, index)
}

/** The refusal of symbols that neither begin as a cipher nor are a body. */
function noWrapper(cipher: string, different: readonly number[], { charsets }: CharsetIndex): CodecError {
  if (different.length === 0) return refused('nothing', 'UNRECOGNIZED')
  if (countSymbols(cipher) < minCipherSymbols) return unrecognized()
  const fit = charsets.some(({ codePoints }) => different.every((symbol) => codePoints.includes(symbol)))
  return fit ? refused('notTheBeginning', 'UNRECOGNIZED') : unrecognized()
}

/** Whether a wrapped classic cipher of at least one UTF-16 unit can have this number of symbols. */
const isClassicLength = (symbolCount: number): boolean =>
  symbolCount % symbolsPerUnit === classicWrapper.length && symbolCount > classicWrapper.length

/** The detection of a classic cipher with this text. */
export const classicDetection = (charset: PreparedCharset, text: string): ClassicDetection => ({
  format: 'classic',
  charset,
  scheme: { kind: 'classic' },
  type: 'RAW',
  needsKey: false,
  text,
})

function frameDetection(charset: PreparedCharset, frame: Frame): FrameDetection {
  const { type, packingBit, body } = frame
  if (!isBodyLength({ type, packingBit }, body[0]!, body.length)) throw damaged()
  const scheme: Scheme =
    type === 'AESGCM' ? { kind: 'frame', type, cost: costOfAesGcmBody(body) } : { kind: 'frame', type }
  return { format: 'frame', charset, scheme, type, needsKey: needsKey(type), frame }
}

/** The first three code points and the last, without ignored ones; fewer in a shorter text. */
function edgesOf(cipher: string): number[] {
  const edges: number[] = []
  let at = 0
  for (; at < cipher.length && edges.length < beforeBody; at++) {
    const codePoint = cipher.codePointAt(at)!
    if (codePoint > 0xffff) at++
    if (!isIgnored(codePoint)) edges.push(codePoint)
  }
  for (let last = cipher.length - 1; last >= at; last--) {
    const codePoint = codePointEndingAt(cipher, last)
    if (isIgnored(codePoint)) continue
    edges.push(codePoint)
    break
  }
  return edges
}

/** Number of symbols before each line except the first. */
const lineStartsOf = (cipher: string): number[] => [...startsAfter(/[\n\r\u2028\u2029]/, cipher)]

/** Number of symbols before each piece except the first. */
function* startsAfter(separator: RegExp, cipher: string): Generator<number> {
  let before = 0
  for (const piece of cipher.split(separator)) {
    const count = countSymbols(piece)
    if (count > 0 && before > 0) yield before
    before += count
  }
}

function codePointEndingAt(text: string, last: number): number {
  const pair = last > 0 ? text.codePointAt(last - 1)! : 0
  return pair > 0xffff ? pair : text.charCodeAt(last)
}

/** The different folded symbols of a cipher, at most five: one more than a set has. */
function differentSymbols(cipher: string): number[] {
  const found: number[] = []
  for (let at = 0; at < cipher.length && found.length < 5; at++) {
    const codePoint = cipher.codePointAt(at)!
    if (codePoint > 0xffff) at++
    const symbol = foldSymbol(codePoint)
    if (!found.includes(symbol) && !isIgnored(symbol)) found.push(symbol)
  }
  return found
}
