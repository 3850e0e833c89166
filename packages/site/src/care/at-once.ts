/**
 * Runs `work` on every item, at most `most` at the same time, and takes the next item only when there is room. After an
 * error no further work starts, and the error is thrown when all has ended.
 */
export async function forEachAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = each(items)
  let next = Promise.resolve()
  let isOver = false

  /** Takes one value at a time from the generator, however many callers wait. */
  function take(): Promise<IteratorResult<T>> {
    const result = next.then(() => (isOver ? ended : iterator.next()))
    next = result.then(ignore, ignore)
    return result
  }

  async function worker(): Promise<void> {
    try {
      for (let taken = await take(); taken.done !== true; taken = await take()) await work(taken.value)
    } finally {
      isOver = true
    }
  }

  const outcomes = await Promise.allSettled(Array.from({ length: most }, worker))
  await iterator.return(undefined)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

async function* each<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, undefined> {
  yield* items
}

const ended = { done: true, value: undefined } as const

function ignore(): void {}
