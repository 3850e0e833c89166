/** Reasons for refusing a cipher. They do not change what is read. */
import { isBodyLength } from './body-length.ts'
import { beforeBody, decodeSymbolValues, minCipherSymbols, symbolsPerUnit } from './classic-decoder.ts'
import { classicWrapper } from './classic-encoder.ts'
import { type CodecError, type Refusal, type RefusedCipher, refused } from './failure.ts'
import { beforeFrameBody, beginsAsFrame, frameWrapper, isFrameLength, readFrameStart } from './frame.ts'
import { frameEnds, type SetValues, symbolsPerByte } from './frame-ends.ts'
import { isPlausible, judgedUnits } from './plausibility.ts'
import type { PreparedCharset } from './prepared-charset.ts'
import { beginsAsClassic, type Stretch, stretchesOf } from './stretches.ts'

/** Only this many ciphers are judged, to limit the work. */
const maxCiphersJudged = 16

/** The symbols of one or several possible ciphers. */
export interface CipherSymbols extends SetValues {
  /** Number of symbols before each stretch of white space within them, ascending. */
  readonly spaces: () => Iterable<number>
}

/** Finds the reason why symbols are no cipher. This takes longer than refusing them. */
export type Explain = (symbols: CipherSymbols, code: RefusedCipher) => CodecError | undefined

/**
 * Finds the reason why symbols are no cipher, if they begin as one, or would with the missing part of a wrapper.
 * Otherwise returns `undefined`.
 */
export const explainBroken: Explain = (symbols, code) => {
  const { values } = symbols
  const isFrame = beginsAsFrame(values)
  const begins = isFrame || beginsAsClassic(values)
  if (begins && (isFrame ? followsFrame(symbols) : followsClassic(symbols)))
    return refused('severalCiphers', code)
  const stretches = stretchesOf(symbols)
  const certain = stretches.find(isCertain)
  if (certain !== undefined) return refused(sideOf(certain, values), code)
  if (begins) {
    const end = (isFrame ? frameWrapper : classicWrapper)[3]
    if (values.at(-1) === end) return refused('symbolsMissing', code)
    return refused(stretches.some(({ before }) => before === 0) ? 'noEnd' : 'endMissing', code)
  }
  return lacksBeginning(values) ? refused('beginningMissing', code) : undefined
}

/** A classic cipher that was cut off may have a shorter one at its start, with as plausible a text. */
const isCertain = ({ evidence, after }: Stretch): boolean =>
  evidence === 'checksum' || (evidence === 'text' && after === 0)

function sideOf({ before, after }: Stretch, values: Uint8Array): Refusal {
  const sides = [values.subarray(0, before), values.subarray(values.length - after)]
  if (sides.some((side) => hasShapeOfClassic(side) || hasShapeOfFrame(side))) return 'severalCiphers'
  return before === 0 ? 'symbolsAfter' : after === 0 ? 'symbolsBefore' : 'symbolsAround'
}

const beginsAsCipher = (values: Uint8Array): boolean => beginsAsClassic(values) || beginsAsFrame(values)

/**
 * Whether another cipher follows a whole frame. In a long frame, an end and a beginning occur by chance. So the
 * checksum of a RAW frame has to match; other frames need white space or a frame of the same type after them.
 */
function followsFrame(symbols: CipherSymbols): boolean {
  const { values } = symbols
  const spaces = new Set(symbols.spaces())
  for (const at of frameEnds(symbols)) {
    const rest = values.subarray(at)
    if (!beginsAsCipher(rest) || rest.length < minCipherSymbols) continue
    if (readFrameStart(values)?.type === 'RAW' || spaces.has(at)) return true
    if (values[3] === rest[3] && values[4] === rest[4] && hasShapeOfFrame(rest)) return true
  }
  return false
}

function hasShapeOfFrame(values: Uint8Array): boolean {
  const start = readFrameStart(values)
  if (start === undefined || !isFrameLength(values.length) || values.at(-1) !== frameWrapper[3]) return false
  return isBodyLength(start, start.firstByte, (values.length - 1 - beforeFrameBody) / symbolsPerByte)
}

/** Whether another cipher follows a whole classic one with a plausible text, after white space or up to the end. */
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
 * Whether all pieces between white space are ciphers with wrappers. Joined, three of them have the shape of one
 * cipher. A frame or a classic cipher that is broken over lines has that shape too, but its pieces are no ciphers.
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

/** Whether a piece with the shape of a cipher also has a text, as far as this is visible without a key. */
function isChecked(charset: PreparedCharset, values: Uint8Array): boolean {
  if (beginsAsClassic(values)) return hasText(values.subarray(beforeBody, -1))
  return Array.from(frameEnds({ charset, values })).includes(values.length)
}

/** A text of one or two units is too short to judge, and passes. */
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

/** Prepends symbols. Spreading a long cipher into an array would take tens of milliseconds. */
function withFirst(first: readonly number[], values: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + values.length)
  all.set(first)
  all.set(values, first.length)
  return all
}
