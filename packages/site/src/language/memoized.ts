/**
 * Returns a function that runs `work` at its first call, and answers every call with the result. Failed work is
 * forgotten, so the next call runs it again.
 */
export function memoized<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}
