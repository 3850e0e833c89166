/** A write into the page cache takes microseconds; one that takes this long was held back by the disk. */
const heldBackMs = 20
const standAsideMs = 5_000

/** Whether the disk takes writes as fast as memory does. */
export interface WritePace {
  /** Whether a file may be made, written to and renamed on the event loop. */
  isFast(): boolean
  /** Does so there and then, and takes note of how long it took. */
  time<T>(write: () => T): T
}

/**
 * Writes on the event loop are the cheaper way, and keep memory small: what is taken at once need not wait. But
 * a disk that can't keep up holds the writer back, and with it every request; then writes go beside the event
 * loop for some seconds.
 */
export function createWritePace(now: () => number = () => performance.now()): WritePace {
  let slowUntilMs = Number.NEGATIVE_INFINITY
  return {
    isFast: () => now() >= slowUntilMs,
    time(write) {
      const startedMs = now()
      try {
        return write()
      } finally {
        const endedMs = now()
        if (endedMs - startedMs >= heldBackMs) slowUntilMs = endedMs + standAsideMs
      }
    },
  }
}
