/** What became of a cipher: the words of a refusal. They change nothing in what is read. */
import { beforeBody, decodeSymbolValues, symbolsPerUnit } from './classic-decoder.ts'
import { classicWrapper } from './classic-encoder.ts'
import { type CodecError, type RefusedCipher, refused } from './failure.ts'
import { beginsAsFrame, frameWrapper, isFrameLength } from './frame.ts'
import { isPlausible } from './plausibility.ts'

/** The first texts that are judged: a bound on the work. */
const maxTextsJudged = 16

/**
 * Why symbol values are no cipher, if they tell: they begin as one, or would with the first symbols of a wrapper.
 * Undefined if neither is so.
 */
export function explainBroken(values: Uint8Array, code: RefusedCipher): CodecError | undefined {
  const isFrame = beginsAsFrame(values)
  if (isFrame || beginsAsClassic(values)) {
    if (areSeveralCiphers(values)) return refused('severalCiphers', code)
    const end = (isFrame ? frameWrapper : classicWrapper)[3]
    return refused(values.at(-1) === end ? 'symbolsMissing' : 'endMissing', code)
  }
  return lacksBeginning(values) ? refused('beginningMissing', code) : undefined
}

/**
 * Whether symbol values begin with a whole cipher that another one follows. A classic cipher must have a plausible
 * text, because its end and another's beginning can stand in one by chance.
 */
function areSeveralCiphers(values: Uint8Array): boolean {
  return beginsAsFrame(values) ? followsFrame(values) : followsClassic(values)
}

const beginsAsClassic = (values: Uint8Array): boolean =>
  classicWrapper.slice(0, -1).every((value, i) => value === values[i])

const beginsAsCipher = (values: Uint8Array): boolean => beginsAsClassic(values) || beginsAsFrame(values)

function followsFrame(values: Uint8Array): boolean {
  for (let at = 0; at < values.length; at++) {
    const ends = isFrameLength(at) && values[at - 1] === frameWrapper[3]
    if (ends && beginsAsCipher(values.subarray(at))) return true
  }
  return false
}

function followsClassic(values: Uint8Array): boolean {
  let judged = 0
  for (let at = symbolsPerUnit + classicWrapper.length; at < values.length; at += symbolsPerUnit) {
    if (values[at - 1] !== classicWrapper[3] || !beginsAsCipher(values.subarray(at))) continue
    if (hasText(values.subarray(beforeBody, at - 1))) return true
    if (++judged === maxTextsJudged) return false
  }
  return false
}

/**
 * Whether lines, given as symbol values, are three classic ciphers or more, each with its wrapper and a plausible text.
 * Together they have the shape of one.
 */
export function areClassicLines(lines: readonly Uint8Array[]): boolean {
  return (
    lines.length > 2 && lines.every(isWholeClassic) && lines.slice(0, maxTextsJudged).every(isClassicText)
  )
}

const isWholeClassic = (values: Uint8Array): boolean =>
  beginsAsClassic(values) &&
  values.at(-1) === classicWrapper[3] &&
  values.length % symbolsPerUnit === classicWrapper.length &&
  values.length > classicWrapper.length

const isClassicText = (values: Uint8Array): boolean => hasText(values.subarray(beforeBody, -1))

/** Texts of one unit or two are too short to be judged. */
function hasText(body: Uint8Array): boolean {
  const text = decodeSymbolValues(body)
  return text.isWellFormed() && (text.length < 3 || isPlausible(text))
}

function lacksBeginning(values: Uint8Array): boolean {
  return [1, 2, 3].some((lost) => {
    const frame = Uint8Array.from([...frameWrapper.slice(0, lost), ...values])
    if (frame.at(-1) === frameWrapper[3] && isFrameLength(frame.length) && beginsAsFrame(frame)) return true
    const classic = Uint8Array.from([...classicWrapper.slice(0, lost), ...values])
    const isClassic = beginsAsClassic(classic) && classic.at(-1) === classicWrapper[3]
    const isWhole = classic.length % symbolsPerUnit === classicWrapper.length
    return isClassic && isWhole && hasText(classic.subarray(beforeBody, -1))
  })
}
