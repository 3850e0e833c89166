import { Failure } from '@pictoglyph/core'

/** Limits how many reads run at a time, in all and for each asker. */
export interface ReadShares {
  /**
   * Runs `read` once there is room and no other read of this asker is running.
   * @throws {Failure} OVERLOADED if too many wait already, in all or for this asker; what `read` throws
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
