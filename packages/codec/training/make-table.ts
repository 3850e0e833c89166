/** The bytes of the table that a corpus gives. */
import { blockOf, codeLevels, createAlphabet } from '../src/packing/alphabet.ts'
import { codeContexts } from '../src/packing/contexts.ts'
import { DecisionWriter } from '../src/packing/decision-coder.ts'
import { NumberCode } from '../src/packing/number-code.ts'
import { chooseAlphabet, rankProbabilities } from './choose-alphabet.ts'
import { chooseContexts } from './choose-contexts.ts'
import type { Corpus } from './corpus.ts'

/** The settings that decide how large the table is. */
interface TableSize {
  /** How many units the alphabet lists. */
  readonly listedUnits: number
  /** How many bits of the corpus a bit of the table has to save. */
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
