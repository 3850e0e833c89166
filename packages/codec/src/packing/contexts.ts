/**
 * The contexts of the table: a tree of up to six previous ranks. Each context lists the ranks that follow it more
 * often than the shorter contexts predict.
 */
import type { NumberCode } from './number-code.ts'

/** The contexts in the table's order, depth first. Context 0 is empty and lists nothing. */
export interface Contexts {
  /** The ranks that contexts list, ascending in each. */
  readonly successors: Uint16Array
  /** `sums[i]` is the weight of all entries before i. */
  readonly sums: Int32Array
  /** Start of each context's entries; they end where the next context's start. */
  readonly starts: Int32Array
  /** Weight of all ranks that a context does not list. */
  readonly escapes: Int32Array
  /** Finds the context that is one rank longer; -1 if the table has none. */
  readonly longer: (context: number, rank: number) => number
}

/** A context as the training program writes it into the table. */
export interface ContextToWrite {
  /** The ranks that follow, ascending, and the exponents of their weights. */
  readonly successors: readonly number[]
  readonly exponents: readonly number[]
  readonly escapeExponent: number
  /** The contexts that are one rank longer, by that rank, ascending. */
  readonly children: readonly (readonly [rank: number, context: ContextToWrite])[]
}

const log2 = (n: number) => 31 - Math.clz32(n)
const sizeClass = (count: number) => (count === 0 ? 0 : count > 31 ? 5 : log2(count))

/**
 * Assigns counters to numbers. Depth counts up to 3, sizes fall into classes 0 to 5. A gap has 64 counters for each
 * class of the previous gap, an exponent 32 for each previous exponent.
 */
const counters = {
  listLength: (depth: number) => 1024 + 64 * depth,
  childCount: (depth: number) => 1280 + 64 * depth,
  escape: (depth: number) => 1536 + 64 * depth,
  gap: (depth: number, size: number) => 2048 + (depth * 8 + size) * 1024,
  exponent: (depth: number, size: number) => 40000 + (depth * 8 + size) * 640,
  childGap: (depth: number, size: number) => 60000 + (depth * 8 + size) * 128,
}

/** Codes the contexts of a table. When reading, pass none. */
export function codeContexts(numbers: NumberCode, written?: ContextToWrite): Contexts {
  const successors: number[] = []
  const sums = [0]
  let total = 0
  const starts = [0, 0]
  const escapes = [0]
  const children = createChildren()

  /** Codes a context's entries; from depth 2 on as positions in the list of the context that is one rank shorter. */
  function codeList(
    context: number,
    parent: number,
    depth: number,
    source: ContextToWrite | undefined,
  ): void {
    const capped = Math.min(3, depth)
    const count = numbers.number(counters.listLength(capped), (source?.successors.length ?? 1) - 1) + 1
    let exponent = numbers.exponent(counters.escape(capped), source?.escapeExponent)
    escapes[context] = 1 << exponent
    const parentStart = starts[parent]!
    const parentCount = starts[parent + 1]! - parentStart
    const size = sizeClass(count)
    const gapSize = depth === 1 ? size : sizeClass(parentCount)
    const gaps = counters.gap(capped, gapSize)
    const exponents = counters.exponent(capped, size)
    let previous = -1
    let gapClass = 0
    for (let i = 0; i < count; i++) {
      const place = source ? placeOf(source.successors[i]!, depth > 1, parentStart, parentCount) : 0
      const gap = numbers.number(gaps + 64 * gapClass, place - previous - 1)
      previous += 1 + gap
      gapClass = depth > 1 ? Math.min(11, log2(gap + 1) + 1) : Math.min(15, log2(previous + 1))
      exponent = numbers.exponent(exponents + 32 * exponent, source?.exponents[i])
      successors.push(depth > 1 ? successors[parentStart + previous]! : previous)
      total += 1 << exponent
      sums.push(total)
    }
  }

  function placeOf(rank: number, inParent: boolean, parentStart: number, parentCount: number): number {
    if (!inParent) return rank
    return successors.slice(parentStart, parentStart + parentCount).indexOf(rank)
  }

  function codeContext(
    context: number,
    parent: number,
    depth: number,
    source: ContextToWrite | undefined,
  ): void {
    const capped = Math.min(3, depth)
    if (depth > 0) {
      codeList(context, parent, depth, source)
      starts[context + 1] = successors.length
    }
    const count = numbers.number(counters.childCount(capped), source?.children.length)
    const gapContext = counters.childGap(capped, sizeClass(count))
    let rank = -1
    for (let i = 0; i < count; i++) {
      const child = source?.children[i]
      rank += 1 + numbers.number(gapContext, child ? child[0] - rank - 1 : 0)
      const id = escapes.length
      escapes.push(0)
      children.add(context, rank, id)
      codeContext(id, context, depth + 1, child?.[1])
    }
  }

  codeContext(0, -1, 0, written)
  return {
    successors: new Uint16Array(successors),
    sums: new Int32Array(sums),
    starts: new Int32Array(starts),
    escapes: new Int32Array(escapes),
    longer: children.find,
  }
}

/** Finds contexts by the context and rank that they extend, in one open hash table. */
function createChildren() {
  const bits = 17
  const mask = 2 ** bits - 1
  const keys = new Int32Array(2 ** bits).fill(-1)
  const contexts = new Int32Array(2 ** bits)
  const slotOf = (key: number) => {
    let slot = Math.imul(key, 0x9e3779b1) >>> (32 - bits)
    while (keys[slot]! !== -1 && keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }
  return {
    add(context: number, rank: number, child: number): void {
      const slot = slotOf(context * 8192 + rank)
      keys[slot] = context * 8192 + rank
      contexts[slot] = child
    },
    find(context: number, rank: number): number {
      const slot = slotOf(context * 8192 + rank)
      return keys[slot] === -1 ? -1 : contexts[slot]!
    },
  }
}
