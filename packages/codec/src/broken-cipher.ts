/** What became of a cipher: the words of a refusal. They change nothing in what is read. */
import { isBodyLength } from './body-length.ts'
import { checkedLengths } from './checksum.ts'
import { beforeBody, decodeSymbolValues, symbolsPerUnit } from './classic-decoder.ts'
import { classicWrapper } from './classic-encoder.ts'
import { type CodecError, type RefusedCipher, refused } from './failure.ts'
import {
  beforeFrameBody,
  beginsAsFrame,
  frameContext,
  frameWrapper,
  isFrameLength,
  readFrameStart,
} from './frame.ts'
import { isPlausible, judgedUnits } from './plausibility.ts'
import type { PreparedCharset } from './prepared-charset.ts'
import { bytesOfSymbolValues } from './symbol-values.ts'

/** The first ciphers that are judged: a bound on the work. */
const maxCiphersJudged = 16

const symbolsPerByte = 4

/** The symbols of what may be a cipher, or several. */
export interface CipherSymbols {
  readonly charset: PreparedCharset
  readonly values: Uint8Array
  /** How many symbols stand before each stretch of white space within them, ascending. */
  readonly spaces: () => Iterable<number>
}

/** Finds out why symbols are no cipher. It takes longer than finding out that they are none. */
export type Explain = (symbols: CipherSymbols, code: RefusedCipher) => CodecError | undefined

/**
 * Why symbols are no cipher, if they tell: they begin as one, or would with the first symbols of a wrapper. Undefined
 * if neither is so.
 */
export const explainBroken: Explain = (symbols, code) => {
  const { values } = symbols
  const isFrame = beginsAsFrame(values)
  if (isFrame || beginsAsClassic(values)) {
    if (isFrame ? followsFrame(symbols) : followsClassic(symbols)) return refused('severalCiphers', code)
    const end = (isFrame ? frameWrapper : classicWrapper)[3]
    return refused(values.at(-1) === end ? 'symbolsMissing' : 'endMissing', code)
  }
  return lacksBeginning(values) ? refused('beginningMissing', code) : undefined
}

const beginsAsClassic = (values: Uint8Array): boolean =>
  classicWrapper.slice(0, -1).every((value, i) => value === values[i])

const beginsAsCipher = (values: Uint8Array): boolean => beginsAsClassic(values) || beginsAsFrame(values)

/**
 * Whether another cipher follows a whole frame. An end and a beginning stand in a long frame by chance. So the checksum
 * of a RAW frame has to match; after another frame, white space or one of the same type has to follow.
 */
function followsFrame(symbols: CipherSymbols): boolean {
  const { values } = symbols
  const spaces = new Set(symbols.spaces())
  for (const at of frameEnds(symbols)) {
    const rest = values.subarray(at)
    if (!beginsAsCipher(rest)) continue
    if (readFrameStart(values)?.type === 'RAW' || spaces.has(at)) return true
    if (values[3] === rest[3] && values[4] === rest[4] && hasShapeOfFrame(rest)) return true
  }
  return false
}

/** Where symbols that begin as a frame may be the whole of one, as far as can be told without a key. */
function* frameEnds({ charset, values }: Omit<CipherSymbols, 'spaces'>): Generator<number> {
  const start = readFrameStart(values)
  if (start === undefined) return
  const bytes = bytesOfSymbolValues(values.subarray(beforeFrameBody))
  const lengths =
    start.type === 'RAW' ? checkedLengths(frameContext(charset, start), bytes) : upTo(bytes.length)
  for (const length of lengths) {
    const end = beforeFrameBody + symbolsPerByte * length
    if (values[end] === frameWrapper[3] && isBodyLength(start, start.firstByte, length)) yield end + 1
  }
}

function* upTo(last: number): Generator<number> {
  for (let length = 1; length <= last; length++) yield length
}

function hasShapeOfFrame(values: Uint8Array): boolean {
  const start = readFrameStart(values)
  if (start === undefined || !isFrameLength(values.length) || values.at(-1) !== frameWrapper[3]) return false
  return isBodyLength(start, start.firstByte, (values.length - 1 - beforeFrameBody) / symbolsPerByte)
}

/** Whether another cipher follows a whole classic one that has a plausible text: after white space, or to the end. */
function followsClassic({ values, spaces }: CipherSymbols): boolean {
  const isSpace = new Set(spaces())
  let judged = 0
  for (let at = symbolsPerUnit + classicWrapper.length; at < values.length; at += symbolsPerUnit) {
    const rest = values.subarray(at)
    if (values[at - 1] !== classicWrapper[3] || !beginsAsCipher(rest)) continue
    if (!isSpace.has(at) && !hasShapeOfClassic(rest)) continue
    const areTexts = isSpace.has(at) || hasText(rest.subarray(beforeBody, -1).subarray(0, judgedSymbols))
    if (areTexts && hasText(values.subarray(beforeBody, at - 1))) return true
    if (++judged === maxCiphersJudged) return false
  }
  return false
}

const judgedSymbols = judgedUnits * symbolsPerUnit

/**
 * Whether three pieces or more, between white space, are ciphers with their wrapper. Together they have the shape of
 * one, which a frame or a classic cipher that is broken over lines has as well; but its pieces are no ciphers.
 */
export function arePieces({ charset, values, spaces }: CipherSymbols): boolean {
  const pieces: Uint8Array[] = []
  let from = 0
  const hasShape = (end: number) => {
    const piece = values.subarray(from, end)
    pieces.push(piece)
    from = end
    return hasShapeOfClassic(piece) || hasShapeOfFrame(piece)
  }
  for (const start of spaces()) if (!hasShape(start)) return false
  return (
    pieces.length > 1 &&
    hasShape(values.length) &&
    pieces.slice(0, maxCiphersJudged).every((piece) => isChecked(charset, piece))
  )
}

const hasShapeOfClassic = (values: Uint8Array): boolean =>
  beginsAsClassic(values) &&
  values.at(-1) === classicWrapper[3] &&
  values.length % symbolsPerUnit === classicWrapper.length &&
  values.length > classicWrapper.length

/** Whether what has the shape of a cipher has a text too, as far as can be told without a key. */
function isChecked(charset: PreparedCharset, values: Uint8Array): boolean {
  if (beginsAsClassic(values)) return hasText(values.subarray(beforeBody, -1))
  return Array.from(frameEnds({ charset, values })).includes(values.length)
}

/** Texts of one unit or two are too short to be judged. */
function hasText(body: Uint8Array): boolean {
  const text = decodeSymbolValues(body)
  return text.isWellFormed() && (text.length < 3 || isPlausible(text))
}

function lacksBeginning(values: Uint8Array): boolean {
  return [1, 2, 3].some((lost) => {
    const frame = withFirst(frameWrapper.slice(0, lost), values)
    if (frame.at(-1) === frameWrapper[3] && isFrameLength(frame.length) && beginsAsFrame(frame)) return true
    const classic = withFirst(classicWrapper.slice(0, lost), values)
    return hasShapeOfClassic(classic) && hasText(classic.subarray(beforeBody, -1))
  })
}

/** A copy with more before it. Spread into a list instead, a long cipher would take tens of milliseconds. */
function withFirst(first: readonly number[], values: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + values.length)
  all.set(first)
  all.set(values, first.length)
  return all
}
