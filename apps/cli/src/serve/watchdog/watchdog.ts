import { Worker } from 'node:worker_threads'
import type { LogFacts } from '@pictoglyph/web/log'
import type { StandstillBounds } from './standstill.ts'
import type { WorkBoard } from './work-board.ts'

/** The data for the watchdog's thread. */
export interface WatchdogOrder {
  memory: SharedArrayBuffer
  bounds: StandstillBounds
  /** Facts that every line of the log contains. */
  everyLine: LogFacts | null
  /** Text before each line. */
  linePrefix: string
}

const usualBounds: StandstillBounds = { lookEveryMs: 500, processorMs: 10_000, clockMs: 60_000 }

/**
 * Watches this thread's event loop from another thread. Signs of life are the beats of a timer, and the begin and end
 * of each request, because a loop with a thousand requests looks at no timer. After ten seconds of its processor time,
 * or sixty seconds, without a sign, it logs the requests in work and kills the process, so that its parent or service
 * manager starts another. Nothing else ends an endless loop.
 */
export function startWatchdog(
  board: WorkBoard,
  everyLine: LogFacts | null,
  { linePrefix = '', ...bounds }: Partial<StandstillBounds & Pick<WatchdogOrder, 'linePrefix'>> = {},
): Disposable {
  const workerData: WatchdogOrder = {
    memory: board.memory,
    bounds: { ...usualBounds, ...bounds },
    everyLine,
    linePrefix,
  }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData })
  thread.unref()
  const beating = setInterval(board.beat, workerData.bounds.lookEveryMs / 2)
  beating.unref()
  return {
    [Symbol.dispose]() {
      void thread.terminate()
      clearInterval(beating)
    },
  }
}
