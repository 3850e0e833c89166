import type { ThreadTimes } from './thread-times.ts'

/** When a loop without a sign of life stands still. */
export interface StandstillBounds {
  /** How often it is looked at. */
  lookEveryMs: number
  /** So much processor time of its thread since the last sign: it computes without end. */
  processorMs: number
  /** So much time: it waits for something that never comes. */
  clockMs: number
}

/** How long a loop has given no sign of life. */
export interface Silence {
  /** While the thread could run. */
  stillMs: number
  /** `null` where it is unknown. */
  processorMs: number | null
}

/**
 * Judges a loop by its signs of life, at each look.
 *
 * Its clock counts looks: while a machine sleeps, or the process is stopped by a signal, nobody looks. Nor does the time
 * count in which others had the processor.
 *
 * @returns a function of the number of signs so far and the times of the loop's thread, if known. It gives the silence
 * that is a standstill; otherwise `undefined`
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
