import { AsyncLocalStorage } from 'node:async_hooks'
import { badRequest, Failure } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { MethodCall } from './stores.ts'

/** Time limit of a read that may examine many rows. */
export const readBudgetMs = 2_000
/** How many such reads run at a time. */
export const readsAtOnce = 2

/**
 * Runs reads that may examine many rows through `run`: at most {@link readsAtOnce} at a time, and one per client, so
 * that no client takes all readers.
 */
export function createBoundedReads(run: (read: MethodCall) => Promise<unknown>) {
  const shares = createReadShares(readsAtOnce)
  const askers = new AsyncLocalStorage<string>()
  return {
    reads: (read: MethodCall) => shares.run(askers.getStore() ?? '', () => run(read)),
    askedBy: <T>(asker: string, work: () => Promise<T>) => askers.run(asker, work),
  }
}

/** The refusal of a read that exceeded its time limit. */
export function tookTooLong(): Failure {
  return badRequest(
    message(
      'Looking that up took longer than {seconds} seconds and was stopped. Ask for less: a longer word, or an album, a category or a shorter time.',
      { seconds: readBudgetMs / 1_000 },
    ),
  )
}

/** Limits concurrent reads, in all and per client. */
interface ReadShares {
  /**
   * Runs `read` once there is room and no other read of this client is running.
   * @throws {Failure} OVERLOADED if too many wait, in all or for this client; also the errors of `read`
   */
  run<T>(asker: string, read: () => Promise<T>): Promise<T>
}

const maxWaiting = 256
const maxWaitingOfOne = 32
const retryAfterSeconds = 2

interface WaitingRead {
  asker: string
  start: () => void
}

/** Creates {@link ReadShares} for one process. */
export function createReadShares(atOnce: number): ReadShares {
  const running = new Set<string>()
  const waiting: WaitingRead[] = []

  function startNext(): void {
    if (running.size >= atOnce) return
    const index = waiting.findIndex(({ asker }) => !running.has(asker))
    const [next] = index === -1 ? [] : waiting.splice(index, 1)
    if (next === undefined) return
    running.add(next.asker)
    next.start()
  }

  function take(asker: string): Promise<void> {
    const ofOne = waiting.filter((read) => read.asker === asker).length
    if (waiting.length >= maxWaiting || ofOne >= maxWaitingOfOne) {
      return Promise.reject(new Failure({ code: 'OVERLOADED', retryAfterSeconds }))
    }
    return new Promise((start) => {
      waiting.push({ asker, start })
      startNext()
    })
  }

  return {
    async run(asker, read) {
      await take(asker)
      try {
        return await read()
      } finally {
        running.delete(asker)
        startNext()
      }
    },
  }
}
