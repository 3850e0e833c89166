/** Work that is done so many at a time; what someone waits for comes first, in the order in which it came. */
export interface Turns {
  /** Resolves when it is this work's turn; false when too much is waiting already, or the turns have ended. */
  take(isAwaited: boolean): Promise<boolean>
  /** Gives a turn back. */
  release(): void
  /** Nothing waits from now on. */
  end(): void
}

export function createTurns({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): Turns {
  const awaited: ((isTurn: boolean) => void)[] = []
  const others: typeof awaited = []
  let running = 0
  let isEnded = false

  return {
    take(isAwaited) {
      if (isEnded) return Promise.resolve(false)
      if (running < atOnce) {
        running += 1
        return Promise.resolve(true)
      }
      const queue = isAwaited ? awaited : others
      if (queue.length >= mostWaiting) return Promise.resolve(false)
      return new Promise((resolve) => queue.push(resolve))
    },
    release() {
      const next = awaited.shift() ?? others.shift()
      if (next === undefined) running -= 1
      else next(true)
    },
    end() {
      isEnded = true
      for (const resolve of [...awaited.splice(0), ...others.splice(0)]) resolve(false)
    },
  }
}
