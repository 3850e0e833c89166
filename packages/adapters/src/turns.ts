/** Asked each time it matters: somebody may come to wait for what nobody waited for at first. */
export type IsAwaited = () => boolean

/** Work that is done so many at a time; what someone waits for comes first, in the order in which it came. */
export interface Turns {
  /** Whether work of the kind would have its turn, now or later. */
  hasRoom(isAwaited: boolean): boolean
  /** Resolves when it is this work's turn; false when too much is waiting already, or the turns have ended. */
  take(isAwaited: IsAwaited): Promise<boolean>
  /** Gives a turn back. */
  release(): void
  /** Nothing waits from now on. */
  end(): void
}

interface Waiting {
  isAwaited: IsAwaited
  resolve: (isTurn: boolean) => void
}

/** @param bounds.maxWaiting of those that someone waits for, and as many of the others */
export function createTurns({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Turns {
  const queue: Waiting[] = []
  let running = 0
  let isEnded = false

  const hasRoom = (isAwaited: boolean): boolean =>
    running < atOnce || queue.filter((waiting) => waiting.isAwaited() === isAwaited).length < maxWaiting

  return {
    hasRoom: (isAwaited) => !isEnded && hasRoom(isAwaited),
    take(isAwaited) {
      if (isEnded || !hasRoom(isAwaited())) return Promise.resolve(false)
      if (running < atOnce) {
        running += 1
        return Promise.resolve(true)
      }
      return new Promise((resolve) => queue.push({ isAwaited, resolve }))
    },
    release() {
      const awaited = queue.findIndex(({ isAwaited }) => isAwaited())
      const [next] = queue.splice(Math.max(awaited, 0), 1)
      if (next === undefined) running -= 1
      else next.resolve(true)
    },
    end() {
      isEnded = true
      for (const { resolve } of queue.splice(0)) resolve(false)
    },
  }
}
