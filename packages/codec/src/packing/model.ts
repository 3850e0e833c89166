/**
 * Predicts each next unit of a text. It mixes the table, statistics of this text, and the unit that followed the last
 * occurrence of the current context (docs/cipher/model.md, "The model").
 *
 * Context mixing after Mahoney's PAQ, in integers only, so that every engine codes the same bytes.
 */
import { maxTextUnits } from '../limits.ts'
import { type Alphabet, blockOf, clampProbability } from './alphabet.ts'
import type { Contexts } from './contexts.ts'
import { maxLogit, squash, stretch } from './logistic.ts'
import type { DecisionCoder } from './number-code.ts'

/** A model of one text at a time. */
export interface Model {
  /** Forgets the last text. */
  reset(): void
  /**
   * Codes the next unit and learns it. When reading, `unit` is -1, and the method returns the decoded unit; -1 if a
   * listed unit was coded within a block, which no writer does.
   */
  code(unit: number, coder: DecisionCoder): number
  /** Whether the alphabet lists a unit. */
  lists(unit: number): boolean
}

const longestContext = 6
const adaptiveBits = 18
const newline = 10

/** Initial weights; the weights of learned counters grow with the order of the context. */
const firstWeights = { fixed: 65536, order0: 5760, order1: 9600, order2: 15360, match: 25600 }
const maxWeight = 2 ** 20

/** An adaptive probability has 12 bits, and below them its number of updates, up to 15. */
const maxCount = 15
const rates = Int32Array.from({ length: 16 }, (_, count) => Math.floor(65536 / (2 * count + 3)))

function learn(counter: number, decision: number): number {
  const count = counter & 15
  const p = counter >> 4
  const rate = rates[count]!
  const moved = decision ? p + (((4095 - p) * rate) >> 15) : p - ((p * rate) >> 15)
  return (moved << 4) | (count < maxCount ? count + 1 : count)
}

/** Creates counters of 16 bits that begin at 0. Clearing them takes time proportional to their use. */
function createCounters(count: number) {
  const values = new Uint16Array(count)
  const used = new Int32Array(Math.min(count, 2 ** 14))
  let usedCount = 0
  return {
    values,
    /** Records that a counter is no longer 0. */
    use(at: number): void {
      if (usedCount < used.length) used[usedCount] = at
      usedCount++
    },
    clear(): void {
      if (usedCount > used.length) values.fill(0)
      else for (let i = 0; i < usedCount; i++) values[used[i]!] = 0
      usedCount = 0
    },
  }
}

/** Creates a model over the table's alphabet and contexts. */
export function createModel(alphabet: Alphabet, contexts: Contexts): Model {
  const { codes, ranks, splits, left, right, probabilities } = alphabet
  const { successors, sums, starts, escapes, longer } = contexts

  // Statistics of this text: counters for each node of the tree, after zero, one and two ranks.
  const counters0 = new Uint16Array(codes.length)
  const counters1 = createCounters(2 ** adaptiveBits)
  const counters2 = createCounters(2 ** adaptiveBits)
  const values1 = counters1.values
  const values2 = counters2.values
  const lowCounters = createCounters(65536)

  // The mixer's weights: by the number of contexts, by each counter's count, by the length of the match.
  const weights = new Int32Array(16 + 4 * 16)
  const weight0 = 16
  const weight1 = 32
  const weight2 = 48
  const weightMatch = 64

  // The match: the last position of the current four ranks, and how well matches of each length predict.
  const history = new Int16Array(maxTextUnits + 2)
  const places = createCounters(65536)
  const matchCounters = new Uint16Array(16)
  let length = 0
  let matchAt = 0
  let matchLength = 0

  /** The last six ranks, the newest first. */
  const recent = new Int32Array(longestContext)

  // The entries of the contexts that still compete, shortest context first.
  const from = new Int32Array(longestContext)
  const to = new Int32Array(longestContext)
  const middle = new Int32Array(longestContext)
  const rests = new Float64Array(longestContext)
  const below = new Int32Array(longestContext)

  function reset(): void {
    counters0.fill(0)
    counters1.clear()
    counters2.clear()
    lowCounters.clear()
    places.clear()
    weights.fill(firstWeights.fixed, 0, weight0)
    weights.fill(firstWeights.order0, weight0, weight1)
    weights.fill(firstWeights.order1, weight1, weight2)
    weights.fill(firstWeights.order2, weight2, weightMatch)
    weights.fill(firstWeights.match, weightMatch)
    weights[weight0] = 0
    weights[weight1] = 0
    weights[weight2] = 0
    for (let i = 0; i < 16; i++) matchCounters[i] = 65536 - Math.floor(65536 / (i + 3))
    length = 0
    matchAt = 0
    matchLength = 0
    recent.fill(ranks[newline]!)
  }

  /** Finds the contexts of the table that match the last ranks; returns their number. */
  function findContexts(): number {
    let context = 0
    for (let i = 0; i < longestContext; i++) {
      context = longer(context, recent[i]!)
      if (context < 0) return i
      from[i] = starts[context]!
      to[i] = starts[context + 1]!
      rests[i] = escapes[context]! * 65536
    }
    return longestContext
  }

  /**
   * The table's probability of a node's right side, from the tree and then the contexts. Each context knows the
   * weight of its successors on the right, and distributes the rest like the shorter ones.
   */
  function fixedProbability(live: number, split: number, treeProbability: number): number {
    let p = treeProbability
    for (let k = 0; k < live; k++) {
      const start = from[k]!
      const end = to[k]!
      let low = start
      let high = end
      while (low < high) {
        const m = (low + high) >> 1
        if (successors[m]! < split) low = m + 1
        else high = m
      }
      const rest = rests[k]!
      middle[k] = low
      below[k] = p
      const rightWeight = (sums[end]! - sums[low]!) * 65536 + Math.floor((rest * p) / 65536)
      p = clampProbability(Math.floor((rightWeight * 65536) / ((sums[end]! - sums[start]!) * 65536 + rest)))
    }
    return p
  }

  /** Moves to one side of a node and drops contexts that list nothing there. */
  function narrow(live: number, decision: number): number {
    let kept = 0
    for (let k = 0; k < live; k++) {
      const start = decision ? middle[k]! : from[k]!
      const end = decision ? to[k]! : middle[k]!
      if (start === end) continue
      const rest = rests[k]!
      const right = Math.floor((rest * below[k]!) / 65536)
      from[kept] = start
      to[kept] = end
      rests[kept] = Math.max(1, decision ? right : rest - right)
      kept++
    }
    return kept
  }

  function codeRank(rank: number, coder: DecisionCoder): number {
    const found = findContexts()
    const hash1 = Math.imul(recent[0]! + 1, 0x2c1b3c6d)
    const hash2 = Math.imul(hash1 + recent[1]! + 0x1234567, 0x297a2d39)
    const matchClass = Math.min(15, matchLength)
    let expected = matchAt > 0 ? history[matchAt]! : -1
    let live = found
    let node = 0
    do {
      const split = splits[node]!
      const p = fixedProbability(live, split, probabilities[node]!)
      const nodeHash = Math.imul(node + 1, 0x9e3779b1)
      const slot1 = Math.imul(hash1 ^ nodeHash, 0x2545f491) >>> (32 - adaptiveBits)
      const slot2 = Math.imul(hash2 ^ nodeHash, 0x2545f491) >>> (32 - adaptiveBits)
      // A new counter starts from the table's probability.
      const untaught = p & 0xfff0
      const value0 = counters0[node]! || untaught
      const value1 = values1[slot1]! || untaught
      const value2 = values2[slot2]! || untaught
      const logit = stretch[p >> 4]!
      const logit0 = stretch[value0 >> 4]! - logit
      const logit1 = stretch[value1 >> 4]! - logit
      const logit2 = stretch[value2 >> 4]! - logit
      const expectsRight = expected >= split ? 1 : 0
      const matchLogit =
        expected < 0 ? 0 : stretch[matchCounters[matchClass]! >> 4]! * (expectsRight ? 1 : -1)
      const w = found
      const w0 = weight0 + (value0 & 15)
      const w1 = weight1 + (value1 & 15)
      const w2 = weight2 + (value2 & 15)
      const wm = weightMatch + matchClass
      const sum =
        weights[w]! * logit +
        weights[w0]! * logit0 +
        weights[w1]! * logit1 +
        weights[w2]! * logit2 +
        weights[wm]! * matchLogit
      const mixed = Math.max(-maxLogit, Math.min(maxLogit, Math.floor(sum / 65536)))
      const probability = clampProbability(squash[2048 + mixed]!)
      const decision = coder(probability, rank < 0 ? -1 : rank >= split ? 1 : 0)

      const error = 2 * ((decision << 16) - probability)
      adjust(w, logit, error)
      if (value0 & 15) adjust(w0, logit0, error)
      if (value1 & 15) adjust(w1, logit1, error)
      else counters1.use(slot1)
      if (value2 & 15) adjust(w2, logit2, error)
      else counters2.use(slot2)
      counters0[node] = learn(value0, decision)
      values1[slot1] = learn(value1, decision)
      values2[slot2] = learn(value2, decision)
      if (expected >= 0) {
        adjust(wm, matchLogit, error)
        const counter = matchCounters[matchClass]!
        if (expectsRight === decision) matchCounters[matchClass] = counter + ((65535 - counter) >> 6)
        else {
          matchCounters[matchClass] = counter - (counter >> 6)
          expected = -1
        }
      }
      live = narrow(live, decision)
      node = decision ? right[node]! : left[node]!
    } while (node >= 0)
    const coded = ~node
    follow(coded)
    return coded
  }

  function adjust(at: number, logit: number, error: number): void {
    const weight = weights[at]! + ((logit * error + 32768) >> 16)
    weights[at] = Math.max(-maxWeight, Math.min(maxWeight, weight))
  }

  /** Adds a rank to the history. Continues the match, or searches for one by the last four ranks. */
  function follow(rank: number): void {
    const at = ++length
    history[at] = rank
    if (matchAt > 0 && history[matchAt] === rank) {
      matchAt++
      matchLength++
    } else {
      matchAt = 0
      matchLength = 0
    }
    let hash = Math.imul(recent[2]! + 1, 0x2c1b3c6d) + recent[1]!
    hash = Math.imul(hash, 0x297a2d39) + recent[0]!
    hash = Math.imul(hash, 0x85ebca6b) + rank
    const slot = Math.imul(hash, 0x9e3779b1) >>> 16
    const candidate = places.values[slot]!
    if (candidate === 0) places.use(slot)
    else if (matchAt === 0) {
      let same = 0
      while (same < 16 && same < candidate - 1 && history[candidate - 1 - same] === history[at - same]) same++
      if (same >= 4) {
        matchAt = candidate
        matchLength = same - 3
      }
    }
    places.values[slot] = at + 1
    recent.copyWithin(1, 0, longestContext - 1)
    recent[0] = rank
  }

  /** Codes the low seven bits of an unlisted unit. Each bit's context is the bits above it in the block. */
  function codeLowBits(block: number, unit: number, coder: DecisionCoder): number {
    let node = 1
    for (let i = 6; i >= 0; i--) {
      const at = block * 128 + node
      const counter = lowCounters.values[at]!
      if (counter === 0) lowCounters.use(at)
      const p = counter || 32768
      const decision = coder(Math.max(500, Math.min(65000, p)), unit < 0 ? -1 : (unit >> i) & 1)
      lowCounters.values[at] = decision ? p + ((65535 - p) >> 4) : p - (p >> 4)
      node = 2 * node + decision
    }
    return block * 128 + node - 128
  }

  function code(unit: number, coder: DecisionCoder): number {
    const listed = unit < 0 ? -1 : ranks[unit]!
    const rank = codeRank(unit < 0 || listed >= 0 ? listed : ranks[blockOf(unit)]!, coder)
    const symbol = codes[rank]!
    if (symbol < blockOf(0)) return symbol
    const spelled = codeLowBits(symbol - blockOf(0), unit, coder)
    return ranks[spelled]! < 0 ? spelled : -1
  }

  return { reset, code, lists: (unit) => ranks[unit]! >= 0 }
}
