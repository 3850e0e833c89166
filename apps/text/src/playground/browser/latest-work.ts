/**
 * Gives a function that has work done after so many milliseconds. It takes back what is under way or planned, so that
 * nothing late overwrites what is new.
 * @param work its signal is aborted once it is taken back
 */
export function createLatestWork(work: (signal: AbortSignal) => Promise<void>): (delayMs: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  return (delayMs) => {
    clearTimeout(timer)
    running.abort()
    running = new AbortController()
    const { signal } = running
    if (delayMs <= 0) void work(signal)
    else timer = setTimeout(() => void work(signal), delayMs)
  }
}
