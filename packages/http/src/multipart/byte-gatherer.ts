/** Copies pieces of bytes into one growing buffer, whose size stays within twice what it holds. */
export interface ByteGatherer {
  /** How many bytes are held. */
  readonly length: number
  append(bytes: Uint8Array): void
  /** Hands over what is held and begins anew. */
  take(): Buffer
}

/** An empty gatherer. */
export function createByteGatherer(): ByteGatherer {
  let memory = Buffer.alloc(0)
  let length = 0

  return {
    get length() {
      return length
    },
    append(bytes) {
      const needed = length + bytes.length
      if (needed > memory.length) {
        const larger = Buffer.alloc(Math.max(needed, 2 * memory.length))
        larger.set(memory.subarray(0, length))
        memory = larger
      }
      memory.set(bytes, length)
      length = needed
    },
    take() {
      const taken = memory.subarray(0, length)
      memory = Buffer.alloc(0)
      length = 0
      return taken
    },
  }
}
