/** What takes no longer than a few milliseconds is done in one go. */
const smallBytes = 256 * 1024
const turnMs = 5

/** Called between the steps of long work: lets everything else go on, once some milliseconds have passed since it did. */
export type YieldToEventLoop = () => Promise<void> | undefined

/** @param sizeBytes of the file, or the piece of one, that is worked on; work on a small one is not interrupted */
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
