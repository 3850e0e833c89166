/**
 * A function that has `work` done when it is first called, and answers every call with what came of it. Work that
 * failed is forgotten, so that the next call has it done again.
 */
export function remembered<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}
