/**
 * Returns a function that runs `work` at the first call, and returns the same result to every call. After a failure the
 * next call runs it again.
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
