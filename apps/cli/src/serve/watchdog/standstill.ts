import type { ThreadTimes } from './thread-times.ts'

/** When a loop without a sign of life counts as stuck. */
export interface StandstillBounds {
  /** Time between two looks. */
  lookEveryMs: number
  /** Processor time of its thread since the last sign: an endless computation. */
  processorMs: number
  /** Time since the last sign: an endless wait. */
  clockMs: number
}

/** How long a loop has given no sign of life. */
export interface Silence {
  /** Time in which the thread could run. */
  stillMs: number
  /** `null` if unknown. */
  processorMs: number | null
}

/**
 * Judges a loop by its signs of life, at each look.
 *
 * It counts looks instead of reading a clock: none happens while the machine sleeps or a signal stops the process. Time
 * in which other threads had the processor does not count either.
 *
 * @returns a function of the number of signs so far and the times of the loop's thread, if known. It returns the
 * silence of a stuck loop; otherwise `undefined`
 */
export function createStandstill({ lookEveryMs, processorMs, clockMs }: StandstillBounds) {
  let signs: number | undefined
  let looks = 0
  let since: ThreadTimes | undefined

  return (signsNow: number, times: ThreadTimes | undefined): Silence | undefined => {
    if (signsNow !== signs) {
      signs = signsNow
      since = times
      looks = 0
      return undefined
    }
    looks += 1
    const ranMs = since && times && times.processorMs - since.processorMs
    const waitedMs = since && times ? times.waitedMs - since.waitedMs : 0
    const stillMs = Math.max(0, looks * lookEveryMs - waitedMs)
    const isStandstill = stillMs >= clockMs || (ranMs !== undefined && ranMs >= processorMs)
    if (!isStandstill) return undefined
    return { stillMs: Math.round(stillMs), processorMs: ranMs === undefined ? null : Math.round(ranMs) }
  }
}
