import { storageFailed } from '../../../storage-failure.ts'
import type { WriterThread } from './writer-thread.ts'

/** A thread that ends as soon as it is started is not started again and again. */
const minMsBetweenStarts = 1_000

/**
 * A thread that is started anew by the next call, should it end by itself: what was under way fails, and a moment
 * later the site takes changes again without anybody's help.
 * @param now milliseconds since any beginning
 * @throws what `start` throws the first time
 */
export async function startLastingThread(
  start: () => Promise<WriterThread>,
  now: () => number = () => performance.now(),
): Promise<WriterThread> {
  let thread = await start()
  let startedAtMs = now()
  let starting: Promise<void> | undefined
  let isClosed = false

  async function startAnew(): Promise<void> {
    try {
      thread = await start()
    } catch (error) {
      throw storageFailed(error)
    } finally {
      startedAtMs = now()
      starting = undefined
    }
  }

  function mayStart(): boolean {
    return !isClosed && now() - startedAtMs >= minMsBetweenStarts
  }

  return {
    get ended() {
      return thread.ended
    },
    call(call) {
      if (thread.ended === undefined) return thread.call(call)
      if (starting === undefined && !mayStart()) return thread.call(call)
      starting ??= startAnew()
      return starting.then(() => thread.call(call))
    },
    async close() {
      isClosed = true
      await starting?.catch(() => undefined)
      await thread.close()
    },
  }
}
