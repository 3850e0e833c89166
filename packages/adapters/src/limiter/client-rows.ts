/**
 * Rows of numbers, one for each place that a client can have: 64 bytes, which is a line of a processor's cache. What
 * is asked of a client stands side by side, because a busy server has forgotten each line by the next request, and
 * fetching a dozen takes longer than all that is done with them.
 */
export interface ClientRows {
  /** The rows as 64-bit floats, {@link floatsInRow} in each. */
  readonly floats: Float64Array
  /** The same memory as unsigned 32-bit integers, {@link wordsInRow} in each. */
  readonly words: Uint32Array
}

export const floatsInRow = 8
export const wordsInRow = 16

/** Where the floats of a row stand. */
export const newestMs = 0
export const refusedUntilMs = 1
export const refusedLimit = 2

/** Where the integers of a row stand, after the floats. */
export const total = 6
export const newestCount = 7
export const oldestStamp = 8
export const latestStamp = 9
export const keyHash = 10
export const nextInBucket = 11
export const nextInQueue = 12
export const previousInQueue = 13

/** Rows of zeros. The system lends their memory only as it is first written to. */
export function createClientRows(rows: number): ClientRows {
  const memory = new ArrayBuffer(rows * wordsInRow * Uint32Array.BYTES_PER_ELEMENT)
  return { floats: new Float64Array(memory), words: new Uint32Array(memory) }
}
