import { median } from './median.ts'

/** The processor time that some work takes this process and its threads, in milliseconds: the median of some repeats. */
export async function medianProcessorMs(repeats: number, work: () => Promise<unknown>): Promise<number> {
  const figures: number[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    figures.push((user + system) / 1_000)
  }
  return median(figures)
}
