/**
 * Codes the numbers of the table as decisions with adaptive probabilities.
 *
 * A context is the first of 64 counters for one kind of number.
 */
import { DecisionReader } from './decision-coder.ts'

/** Codes one decision with a probability in 65,536ths; a reader ignores `decision` and returns the one it read. */
export type DecisionCoder = (probability: number, decision: number) => number

/** The counters of a table, and the codes of numbers over them. */
export class NumberCode {
  private readonly counters = new Uint16Array(65536).fill(32768)

  constructor(private readonly code: DecisionCoder) {}

  /** Codes a number from 0 to 65,534: the bit length of n + 1, then its bits below the first, two of them adaptive. */
  number(context: number, value = 0): number {
    const wanted = value + 1
    const wantedLength = 31 - Math.clz32(wanted)
    let node = 1
    for (let i = 3; i >= 0; i--) node = 2 * node + this.adaptive(context + node, (wantedLength >> i) & 1)
    const length = node - 16
    let n = 1
    for (let i = length - 1; i >= 0; i--) {
      const bit = (wanted >> i) & 1
      const below = length - 1 - i
      if (below === 0) n = 2 + this.adaptive(context + 16 + length, bit)
      else if (below === 1) n = 2 * n + this.adaptive(context + 32 + 2 * length + (n & 1), bit)
      else n = 2 * n + this.code(32768, bit)
    }
    return n - 1
  }

  /** Codes a number from 0 to 15 in four adaptive bits. */
  exponent(context: number, value = 0): number {
    let node = 1
    for (let i = 3; i >= 0; i--) node = 2 * node + this.adaptive(context + node, (value >> i) & 1)
    return node - 16
  }

  private adaptive(at: number, wanted: number): number {
    const { counters } = this
    const p = counters[at]!
    const bit = this.code(p < 64 ? 64 : p > 65472 ? 65472 : p, wanted)
    counters[at] = bit ? p + ((65536 - p) >> 5) : p - (p >> 5)
    return bit
  }
}

/** Reads the numbers of a table. */
export function createNumberReader(bytes: Uint8Array): NumberCode {
  const reader = new DecisionReader(bytes)
  return new NumberCode((probability) => reader.read(probability))
}
