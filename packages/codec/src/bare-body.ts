/**
 * A classic body without its wrapper (docs/cipher/format.md, "A body without its wrapper").
 *
 * It has no checksum, and damage can turn other ciphers into one. So it is only read if it has the shape of a body
 * and its text is plausible.
 */
import type { CipherSymbols, Explain } from './broken-cipher.ts'
import { decodeSymbolValues, symbolsPerUnit } from './classic-decoder.ts'
import { classicWrapper } from './classic-encoder.ts'
import { DoubtedBody, refused } from './failure.ts'
import { beginsAsFrame } from './frame.ts'
import { beginsBetter, beginsPlausibly, isClearlyText, isPlausible } from './plausibility.ts'

/** The fewest symbols of a bare body. With fewer, a date in digits would count as a cipher. */
const minBareBodySymbols = 2 * symbolsPerUnit

const minDifferentSymbols = 3
const maxSameInARow = 15

/** After four units the nibble count starts again, so a following body reads the same as alone. */
const symbolsOfFourUnits = 4 * symbolsPerUnit

/** Only this many lines are judged, to limit the work. */
const maxLinesJudged = 16

/** Whether a body without its wrapper can have this many symbols. */
export const isBareBodyLength = (symbolCount: number): boolean =>
  symbolCount % symbolsPerUnit === 0 && symbolCount >= minBareBodySymbols

/**
 * Reads a body whose length passes {@link isBareBodyLength}.
 *
 * @param lineStarts number of symbols before each of its lines except the first
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

/** Judges whether the lines are one body. A body that begins on a line of its own does not fit the nibble count. */
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

/** Whether three or more lines break at the same column, as programs break them. */
const areLinesEven = (starts: readonly number[], end: number): boolean =>
  starts.length > 1 &&
  starts.every((at, i) => at === (i + 1) * starts[0]!) &&
  end - starts.at(-1)! <= starts[0]!

const [w0, w1, w2, w3] = classicWrapper

const beginsWrapped = (values: Uint8Array): boolean =>
  values[0] === w0 && values[1] === w1 && values[2] === w2

const endsWrapped = (values: Uint8Array): boolean => values[values.length - 1] === w3

/** Dots, dates and animal sounds repeat themselves. The shift by position keeps texts from repeating. */
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
