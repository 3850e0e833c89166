/** Ciphers with their wrapper within a message. */
import { type Charset, foldSymbol, parseSymbols, type Symbols } from './charset.ts'
import { createCharsetIndex } from './charset-index.ts'
import { minCipherSymbols } from './classic-decoder.ts'
import { decodeSync } from './decode.ts'
import { type Detection, type MessageReading, recognize } from './detect.ts'
import { CodecError } from './failure.ts'
import { isIgnored } from './ignored-characters.ts'

const symbolsOfSet = 4

/** The remaining number of symbol reads. */
export interface Budget {
  looks: number
}

/** Chooses the set for four symbols, if any. */
export type SetOf = (
  symbols: Symbols,
  cipher: readonly string[],
  format: Detection['format'],
) => Charset | undefined

interface Stretch {
  readonly from: number
  readonly to: number
}

/** Whether four symbols are those of a set, in its order. */
export const isSameSet = (symbols: Symbols, charset: Charset): boolean =>
  symbols.every((symbol, i) => folded(symbol) === folded(charset.symbols[i]!))

/** A symbol's folded code point, for comparisons. */
export const folded = (symbol: string): number => foldSymbol(symbol.codePointAt(0)!)

/** Makes a set of four symbols, if they are suitable. */
export function charsetOf(symbols: Symbols): Charset | undefined {
  const written = symbols.join('')
  try {
    return { id: written, name: written, symbols: parseSymbols(written) }
  } catch (error) {
    if (error instanceof CodecError) return undefined
    throw error
  }
}

/** A message's characters without ignored ones, and where a cipher may begin and end among them. */
interface Characters {
  readonly symbols: readonly string[]
  /** For each character, whether white space or nothing precedes it. */
  readonly afterSpace: readonly boolean[]
}

/** Splits a message into characters and leaves out ignored ones. */
export function charactersOf(message: string): Characters {
  const symbols: string[] = []
  const afterSpace: boolean[] = []
  let isAfterSpace = true
  for (const character of message) {
    if (isIgnored(character.codePointAt(0)!)) {
      isAfterSpace = true
      continue
    }
    symbols.push(String.fromCodePoint(folded(character)))
    afterSpace.push(isAfterSpace)
    isAfterSpace = false
  }
  return { symbols, afterSpace }
}

/**
 * Finds the ciphers with wrappers in a message, in order; `undefined` if there is none.
 *
 * @param isText judges the text of a classic cipher; by default accepts every text
 */
export function findWrapped(
  message: string,
  setOf: SetOf,
  budget: Budget,
  isText?: (text: string) => boolean,
): MessageReading | undefined {
  const { symbols, afterSpace } = charactersOf(message)
  const runs = Array.from(runsOfFour(symbols)).filter(({ from, to }) => to - from >= minCipherSymbols)
  const detections: Detection[] = []
  const read: Stretch[] = []
  const reading = () =>
    detections.length === 0 ? undefined : { detections, unread: unreadPlaces(symbols, runs, read) }
  let readTo = 0
  for (const { from, to } of runs) {
    for (let start = Math.max(from, readTo); start + minCipherSymbols <= to; start++) {
      if (start !== from && start !== readTo && !afterSpace[start]) continue
      for (let end = to; end >= start + minCipherSymbols; end--) {
        if (end !== to && !afterSpace[end]) continue
        const cipher = symbols.slice(start, end)
        budget.looks -= cipher.length
        if (budget.looks < 0) return reading()
        const found = readWhole(cipher, setOf, isText)
        if (found === undefined) continue
        detections.push(found)
        read.push({ from: start, to: end })
        readTo = end
        start = end - 1
        break
      }
    }
  }
  return reading()
}

/** The positions between ciphers, without repetitions, at which four possible symbols were not read. */
function unreadPlaces(
  symbols: readonly string[],
  runs: readonly Stretch[],
  read: readonly Stretch[],
): number[] {
  const places = new Set<number>()
  let place = 0
  for (const run of runs) {
    while (place < read.length && read[place]!.to <= run.from) place++
    let from = run.from
    for (let next = place; from < run.to; next++) {
      const cipher = read[next] ?? { from: run.to, to: run.to }
      const gap = symbols.slice(from, Math.min(cipher.from, run.to))
      if (gap.length >= minCipherSymbols && new Set(gap).size === symbolsOfSet) places.add(next)
      from = Math.max(from, cipher.to)
    }
  }
  return [...places].toSorted((a, b) => a - b)
}

/** The longest stretches with four different symbols. Two of them may overlap. */
function* runsOfFour(symbols: readonly string[]): Generator<Stretch> {
  const counts = new Map<string, number>()
  let from = 0
  for (let to = 0; to <= symbols.length; to++) {
    const next = symbols[to]
    const isLongest = next === undefined || !counts.has(next)
    if (isLongest && counts.size === symbolsOfSet) yield { from, to }
    if (next === undefined) return
    counts.set(next, (counts.get(next) ?? 0) + 1)
    for (; counts.size > symbolsOfSet; from++) {
      const left = symbols[from]!
      const count = counts.get(left)! - 1
      if (count === 0) counts.delete(left)
      else counts.set(left, count)
    }
  }
}

/** Reads all these symbols as one cipher, by the wrapper of either format. */
export function readWhole(
  symbols: readonly string[],
  setOf: SetOf,
  isText: (text: string) => boolean = () => true,
): Detection | undefined {
  const [a, b, c] = symbols
  const last = symbols.at(-1)!
  if (new Set([a, b, c, last]).size < symbolsOfSet) return undefined
  const classic = setOf([c!, b!, last, a!], symbols, 'classic')
  const frame = setOf([a!, last, b!, c!], symbols, 'frame')
  const found = readIn(classic, symbols, 'classic')
  if (found?.format === 'classic' && isText(found.text)) return found
  return readIn(frame, symbols, 'frame')
}

function readIn(
  charset: Charset | undefined,
  symbols: readonly string[],
  format: Detection['format'],
): Detection | undefined {
  if (charset === undefined) return undefined
  try {
    const detection = recognize(symbols.join(''), createCharsetIndex([charset]))
    if (detection?.format !== format) return undefined
    if (detection.format === 'classic') return detection.text.isWellFormed() ? detection : undefined
    if (!detection.needsKey) decodeSync(detection)
    return detection
  } catch (error) {
    if (error instanceof CodecError) return undefined
    throw error
  }
}
