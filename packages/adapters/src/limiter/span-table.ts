/**
 * For each of a fixed number of callers, the stamps of what was accepted from it, oldest first, as pairs of a
 * time and a count, one for each millisecond, at the time of the newest in it. All of it lives in typed arrays
 * of fixed size, so that neither many callers nor busy ones make garbage or grow it; the system lends the memory
 * only as it is first written to.
 *
 * The newest pair is kept with the caller and older ones are chained from a common store, so that the many
 * callers with one request take nothing from it. Where the store is used up, a caller's newest pair is moved
 * to the present instead: what it counts leaves later than it should and never earlier.
 */
export interface SpanTable {
  /** How many accepted requests of a caller are counted. */
  total(caller: number): number
  /** Forgets the stamps of a caller up to and including `lastMs`. */
  expire(caller: number, lastMs: number): void
  /** Counts `count` requests at a time that is not before any other of the caller. */
  add(caller: number, atMs: number, count: number): void
  /** The time of the request at `index` (from 0, the oldest first, less than the total). */
  stampAt(caller: number, index: number): number
  newest(caller: number): number
  /** Forgets all of a caller, in constant time. */
  clear(caller: number): void
}

/** 20 bytes a caller and 16 a stamp. */
export function createSpanTable(mostCallers: number, mostStamps: number): SpanTable {
  const totals = new Uint32Array(mostCallers)
  const newestMs = new Float64Array(mostCallers)
  const newestCount = new Uint32Array(mostCallers)
  const oldestStamp = new Uint32Array(mostCallers)
  const latestStamp = new Uint32Array(mostCallers)

  const stampMs = new Float64Array(mostStamps + 1)
  const stampCount = new Uint32Array(mostStamps + 1)
  const nextStamp = new Uint32Array(mostStamps + 1)
  let firstFree = 0
  let firstUnused = 1

  function allocate(): number {
    if (firstFree === 0) return firstUnused <= mostStamps ? firstUnused++ : 0
    const stamp = firstFree
    firstFree = nextStamp[stamp]!
    return stamp
  }

  function chainNewest(caller: number): boolean {
    const stamp = allocate()
    if (stamp === 0) return false
    stampMs[stamp] = newestMs[caller]!
    stampCount[stamp] = newestCount[caller]!
    nextStamp[stamp] = 0
    if (oldestStamp[caller] === 0) oldestStamp[caller] = stamp
    else nextStamp[latestStamp[caller]!] = stamp
    latestStamp[caller] = stamp
    return true
  }

  function clear(caller: number): void {
    if (oldestStamp[caller] !== 0) {
      nextStamp[latestStamp[caller]!] = firstFree
      firstFree = oldestStamp[caller]!
      oldestStamp[caller] = 0
    }
    totals[caller] = 0
    newestCount[caller] = 0
  }

  return {
    total: (caller) => totals[caller]!,
    newest: (caller) => newestMs[caller]!,
    clear,

    expire(caller, lastMs) {
      if (totals[caller] === 0) return
      if (newestMs[caller]! <= lastMs) return clear(caller)
      let stamp = oldestStamp[caller]!
      while (stamp !== 0 && stampMs[stamp]! <= lastMs) {
        const next = nextStamp[stamp]!
        totals[caller]! -= stampCount[stamp]!
        nextStamp[stamp] = firstFree
        firstFree = stamp
        stamp = next
      }
      oldestStamp[caller] = stamp
    },

    add(caller, atMs, count) {
      const apart = newestCount[caller] !== 0 && Math.floor(newestMs[caller]!) !== Math.floor(atMs)
      if (apart && chainNewest(caller)) newestCount[caller] = 0
      newestMs[caller] = atMs
      newestCount[caller]! += count
      totals[caller]! += count
    },

    stampAt(caller, index) {
      if (index >= totals[caller]! - newestCount[caller]!) return newestMs[caller]!
      let stamp = oldestStamp[caller]!
      for (let left = index - stampCount[stamp]!; left >= 0; left -= stampCount[stamp]!) {
        stamp = nextStamp[stamp]!
      }
      return stampMs[stamp]!
    },
  }
}
