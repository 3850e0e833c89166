/**
 * Which place of a fixed number each caller has, and which of them was busy longest ago.
 *
 * A hash table with chained buckets and a doubly linked list, both in typed arrays of fixed size: every step
 * takes constant time and none rebuilds the table, which with a `Map` this large is a pause of many milliseconds.
 */
export interface CallerQueue {
  /** The place of a caller; `undefined` where it has none. `hash` is any 32-bit hash of the key. */
  placeOf(key: string, hash: number): number | undefined
  /** A place for a caller that has none, at the end of the queue; `undefined` where all are taken. */
  admit(key: string, hash: number): number | undefined
  /** The place at the head of the queue; `undefined` where there is none. */
  first(): number | undefined
  moveToEnd(place: number): void
  remove(place: number): void
}

/** 32 bytes a place, and the callers' keys. */
export function createCallerQueue(mostCallers: number): CallerQueue {
  // Link 0 is no link: the caller at place p is link p + 1.
  const keys: string[] = ['']
  const hashes = new Uint32Array(mostCallers + 1)
  const nextInBucket = new Uint32Array(mostCallers + 1)
  const bucketMask = 2 ** Math.ceil(Math.log2(2 * mostCallers)) - 1
  const buckets = new Uint32Array(bucketMask + 1)
  let firstFree = 0

  // The queue is a ring in which link 0 stands before the first and after the last.
  const next = new Uint32Array(mostCallers + 1)
  const previous = new Uint32Array(mostCallers + 1)

  function unlink(link: number): void {
    next[previous[link]!] = next[link]!
    previous[next[link]!] = previous[link]!
  }

  function append(link: number): void {
    const last = previous[0]!
    next[last] = link
    previous[link] = last
    next[link] = 0
    previous[0] = link
  }

  function leaveBucket(link: number): void {
    const bucket = hashes[link]! & bucketMask
    if (buckets[bucket] === link) {
      buckets[bucket] = nextInBucket[link]!
      return
    }
    let before = buckets[bucket]!
    while (nextInBucket[before] !== link) before = nextInBucket[before]!
    nextInBucket[before] = nextInBucket[link]!
  }

  function allocate(): number {
    if (firstFree === 0) return keys.length <= mostCallers ? keys.push('') - 1 : 0
    const link = firstFree
    firstFree = nextInBucket[link]!
    return link
  }

  return {
    placeOf(key, hash) {
      let link = buckets[hash & bucketMask]!
      while (link !== 0 && (hashes[link] !== hash || keys[link] !== key)) link = nextInBucket[link]!
      return link === 0 ? undefined : link - 1
    },

    admit(key, hash) {
      const link = allocate()
      if (link === 0) return undefined
      keys[link] = key
      hashes[link] = hash
      nextInBucket[link] = buckets[hash & bucketMask]!
      buckets[hash & bucketMask] = link
      append(link)
      return link - 1
    },

    first: () => (next[0] === 0 ? undefined : next[0]! - 1),

    moveToEnd(place) {
      unlink(place + 1)
      append(place + 1)
    },

    remove(place) {
      const link = place + 1
      unlink(link)
      leaveBucket(link)
      keys[link] = ''
      nextInBucket[link] = firstFree
      firstFree = link
    },
  }
}
