/**
 * A row of numbers for each client: 64 bytes, one cache line of the processor. All values of a client are adjacent,
 * because a busy server has lost the line from its cache by the next request. Fetching a dozen lines takes longer
 * than all the computing.
 */
export interface ClientRows {
  /** The rows as 64-bit floats, {@link floatsInRow} in each. */
  readonly floats: Float64Array
  /** The same memory as unsigned 32-bit integers, {@link wordsInRow} in each. */
  readonly words: Uint32Array
}

export const floatsInRow = 8
export const wordsInRow = 16

/** The positions of a row's floats. */
export const newestMs = 0
export const refusedUntilMs = 1
export const refusedLimit = 2

/** The positions of a row's integers, after the floats. */
export const total = 6
export const newestCount = 7
export const oldestStamp = 8
export const latestStamp = 9
export const keyHash = 10
export const nextInBucket = 11
export const nextInQueue = 12
export const previousInQueue = 13

/** Creates rows of zeros. The operating system provides the memory when a row is first written. */
export function createClientRows(rows: number): ClientRows {
  const memory = new ArrayBuffer(rows * wordsInRow * Uint32Array.BYTES_PER_ELEMENT)
  return { floats: new Float64Array(memory), words: new Uint32Array(memory) }
}
