import { Worker } from 'node:worker_threads'
import type { LogFacts } from '@pictoglyph/web/log'
import type { WorkBoard } from './work-board.ts'

/** What the thread is given. */
export interface WatchdogOrder {
  memory: SharedArrayBuffer
  lookEveryMs: number
  /** So many looks without a beat are a standstill. */
  looks: number
  /** Facts that every line of the log contains. */
  everyLine: LogFacts | null
  /** What stands before the line. */
  linePrefix: string
}

/**
 * Watches this thread's event loop from another thread: once it has stood still for ten seconds, what it works on is
 * logged and the process is killed, so that its parent or service manager starts another. Nothing else ends a loop that
 * runs on.
 */
export function startWatchdog(
  board: WorkBoard,
  everyLine: LogFacts | null,
  {
    lookEveryMs = 500,
    looks = 20,
    linePrefix = '',
  }: Partial<Pick<WatchdogOrder, 'lookEveryMs' | 'looks' | 'linePrefix'>> = {},
): Disposable {
  const workerData: WatchdogOrder = { memory: board.memory, lookEveryMs, looks, everyLine, linePrefix }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData })
  thread.unref()
  const beating = setInterval(board.beat, lookEveryMs / 2)
  beating.unref()
  return {
    [Symbol.dispose]() {
      void thread.terminate()
      clearInterval(beating)
    },
  }
}
