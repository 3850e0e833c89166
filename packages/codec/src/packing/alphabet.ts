/**
 * The alphabet of the model: common UTF-16 units, and blocks of 128 units for all others, by descending frequency;
 * and the binary tree that finds a symbol in this order.
 */
import type { NumberCode } from './number-code.ts'

/** Code of the first block. A block's code is this plus the high nine bits of its units. */
const firstBlock = 65536

/** Number of codes: units and blocks. */
export const codeCount = firstBlock + 512

/** The code of a unit's block. */
export const blockOf = (unit: number) => firstBlock + (unit >> 7)

/** The position of a code within its level: blocks first, then units. */
const orderOf = (code: number) => (code >= firstBlock ? code - firstBlock : code + 512)
const codeAt = (order: number) => (order < 512 ? firstBlock + order : order - 512)

/** The weight of a level: 2 to the power of half the level, rounded. Levels go from 0 to 62. */
export const levelWeight = (level: number) =>
  level & 1 ? Math.floor((2 ** ((level - 1) / 2) * 92682 + 32768) / 65536) : 2 ** (level / 2)

/** Symbols by rank, the most common first, and their tree. */
export interface Alphabet {
  /** The code of each rank. */
  readonly codes: Int32Array
  /** The rank of each code, -1 for a unit that is not listed. */
  readonly ranks: Int16Array
  /** The first rank of the right side of each node; node 0 is the root. */
  readonly splits: Uint16Array
  /** The left and right child of each node: a node, or the rank r as ~r. */
  readonly left: Int16Array
  readonly right: Int16Array
  /** The probability of the right side of each node. */
  readonly probabilities: Uint16Array
}

/** The levels of an alphabet as the table stores them: codes in order of rank, and the level of each. */
export interface Levels {
  readonly codes: readonly number[]
  readonly levels: readonly number[]
}

/** Orders ranks by level, the highest first, and within a level by position. */
export const compareRanks = (a: { code: number; level: number }, b: { code: number; level: number }) =>
  b.level - a.level || orderOf(a.code) - orderOf(b.code)

/** Codes the levels of an alphabet. When reading, pass none. */
export function codeLevels(numbers: NumberCode, { codes: written, levels: writtenLevels }: Levels): Levels {
  const codes: number[] = []
  const levels: number[] = []
  const maxLevel = numbers.number(0, writtenLevels[0])
  for (let level = maxLevel; level >= 0; level--) {
    const count = numbers.number(64, writtenLevels.filter((other) => other === level).length)
    const gapContext = 128 + 64 * Math.min(2, level >> 3)
    let previous = -1
    for (let i = 0; i < count; i++) {
      const next = written[codes.length]
      previous += 1 + numbers.number(gapContext, next === undefined ? 0 : orderOf(next) - previous - 1)
      codes.push(codeAt(previous))
      levels.push(level)
    }
  }
  return { codes, levels }
}

/** Builds an alphabet with its tree from levels; each node splits its ranks at half of their weight. */
export function createAlphabet({ codes, levels }: Levels): Alphabet {
  const count = codes.length
  const sums = new Float64Array(count + 1)
  for (let i = 0; i < count; i++) sums[i + 1] = sums[i]! + levelWeight(levels[i]!)
  const alphabet = {
    codes: new Int32Array(codes),
    ranks: new Int16Array(codeCount).fill(-1),
    splits: new Uint16Array(count),
    left: new Int16Array(count),
    right: new Int16Array(count),
    probabilities: new Uint16Array(count),
  }
  for (let rank = 0; rank < count; rank++) alphabet.ranks[codes[rank]!] = rank
  let nodes = 0
  const grow = (from: number, to: number): number => {
    if (to - from === 1) return ~from
    const node = nodes++
    const split = splitOf(sums, from, to)
    const weight = sums[to]! - sums[from]!
    alphabet.splits[node] = split
    alphabet.probabilities[node] = clampProbability(Math.floor(((sums[to]! - sums[split]!) * 65536) / weight))
    alphabet.left[node] = grow(from, split)
    alphabet.right[node] = grow(split, to)
    return node
  }
  grow(0, count)
  return alphabet
}

/** Limits a probability to the model's range, 32 to 65,504. */
export const clampProbability = (p: number) => (p < 32 ? 32 : p > 65504 ? 65504 : p)

/** The rank between `from + 1` and `to - 1` before which the weight is closest to half; the lower of two. */
function splitOf(sums: Float64Array, from: number, to: number): number {
  const twiceMiddle = sums[from]! + sums[to]!
  let low = from + 1
  let high = to - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (2 * sums[middle]! < twiceMiddle) low = middle + 1
    else high = middle
  }
  if (low > from + 1 && twiceMiddle - 2 * sums[low - 1]! <= 2 * sums[low]! - twiceMiddle) low--
  return low
}
