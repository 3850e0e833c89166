import { readFileSync } from 'node:fs'

/** A thread's times on the processors since it began. */
export interface ThreadTimes {
  /** Running. */
  processorMs: number
  /** Ready to run, while others did. */
  waitedMs: number
}

/** Linux counts in hundredths of a second for programs (`USER_HZ`). */
const tickMs = 10
const nsPerMs = 1_000_000

/** The folder of the thread with the event loop: the process's first, with the same number. */
export const loopThread = `/proc/self/task/${process.pid}`

/**
 * Times of a thread by its folder in `/proc` (proc_pid_schedstat(5), proc_pid_stat(5)). `undefined` if the system has
 * no such folder. A kernel without `schedstat` reports no waiting.
 */
export function threadTimes(folder: string): ThreadTimes | undefined {
  const [ranNs = 0, waitedNs = 0] = numbersIn(read(`${folder}/schedstat`))
  if (ranNs > 0) return { processorMs: ranNs / nsPerMs, waitedMs: waitedNs / nsPerMs }
  // The name before them may contain anything, even spaces and brackets.
  const [userTicks, systemTicks] = numbersIn(read(`${folder}/stat`).replace(/^.*\)/s, '')).slice(10)
  if (userTicks === undefined || systemTicks === undefined) return undefined
  return { processorMs: (userTicks + systemTicks) * tickMs, waitedMs: 0 }
}

const numbersIn = (written: string): number[] => (written.match(/-?\d+/g) ?? []).map(Number)

/** An unreadable file counts as empty, for any reason: the watchdog works with what it has. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
