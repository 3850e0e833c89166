let turn: Promise<void> | undefined

/**
 * Resolves in the next turn of the event loop, for all callers of this turn, in order.
 *
 * So requests that arrive together are handled together, each step for all of them before the next, while the code and
 * data of a step are in the processor's caches.
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

/** Work that takes only a few milliseconds is not interrupted. */
const smallBytes = 256 * 1024

const turnMs = 5

/** Called between the steps of long work: lets everything else go on, once some milliseconds have passed since it did. */
type YieldToEventLoop = () => Promise<void> | undefined

/** @param sizeBytes of the file, or the part of it, to work on; work on a small one is not interrupted */
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
