/**
 * Recognising a cipher: its set, its format and its type (docs/cipher/format.md, "Reading a cipher").
 *
 * Its first three symbols and its last name set and format. Then the number of its symbols decides: 4 modulo 8 for a
 * classic cipher, 0 modulo 8 and at least 16 for a classic body without its wrapper, 2 modulo 4 for a frame.
 */
import { costOfAesGcmBody, isAesGcmLength } from './aesgcm-body.ts'
import { isBareBodyLength, readBareBody } from './bare-body.ts'
import { areClassicLines, explainBroken } from './broken-cipher.ts'
import { foldSymbol } from './charset.ts'
import type { CharsetIndex } from './charset-index.ts'
import { beforeBody, decodeCleanCipher, decodeSymbolValues, symbolsPerUnit } from './classic-decoder.ts'
import { classicWrapper } from './classic-encoder.ts'
import { damaged, refused, unrecognized } from './failure.ts'
import { type Frame, isFrameLength, readFrame } from './frame.ts'
import { countSymbols, isIgnored } from './ignored-characters.ts'
import { keyedOverheadBytes } from './keyed-body.ts'
import { requireCipherLength } from './limits.ts'
import { isPackedLength, type Packing } from './packing/packing.ts'
import type { PreparedCharset } from './prepared-charset.ts'
import { rawOverheadBytes } from './raw-body.ts'
import { type AlgorithmType, needsKey, type Scheme } from './scheme.ts'
import { readSymbolValues } from './symbol-values.ts'

interface Recognized {
  readonly charset: PreparedCharset
  readonly scheme: Scheme
  readonly type: AlgorithmType
  readonly needsKey: boolean
}

/** A classic cipher: there is nothing to check in it, so its text is known at once. */
export interface ClassicDetection extends Recognized {
  readonly format: 'classic'
  readonly text: string
}

/** A frame of valid shape; its check is made when it is decoded. */
export interface FrameDetection extends Recognized {
  readonly format: 'frame'
  readonly frame: Frame
}

/** The result of recognising a cipher. */
export type Detection = ClassicDetection | FrameDetection

/**
 * Recognises a cipher among the enabled sets, in one pass over it and without any key derivation.
 *
 * @throws {CodecError} CIPHER_LENGTH, UNRECOGNIZED, DAMAGED
 */
export function detect(cipher: string, index: CharsetIndex): Detection {
  requireCipherLength(cipher)
  const wrapper = index.wrapper(edgesOf(cipher))
  if (wrapper === undefined) return detectBareBody(cipher, index)
  const { charset, format } = wrapper
  if (format === 'classic' && isClassicLength(cipher.length)) {
    const text = decodeCleanCipher(cipher, charset.classOfUnit())
    if (text !== null) return classicDetection(charset, text)
  }
  const values = readSymbolValues(cipher, charset)
  if (isBareBodyLength(values.length))
    return classicDetection(charset, readBareBody(values, lineStartsOf(cipher)))
  if (format === 'frame') return frameDetection(charset, readWholeFrame(values))
  if (!isClassicLength(values.length)) throw explainBroken(values, 'DAMAGED') ?? damaged()
  if (areClassicLines(linesOf(values, lineStartsOf(cipher)))) throw refused('severalCiphers')
  return classicDetection(charset, decodeSymbolValues(values.subarray(beforeBody, values.length - 1)))
}

const linesOf = (values: Uint8Array, starts: readonly number[]): Uint8Array[] =>
  [0, ...starts].map((from, i) => values.subarray(from, starts[i] ?? values.length))

function readWholeFrame(values: Uint8Array): Frame {
  if (!isFrameLength(values.length)) throw explainBroken(values, 'DAMAGED') ?? damaged()
  return readFrame(values)
}

/** A classic body without its wrapper: accepted if exactly one enabled set has all its symbols. */
function detectBareBody(cipher: string, index: CharsetIndex): ClassicDetection {
  const charset = index.only(differentSymbols(cipher))
  if (charset === undefined) throw unrecognized()
  const values = readSymbolValues(cipher, charset)
  if (!isBareBodyLength(values.length)) throw explainBroken(values, 'UNRECOGNIZED') ?? unrecognized()
  return classicDetection(charset, readBareBody(values, lineStartsOf(cipher)))
}

/** Whether a wrapped classic cipher of at least one UTF-16 unit can have this number of symbols. */
const isClassicLength = (symbolCount: number): boolean =>
  symbolCount % symbolsPerUnit === classicWrapper.length && symbolCount > classicWrapper.length

const classicDetection = (charset: PreparedCharset, text: string): ClassicDetection => ({
  format: 'classic',
  charset,
  scheme: { kind: 'classic' },
  type: 'RAW',
  needsKey: false,
  text,
})

function frameDetection(charset: PreparedCharset, frame: Frame): FrameDetection {
  const { type, packing, body } = frame
  if (!isBodyLength(type, packing, body)) throw damaged()
  const scheme: Scheme =
    type === 'AESGCM' ? { kind: 'frame', type, cost: costOfAesGcmBody(body) } : { kind: 'frame', type }
  return { format: 'frame', charset, scheme, type, needsKey: needsKey(type), frame }
}

function isBodyLength(type: AlgorithmType, packing: Packing, body: Uint8Array): boolean {
  if (type === 'AESGCM') return isAesGcmLength(packing, body)
  return isPackedLength(packing, body.length - (type === 'RAW' ? rawOverheadBytes : keyedOverheadBytes))
}

/** The first three code points and the last that are not ignored; fewer if there are fewer. */
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

/** How many symbols stand before each line but the first. */
function lineStartsOf(cipher: string): number[] {
  const starts: number[] = []
  let count = 0
  for (const line of cipher.split(/[\n\r\u2028\u2029]/)) {
    if (count > 0 && starts.at(-1) !== count) starts.push(count)
    count += countSymbols(line)
  }
  return starts.filter((at) => at < count)
}

function codePointEndingAt(text: string, last: number): number {
  const pair = last > 0 ? text.codePointAt(last - 1)! : 0
  return pair > 0xffff ? pair : text.charCodeAt(last)
}

/** The different symbols in a cipher, folded; at most five, which is one more than any set has. */
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
