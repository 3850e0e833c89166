import { Worker } from 'node:worker_threads'
import type { LogFacts } from '@pictoglyph/web/log'
import type { StandstillBounds } from './standstill.ts'
import type { WorkBoard } from './work-board.ts'

/** What the thread is given. */
export interface WatchdogOrder {
  memory: SharedArrayBuffer
  bounds: StandstillBounds
  /** Facts that every line of the log contains. */
  everyLine: LogFacts | null
  /** What stands before the line. */
  linePrefix: string
}

const usualBounds: StandstillBounds = { lookEveryMs: 500, processorMs: 10_000, clockMs: 60_000 }

/**
 * Watches this thread's event loop from another thread. The loop gives signs of life: a beat of a timer, and each request
 * that begins or ends, because a loop with a thousand requests looks at no timer. Once there was none for ten seconds of
 * its processor time, or for sixty seconds, what it works on is logged and the process is killed, so that its parent or
 * service manager starts another. Nothing else ends a loop that runs on.
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
