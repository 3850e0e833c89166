/** The symbols of a set in a message, between other characters. */
import type { Charset } from './charset.ts'
import type { CharsetIndex } from './charset-index.ts'
import { minCipherSymbols } from './classic-decoder.ts'
import { whiteSpace } from './ignored-characters.ts'
import { foldCase, foldInto } from './look-alikes.ts'
import { undoMarkup } from './markup.ts'
import { type Budget, charactersOf, folded } from './wrapped-ciphers.ts'

/** Symbols with nothing but ignored characters between them. */
type Run = readonly string[]

/**
 * Runs of a set's symbols, first all, then without short ones. A run ends at any other character; in a second attempt
 * also at white space. Finally only the last run of each line, if those before it are short. So numbers, times and
 * names in the set's own symbols are left out.
 */
export function* waysToJoin(message: string, charset: Charset): Generator<readonly Run[]> {
  const own = ownSymbols(charset)
  const runs = runsOf(message, own)
  if (lengthOf(runs) < minCipherSymbols) return
  yield* withoutShort(runs)
  const lines = message
    .split(lineBreaks)
    .map((line) => line.split(whiteSpace).flatMap((word) => runsOf(word, own)))
  yield* withoutShort(lines.flat())
  const areShort = (before: readonly Run[]) => before.every(({ length }) => length <= shortRuns.at(-1)!)
  if (lines.every((line) => areShort(line.slice(0, -1)))) yield lines.flatMap((line) => line.slice(-1))
}

function* withoutShort(runs: readonly Run[]): Generator<readonly Run[]> {
  let joined = -1
  for (const short of shortRuns) {
    const long = runs.filter(({ length }) => length > short)
    if (lengthOf(long) !== joined) yield long
    joined = lengthOf(long)
  }
}

const lengthOf = (runs: readonly Run[]): number => runs.reduce((sum, { length }) => sum + length, 0)

const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]+/

function runsOf(written: string, own: ReadonlySet<string>): Run[] {
  const runs: string[][] = [[]]
  for (const symbol of charactersOf(written).symbols) {
    if (own.has(symbol)) runs.at(-1)!.push(symbol)
    else if (runs.at(-1)!.length > 0) runs.push([])
  }
  return runs.filter(({ length }) => length > 0)
}

/** Lengths of symbol runs to leave out before the others are joined: times, numbers and names form short runs. */
const shortRuns = [0, 1, 2, 3, 5, 8]

/** The only row of a set's symbols in the words of a message; hardly any others may stand elsewhere. */
export function onlyRowOfWords(message: string, charset: Charset): Run | undefined {
  const own = ownSymbols(charset)
  const rows = message.split(whiteSpace).flatMap((word) => runsOf(word, own))
  const long = rows.filter(({ length }) => length > maxSymbolsInWords)
  return lengthOf(rows) - lengthOf(long) <= maxSymbolsInWords && long.length === 1 ? long[0] : undefined
}

/** Ways to read a message: as it is, and with markup undone. */
export const waysToWrite = (message: string) => new Set([message, undoMarkup(message)])

/** A message with look-alikes as the symbols of a set, and with letters of the other case too. */
export function waysToFold(message: string, { symbols }: Charset): Set<string> {
  const folded = foldInto(message, symbols)
  return new Set([folded, foldCase(folded, symbols)])
}

const ownSymbols = ({ symbols }: Charset) =>
  new Set(symbols.map((symbol) => String.fromCodePoint(folded(symbol))))

/** A set's symbols in a message, together, then without short runs; with look-alikes and with markup undone. */
export function* rowsOf(message: string, index: CharsetIndex, budget: Budget): Generator<Row> {
  for (const written of waysToWrite(message))
    for (const charset of index.charsets)
      for (const folded of waysToFold(written, charset))
        yield* rowsIn(runsOf(folded, ownSymbols(charset)), charset, budget)
}

function* rowsIn(all: readonly Run[], charset: Charset, budget: Budget): Generator<Row> {
  for (const runs of withoutShort(all)) {
    const row = runs.flat()
    budget.looks -= row.length
    if (budget.looks < 0) return
    const isUnbroken = runs.length === 1
    const isAlone = isUnbroken && lengthOf(all) - row.length <= maxSymbolsInWords
    if (row.length >= minCipherSymbols) yield { row, charset, isUnbroken, isAlone }
  }
}

/** Symbols of a set, one after another. */
interface Row {
  readonly row: readonly string[]
  readonly charset: Charset
  /** Whether only ignored characters stand between them. */
  readonly isUnbroken: boolean
  /** Whether they are unbroken, and hardly any other symbols of the set stand elsewhere. */
  readonly isAlone: boolean
}

const maxSymbolsInWords = 2
