/** Remembers to whom a place was promised, from when and for how much work. Times are milliseconds since the epoch. */
export interface PromisedPlaces {
  /** Takes up the promise of a client if its time has come and it brings no more work than it was made for. */
  redeem(clientKey: string, nowMs: number, work: number): boolean
  /** Promises the next free moment, not before `notBeforeMs`; a client that has such a promise keeps it. */
  promise(clientKey: string, request: PlaceRequest): number
}

export interface PlaceRequest {
  nowMs: number
  notBeforeMs: number
  /** In units of any size. */
  work: number
  /** How long this work keeps others from a place. */
  intervalMs: number
}

interface Promised {
  fromMs: number
  work: number
}

/** How long after its time a promise is kept. */
export const promiseGraceMs = 10_000
const maxPromises = 1_024

/**
 * Promises follow each other at the pace in which places become free, so that those who come back on time are
 * no more than are let go. One that is not taken up within ten seconds lapses.
 */
export function createPromisedPlaces(): PromisedPlaces {
  const promises = new Map<string, Promised>()
  let lastMs = 0

  function forgetLapsed(nowMs: number): void {
    for (const [clientKey, { fromMs }] of promises) {
      if (fromMs + promiseGraceMs < nowMs) promises.delete(clientKey)
    }
  }

  return {
    redeem(clientKey, nowMs, work) {
      const promised = promises.get(clientKey)
      if (promised === undefined || nowMs < promised.fromMs) return false
      promises.delete(clientKey)
      return nowMs <= promised.fromMs + promiseGraceMs && work <= promised.work
    },

    promise(clientKey, { nowMs, notBeforeMs, work, intervalMs }) {
      const known = promises.get(clientKey)
      const isStillToCome = known !== undefined && Math.max(nowMs, notBeforeMs) <= known.fromMs
      if (isStillToCome && work <= known.work) return known.fromMs
      if (promises.size >= maxPromises) forgetLapsed(nowMs)
      lastMs = Math.max(nowMs, lastMs) + intervalMs
      const fromMs = Math.ceil(Math.max(lastMs, notBeforeMs))
      // Beyond the most that is remembered, the time is when all who were promised a place have had it.
      if (promises.size >= maxPromises) return fromMs + promiseGraceMs
      promises.set(clientKey, { fromMs, work })
      return fromMs
    },
  }
}
