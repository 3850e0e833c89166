/** What takes no longer than a few milliseconds is done in one go. */
const smallBytes = 256 * 1024
const turnMs = 5

/** Long work that lets everything else go on every few milliseconds. */
export interface EventLoopTurns {
  /** Whether it is the others' turn. */
  areOver(): boolean
  /** Resolves when it was. */
  next(): Promise<void>
}

/** @param sizeBytes of the file, or the piece of one, that is worked on; of a small one, no turn is ever over */
export function createEventLoopTurns(sizeBytes: number): EventLoopTurns {
  let sinceMs = performance.now()
  return {
    areOver: () => sizeBytes >= smallBytes && performance.now() - sinceMs >= turnMs,
    async next() {
      await new Promise<void>((resolve) => setTimeout(resolve))
      sinceMs = performance.now()
    },
  }
}

/** Does the steps, in turns with everything else, and gives what they come to. */
export async function inTurns<T>(
  steps: Iterator<undefined, T, undefined>,
  turns: EventLoopTurns,
): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (turns.areOver()) await turns.next()
  }
}
