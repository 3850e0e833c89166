/** Counts which ranks follow which contexts of a corpus. */

/** The successors of contexts, grouped by the context one rank longer. */
export interface Groups {
  /** By ascending key: the shorter context in the bits above 13, the rank that extends it below. */
  each(): Iterable<{ readonly key: number; readonly ranks: number[]; readonly counts: number[] }>
}

const rankBits = 13
const rankCount = 2 ** rankBits

/** Groups of at least `minCount`; `contexts` has the shorter context of each position, or -1. */
export function groupPairs(
  contexts: Int32Array,
  ranks: Uint16Array,
  weights: Float32Array,
  order: number,
  separator: number,
  minCount: number,
): Groups {
  const keyAt = (i: number) => {
    if (i < order || contexts[i]! < 0 || weights[i] === 0) return -1
    if (order > 1 && ranks[i - order + 1] === separator) return -1
    return contexts[i]! * rankCount + ranks[i - order]!
  }
  const totals = createTotals()
  for (let i = 0; i < ranks.length; i++) {
    const key = keyAt(i)
    if (key >= 0) totals.add(key, weights[i]!)
  }
  const pairs = createTotals()
  for (let i = 0; i < ranks.length; i++) {
    const key = keyAt(i)
    if (key >= 0 && totals.of(key) >= minCount) pairs.add(key * rankCount + ranks[i]!, weights[i]!)
  }
  return {
    *each() {
      const keys = pairs.keys().sort()
      for (let i = 0; i < keys.length; ) {
        const key = Math.floor(keys[i]! / rankCount)
        const group = { key, ranks: [] as number[], counts: [] as number[] }
        for (; i < keys.length && Math.floor(keys[i]! / rankCount) === key; i++) {
          group.ranks.push(keys[i]! % rankCount)
          group.counts.push(pairs.of(keys[i]!))
        }
        yield group
      }
    },
  }
}

/** Sums by key, in an open hash table. */
function createTotals() {
  let keys = new Float64Array(2 ** 16).fill(-1)
  let sums = new Float64Array(2 ** 16)
  let size = 0
  const slotOf = (key: number) => {
    const high = Math.floor(key / 2 ** 24)
    let slot = (Math.imul(key | 0, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & (keys.length - 1)
    while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) & (keys.length - 1)
    return slot
  }
  const grow = () => {
    const [oldKeys, oldSums] = [keys, sums]
    keys = new Float64Array(2 * oldKeys.length).fill(-1)
    sums = new Float64Array(2 * oldKeys.length)
    for (let i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] === -1) continue
      const slot = slotOf(oldKeys[i]!)
      keys[slot] = oldKeys[i]!
      sums[slot] = oldSums[i]!
    }
  }
  return {
    add(key: number, weight: number): void {
      let slot = slotOf(key)
      if (keys[slot] === -1) {
        if (2 * ++size > keys.length) {
          grow()
          slot = slotOf(key)
        }
        keys[slot] = key
      }
      sums[slot]! += weight
    },
    of: (key: number) => sums[slotOf(key)]!,
    keys: () => keys.filter((key) => key !== -1),
  }
}
