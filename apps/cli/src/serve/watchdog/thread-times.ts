import { readFileSync } from 'node:fs'

/** What a thread has had of the processors since it began. */
export interface ThreadTimes {
  /** It ran. */
  processorMs: number
  /** It could have run, but others did. */
  waitedMs: number
}

/** Linux counts in hundredths of a second for programs (`USER_HZ`). */
const tickMs = 10
const nsPerMs = 1_000_000

/** The folder of the thread with the event loop: the first of this process, which has its number. */
export const loopThread = `/proc/self/task/${process.pid}`

/**
 * Times of a thread by its folder in `/proc` (proc_pid_schedstat(5), proc_pid_stat(5)). `undefined` where the system has
 * no such folder. A kernel without `schedstat` knows nothing of waiting.
 */
export function threadTimes(folder: string): ThreadTimes | undefined {
  const [ranNs = 0, waitedNs = 0] = numbersIn(read(`${folder}/schedstat`))
  if (ranNs > 0) return { processorMs: ranNs / nsPerMs, waitedMs: waitedNs / nsPerMs }
  // The name before them may hold anything, spaces and brackets too.
  const [userTicks, systemTicks] = numbersIn(read(`${folder}/stat`).replace(/^.*\)/s, '')).slice(10)
  if (userTicks === undefined || systemTicks === undefined) return undefined
  return { processorMs: (userTicks + systemTicks) * tickMs, waitedMs: 0 }
}

const numbersIn = (written: string): number[] => (written.match(/-?\d+/g) ?? []).map(Number)

/** Whatever the reason that a file can't be read: the watchdog does with what there is. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
