/** Remembers to whom a place was promised, and from when. Times are milliseconds since the epoch. */
export interface PromisedPlaces {
  /** Takes up the promise of a caller if its time has come. */
  redeem(callerKey: string, nowMs: number): boolean
  /** Promises the next free moment, not before `notBeforeMs`; a caller that has a promise keeps it. */
  promise(callerKey: string, nowMs: number, notBeforeMs: number, intervalMs: number): number
}

const graceMs = 10_000
const mostPromises = 1_024

/**
 * Promises follow each other at the pace in which places become free, so that those who come back on time are
 * no more than are let go. One that is not taken up within ten seconds lapses.
 */
export function createPromisedPlaces(): PromisedPlaces {
  const promises = new Map<string, number>()
  let lastMs = 0

  function forgetLapsed(nowMs: number): void {
    for (const [callerKey, fromMs] of promises) if (fromMs + graceMs < nowMs) promises.delete(callerKey)
  }

  return {
    redeem(callerKey, nowMs) {
      const fromMs = promises.get(callerKey)
      if (fromMs === undefined || nowMs < fromMs) return false
      promises.delete(callerKey)
      return nowMs <= fromMs + graceMs
    },

    promise(callerKey, nowMs, notBeforeMs, intervalMs) {
      const known = promises.get(callerKey)
      if (known !== undefined && notBeforeMs <= known) return known
      if (promises.size >= mostPromises) forgetLapsed(nowMs)
      lastMs = Math.max(nowMs, lastMs) + intervalMs
      const fromMs = Math.ceil(Math.max(lastMs, notBeforeMs))
      // Beyond the most that is remembered, the time is when all who were promised a place have had it.
      if (promises.size >= mostPromises) return fromMs + graceMs
      promises.set(callerKey, fromMs)
      return fromMs
    },
  }
}
