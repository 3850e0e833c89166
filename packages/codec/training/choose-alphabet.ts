/** Chooses the units that the alphabet lists, and their levels. */
import { blockOf, codeCount, compareRanks, type Levels, levelWeight } from '../src/packing/alphabet.ts'
import type { Corpus } from './corpus.ts'

/** The table writes ranks in 13 bits. */
const maxSymbols = 8192
const blocks = 512
const isAscii = (unit: number) => (unit >= 32 && unit < 127) || unit === 9 || unit === 10

/** The most common units of a corpus, all of ASCII, and all blocks. */
export function chooseAlphabet({ units, weights }: Corpus, listedUnits: number): Levels {
  if (listedUnits + blocks > maxSymbols) throw new RangeError('too many symbols')
  const counts = new Float64Array(65536)
  for (const [i, unit] of units.entries()) counts[unit]! += weights[i]!
  for (let unit = 0; unit < 127; unit++) if (isAscii(unit)) counts[unit]! += 20
  const listed = [...counts.keys()]
    .filter((unit) => counts[unit]! > 0)
    .sort((a, b) => counts[b]! - counts[a]! || a - b)
    .slice(0, listedUnits)
  const symbolCounts = new Float64Array(codeCount)
  symbolCounts.fill(1, blockOf(0))
  const isListed = new Set(listed)
  for (const [unit, count] of counts.entries())
    symbolCounts[isListed.has(unit) ? unit : blockOf(unit)]! += count
  const symbols = [...listed, ...Array.from({ length: blocks }, (_, block) => blockOf(0) + block)]
    .map((code) => ({ code, level: levelOf(symbolCounts[code]!) }))
    .sort(compareRanks)
  return { codes: symbols.map(({ code }) => code), levels: symbols.map(({ level }) => level) }
}

const levelOf = (count: number) => Math.min(62, Math.max(0, Math.round(2 * Math.log2(Math.max(count, 1)))))

/** The probability of each rank by its level alone. */
export function rankProbabilities({ levels }: Levels): Float64Array {
  const total = levels.reduce((sum, level) => sum + levelWeight(level), 0)
  return Float64Array.from(levels, (level) => levelWeight(level) / total)
}
