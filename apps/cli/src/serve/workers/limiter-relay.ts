import type { Subprocess } from 'bun'
import { openMemoryLimiters } from '../open-limiters.ts'
import { type CountMessage, sendToWorker } from './messages.ts'

/** Counts for all workers, one question after another, so that they hold a limit together. */
export function createLimiterRelay() {
  let limiters: ReturnType<typeof openMemoryLimiters> | undefined
  return {
    hear(worker: Subprocess, { request, counts, takes }: CountMessage): void {
      limiters ??= openMemoryLimiters()
      const limiter = limiters[counts]
      const verdicts = takes.map(([clientKey, limit]) => limiter.take(clientKey, limit))
      // A count of all clients is asked for alone, when metrics are gathered.
      const limited = takes.length === 0 ? limiter.limited() : 0
      sendToWorker(worker, { kind: 'counted', request, verdicts, limited })
    },
  }
}
