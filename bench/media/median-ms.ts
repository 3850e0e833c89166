import { median } from '../load/median.ts'

/** Median of many rounds, in milliseconds. */
export function medianMs(work: () => void): number {
  const times: number[] = []
  const until = performance.now() + 600
  while (performance.now() < until || times.length < 5) {
    const start = performance.now()
    work()
    times.push(performance.now() - start)
  }
  return median(times)
}
