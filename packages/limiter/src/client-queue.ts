import {
  type ClientRows,
  keyHash,
  nextInBucket,
  nextInQueue,
  previousInQueue,
  wordsInRow,
} from './client-rows.ts'

/**
 * Assigns a fixed number of rows to clients, and knows which client was idle for longest.
 *
 * A hash table with chained buckets and a doubly linked list, both in typed arrays of fixed size: every step takes
 * constant time. A `Map` of this size would pause for many milliseconds to rebuild itself.
 */
interface ClientQueue {
  /** The row of a client; `undefined` if it has none. `hash` is any 32-bit hash of the key. */
  rowOf(key: string, hash: number): number | undefined
  /** Assigns a row to a new client, at the end of the queue; `undefined` if no row is free. */
  admit(key: string, hash: number): number | undefined
  /** The row at the head of the queue; `undefined` if there is none. */
  first(): number | undefined
  moveToEnd(row: number): void
  remove(row: number): void
}

/** Creates a queue that assigns the rows 1 to `maxClients`. No client has row 0: a link to it means none. */
export function createClientQueue({ words }: ClientRows, maxClients: number): ClientQueue {
  const keys: string[] = ['']
  const bucketMask = 2 ** Math.ceil(Math.log2(2 * maxClients)) - 1
  const buckets = new Uint32Array(bucketMask + 1)
  let firstFree = 0

  // The queue is a ring in which row 0 stands before the first and after the last.
  const next = (row: number): number => words[row * wordsInRow + nextInQueue]!
  const previous = (row: number): number => words[row * wordsInRow + previousInQueue]!
  const chained = (row: number): number => words[row * wordsInRow + nextInBucket]!

  function link(before: number, after: number): void {
    words[before * wordsInRow + nextInQueue] = after
    words[after * wordsInRow + previousInQueue] = before
  }

  function append(row: number): void {
    link(previous(0), row)
    link(row, 0)
  }

  function leaveBucket(row: number): void {
    const bucket = words[row * wordsInRow + keyHash]! & bucketMask
    if (buckets[bucket] === row) {
      buckets[bucket] = chained(row)
      return
    }
    let before = buckets[bucket]!
    while (chained(before) !== row) before = chained(before)
    words[before * wordsInRow + nextInBucket] = chained(row)
  }

  function allocate(): number {
    if (firstFree === 0) return keys.length <= maxClients ? keys.push('') - 1 : 0
    const row = firstFree
    firstFree = chained(row)
    return row
  }

  return {
    rowOf(key, hash) {
      let row = buckets[hash & bucketMask]!
      while (row !== 0 && (words[row * wordsInRow + keyHash] !== hash || keys[row] !== key))
        row = chained(row)
      return row === 0 ? undefined : row
    },

    admit(key, hash) {
      const row = allocate()
      if (row === 0) return undefined
      keys[row] = key
      words[row * wordsInRow + keyHash] = hash
      words[row * wordsInRow + nextInBucket] = buckets[hash & bucketMask]!
      buckets[hash & bucketMask] = row
      append(row)
      return row
    },

    first: () => (next(0) === 0 ? undefined : next(0)),

    moveToEnd(row) {
      if (next(row) === 0) return
      link(previous(row), next(row))
      append(row)
    },

    remove(row) {
      link(previous(row), next(row))
      leaveBucket(row)
      keys[row] = ''
      words[row * wordsInRow + nextInBucket] = firstFree
      firstFree = row
    },
  }
}
