import { ptr } from 'bun:ffi'
import { blockBytes } from './direct-writes.ts'

/** A file that is received in memory, in one piece. Disposing gives its memory to the next file. */
export interface MemoryFile extends Disposable {
  readonly place: 'memory'
  /** A view of what was appended, until the file is disposed of. It begins where direct writes want it to. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Takes all of `bytes`, or, where there is no room for them, nothing; says which. */
  tryAppend(bytes: Uint8Array): boolean
}

/** Gives an empty file, or `undefined` while all memory is in use. */
export type CreateMemoryFile = () => MemoryFile | undefined

/**
 * Memory for small files. It is made when it is first needed and then used again and again, the piece given back
 * last first: memory that was in use a moment ago costs nothing, where fresh pages cost 8 µs each.
 * @param bounds.maxFiles at once
 * @param bounds.maxBytes of any of them; only what was once written to takes memory
 */
export function createMemoryFiles(bounds: { maxFiles: number; maxBytes: number }): CreateMemoryFile {
  const free: Uint8Array<ArrayBuffer>[] = []
  let leftToMake = bounds.maxFiles

  return () => {
    const memory = free.pop() ?? make()
    return memory && createMemoryFile(memory, () => free.push(memory))
  }

  function make(): Uint8Array<ArrayBuffer> | undefined {
    if (leftToMake === 0) return undefined
    leftToMake -= 1
    const memory = new Uint8Array(bounds.maxBytes + blockBytes)
    const offset = (blockBytes - (ptr(memory) % blockBytes)) % blockBytes
    return memory.subarray(offset, offset + bounds.maxBytes)
  }
}

function createMemoryFile(memory: Uint8Array<ArrayBuffer>, giveBack: () => void): MemoryFile {
  let sizeBytes = 0
  let isHeld = true
  return {
    place: 'memory',
    get bytes() {
      return memory.subarray(0, sizeBytes)
    },
    tryAppend(bytes) {
      if (sizeBytes + bytes.length > memory.length) return false
      memory.set(bytes, sizeBytes)
      sizeBytes += bytes.length
      return true
    },
    [Symbol.dispose]() {
      if (isHeld) giveBack()
      isHeld = false
    },
  }
}
