import { ptr } from 'bun:ffi'

/** The size of each block. */
export const blockBytes = 64 * 1024

/** Blocks begin at a multiple of it, as the blocks of disks and of file systems do. */
export const alignmentBytes = 4096

/** Blocks of memory from which direct writes can be made, used again and again. */
export interface BlockPool {
  /** A block with anything in it, or `undefined` where all are in use. */
  take(): Uint8Array | undefined
  /** Whoever gives a block back has done with it, and so has the system. */
  give(block: Uint8Array): void
}

/** @param maxBytes of all blocks together. They are made when they are first needed, and then kept. */
export function createBlockPool(maxBytes: number): BlockPool {
  const free: Uint8Array[] = []
  let leftToMake = Math.floor(maxBytes / blockBytes)

  return {
    take() {
      const block = free.pop()
      if (block !== undefined || leftToMake === 0) return block
      leftToMake -= 1
      return makeBlock()
    },
    give(block) {
      free.push(block)
    },
  }
}

function makeBlock(): Uint8Array {
  const memory = new Uint8Array(blockBytes + alignmentBytes)
  const offset = (alignmentBytes - (ptr(memory) % alignmentBytes)) % alignmentBytes
  return memory.subarray(offset, offset + blockBytes)
}
