import { readdir } from 'node:fs/promises'

/** The processor time that a process has taken so far, with all its threads, in microseconds (Linux). */
export async function processorTimeUs(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const times = await Promise.all(
    threads.map(async (thread) => {
      const stat = await Bun.file(`/proc/${pid}/task/${thread}/schedstat`).text()
      return Number(stat.split(' ')[0]) / 1000
    }),
  )
  return times.reduce((sum, time) => sum + time, 0)
}
