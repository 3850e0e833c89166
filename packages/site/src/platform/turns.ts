let turn: Promise<void> | undefined

/**
 * Resolves in the next turn of the event loop, for all callers of this turn, in order.
 *
 * So requests that arrive together are handled together, step by step, while the code and data of a step are in the
 * processor's caches.
 */
export function nextTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  })
  return turn
}

/** Work up to this size takes only a few milliseconds, so it does not yield. */
const smallBytes = 256 * 1024

const turnMs = 5

/** Called between steps of long work: yields to the event loop once some milliseconds have passed. */
type YieldToEventLoop = () => Promise<void> | undefined

/** @param sizeBytes of the file or part to process; small ones do not yield */
export function createYieldToEventLoop(sizeBytes: number): YieldToEventLoop {
  if (sizeBytes < smallBytes) return () => undefined
  let sinceMs = performance.now()
  return () => {
    if (performance.now() - sinceMs < turnMs) return undefined
    return new Promise((resolve) => {
      setTimeout(() => {
        sinceMs = performance.now()
        resolve()
      })
    })
  }
}
