/**
 * A classic body without its wrapper (docs/cipher/format.md, "A body without its wrapper").
 *
 * It has nothing to check, and damage turns other ciphers into one. So it is read only if its shape is that of a body
 * and its text is plausible.
 */
import type { CipherSymbols, Explain } from './broken-cipher.ts'
import { decodeSymbolValues, symbolsPerUnit } from './classic-decoder.ts'
import { classicWrapper } from './classic-encoder.ts'
import { DoubtedBody, refused } from './failure.ts'
import { beginsAsFrame } from './frame.ts'
import { beginsBetter, beginsPlausibly, isClearlyText, isPlausible } from './plausibility.ts'

/** The fewest symbols that are read without a wrapper: with fewer, a date in digits would be a cipher. */
const minBareBodySymbols = 2 * symbolsPerUnit

const minDifferentSymbols = 3
const maxSameInARow = 15

/** After four units the count of nibbles begins again: a body that follows reads as it would alone. */
const symbolsOfFourUnits = 4 * symbolsPerUnit

/** The first lines that are judged: a bound on the work. */
const maxLinesJudged = 16

/** Whether a body without its wrapper can have this many symbols. */
export const isBareBodyLength = (symbolCount: number): boolean =>
  symbolCount % symbolsPerUnit === 0 && symbolCount >= minBareBodySymbols

/**
 * The text of a body, of as many symbols as {@link isBareBodyLength} allows.
 *
 * @param lineStarts how many symbols stand before each of its lines but the first
 * @throws {CodecError} DAMAGED
 */
export function readBareBody(
  symbols: CipherSymbols,
  lineStarts: () => readonly number[],
  explain: Explain,
): string {
  const { values } = symbols
  const noBody = () => explain(symbols, 'DAMAGED') ?? refused('partOfAnother')
  if (beginsAsFrame(values)) throw noBody()
  const text = decodeSymbolValues(values)
  if (beginsWrapped(values) && endsWrapped(values)) {
    if (!text.isWellFormed() || !isClearlyText(text)) throw noBody()
    return text
  }
  if (!hasShapeOfBody(values) || !text.isWellFormed()) throw noBody()
  const doubted = () => explain(symbols, 'DAMAGED') ?? new DoubtedBody(text)
  const verdict = judgeLines(values, text, lineStarts())
  if (verdict === 'several') throw refused('severalCiphers')
  if (verdict === 'doubted' || !isPlausible(text)) throw doubted()
  return text
}

/** A body that begins on a line of its own is one that the count of nibbles does not fit. */
function judgeLines(
  values: Uint8Array,
  text: string,
  lineStarts: readonly number[],
): 'several' | 'doubted' | 'one' {
  const areEven = areLinesEven(lineStarts, values.length)
  const mayBegin = lineStarts.filter((at) => at % symbolsPerUnit === 0 && at % symbolsOfFourUnits !== 0)
  for (const at of mayBegin.slice(0, maxLinesJudged)) {
    const readOn = text.slice(at / symbolsPerUnit)
    if (beginsBetter(decodeSymbolValues(values.subarray(at)), readOn)) return 'several'
    if (!areEven && !beginsPlausibly(readOn)) return 'doubted'
  }
  return 'one'
}

/** Whether three lines or more are broken at one column, as programs do it. */
const areLinesEven = (starts: readonly number[], end: number): boolean =>
  starts.length > 1 &&
  starts.every((at, i) => at === (i + 1) * starts[0]!) &&
  end - starts.at(-1)! <= starts[0]!

const [w0, w1, w2, w3] = classicWrapper

const beginsWrapped = (values: Uint8Array): boolean =>
  values[0] === w0 && values[1] === w1 && values[2] === w2

const endsWrapped = (values: Uint8Array): boolean => values[values.length - 1] === w3

/** Dots, dates and the sounds of animals repeat themselves. The shift by place keeps texts from it. */
function hasShapeOfBody(values: Uint8Array): boolean {
  if (new Set(values).size < minDifferentSymbols) return false
  if (repeatsEvery(symbolsPerUnit, values) || repeatsEvery(2 * symbolsPerUnit, values)) return false
  let inARow = 0
  for (let i = 0; i < values.length; i++) {
    inARow = values[i] === values[i - 1] ? inARow + 1 : 1
    if (inARow > maxSameInARow) return false
  }
  return true
}

const repeatsEvery = (period: number, values: Uint8Array): boolean =>
  values.length > period && values.subarray(period).every((value, i) => value === values[i])
