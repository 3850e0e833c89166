import {
  type ClientRows,
  floatsInRow,
  latestStamp,
  newestCount,
  newestMs,
  oldestStamp,
  total,
  wordsInRow,
} from './client-rows.ts'

/**
 * For each row, the stamps of its client's accepted requests, oldest first. A stamp is a count and the time of the
 * newest request in one millisecond. Typed arrays of fixed size hold them, so that neither many clients nor busy ones
 * make garbage.
 *
 * The row itself holds the newest stamp; older ones are chained in a common store. So the many clients with one
 * request use none of it. If the store is full, a client's newest stamp is moved to the present instead: its count
 * leaves later than it should, and never earlier.
 */
interface SpanTable {
  /** How many accepted requests of a client are counted. */
  total(row: number): number
  /** Forgets the stamps of a client up to and including `lastMs`. */
  expire(row: number, lastMs: number): void
  /** Counts `count` requests at a time that is no earlier than the client's newest. */
  add(row: number, atMs: number, count: number): void
  /** The time of the request at `index` (from 0, the oldest first, less than the total). */
  stampAt(row: number, index: number): number
  newest(row: number): number
  /** Forgets a client's stamps in constant time. */
  clear(row: number): void
}

/** A stamp has 16 bytes: its time, its count, and the index of the client's next stamp. Index 0 means none. */
const floatsInStamp = 2
const wordsInStamp = 4
const stampCount = 2
const nextStamp = 3

/** Creates an empty {@link SpanTable}. */
export function createSpanTable({ floats, words }: ClientRows, maxStamps: number): SpanTable {
  const store = new ArrayBuffer((maxStamps + 1) * wordsInStamp * Uint32Array.BYTES_PER_ELEMENT)
  const stampFloats = new Float64Array(store)
  const stampWords = new Uint32Array(store)
  let firstFree = 0
  let firstUnused = 1

  const timeOf = (stamp: number): number => stampFloats[stamp * floatsInStamp]!
  const countOf = (stamp: number): number => stampWords[stamp * wordsInStamp + stampCount]!
  const after = (stamp: number): number => stampWords[stamp * wordsInStamp + nextStamp]!

  function chain(stamp: number, next: number): void {
    stampWords[stamp * wordsInStamp + nextStamp] = next
  }

  function allocate(): number {
    if (firstFree === 0) return firstUnused <= maxStamps ? firstUnused++ : 0
    const stamp = firstFree
    firstFree = after(stamp)
    return stamp
  }

  function chainNewest(row: number): boolean {
    const stamp = allocate()
    if (stamp === 0) return false
    const at = row * wordsInRow
    stampFloats[stamp * floatsInStamp] = floats[row * floatsInRow + newestMs]!
    stampWords[stamp * wordsInStamp + stampCount] = words[at + newestCount]!
    chain(stamp, 0)
    if (words[at + oldestStamp] === 0) words[at + oldestStamp] = stamp
    else chain(words[at + latestStamp]!, stamp)
    words[at + latestStamp] = stamp
    return true
  }

  function clear(row: number): void {
    const at = row * wordsInRow
    if (words[at + oldestStamp] !== 0) {
      chain(words[at + latestStamp]!, firstFree)
      firstFree = words[at + oldestStamp]!
      words[at + oldestStamp] = 0
    }
    words[at + total] = 0
    words[at + newestCount] = 0
  }

  return {
    total: (row) => words[row * wordsInRow + total]!,
    newest: (row) => floats[row * floatsInRow + newestMs]!,
    clear,

    expire(row, lastMs) {
      const at = row * wordsInRow
      if (words[at + total] === 0) return
      if (floats[row * floatsInRow + newestMs]! <= lastMs) return clear(row)
      let stamp = words[at + oldestStamp]!
      while (stamp !== 0 && timeOf(stamp) <= lastMs) {
        const next = after(stamp)
        words[at + total]! -= countOf(stamp)
        chain(stamp, firstFree)
        firstFree = stamp
        stamp = next
      }
      words[at + oldestStamp] = stamp
    },

    add(row, atMs, count) {
      const at = row * wordsInRow
      const lastMs = floats[row * floatsInRow + newestMs]!
      const apart = words[at + newestCount] !== 0 && Math.floor(lastMs) !== Math.floor(atMs)
      if (apart && chainNewest(row)) words[at + newestCount] = 0
      floats[row * floatsInRow + newestMs] = atMs
      words[at + newestCount]! += count
      words[at + total]! += count
    },

    stampAt(row, index) {
      const at = row * wordsInRow
      if (index >= words[at + total]! - words[at + newestCount]!) return floats[row * floatsInRow + newestMs]!
      let stamp = words[at + oldestStamp]!
      for (let left = index - countOf(stamp); left >= 0; left -= countOf(stamp)) stamp = after(stamp)
      return timeOf(stamp)
    },
  }
}
