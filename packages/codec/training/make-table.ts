/** Builds the table's bytes from a corpus. */
import { blockOf, codeLevels, createAlphabet } from '../src/packing/alphabet.ts'
import { codeContexts } from '../src/packing/contexts.ts'
import { DecisionWriter } from '../src/packing/decision-coder.ts'
import { NumberCode } from '../src/packing/number-code.ts'
import { chooseAlphabet, rankProbabilities } from './choose-alphabet.ts'
import { chooseContexts } from './choose-contexts.ts'
import type { Corpus } from './corpus.ts'

/** The settings that determine the table's size. */
interface TableSize {
  /** Number of units that the alphabet lists. */
  readonly listedUnits: number
  /** Minimum of corpus bits that one table bit must save. */
  readonly exchangeRate: number
}

const newline = 10

export function makeTable(corpus: Corpus, { listedUnits, exchangeRate }: TableSize): Uint8Array {
  const levels = chooseAlphabet(corpus, listedUnits)
  const { ranks: rankOf } = createAlphabet(levels)
  const ranks = Uint16Array.from(corpus.units, (unit) =>
    rankOf[unit]! >= 0 ? rankOf[unit]! : rankOf[blockOf(unit)]!,
  )
  const contexts = chooseContexts({
    ranks,
    weights: corpus.weights,
    baseProbabilities: rankProbabilities(levels),
    separator: rankOf[newline]!,
    exchangeRate,
  })
  const writer = new DecisionWriter()
  const numbers = new NumberCode((probability, decision) => {
    writer.write(probability, decision)
    return decision
  })
  codeLevels(numbers, levels)
  codeContexts(numbers, contexts)
  return writer.finish(writer.length + 4)!
}
