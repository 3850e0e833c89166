import { type BlockPool, blockBytes, createBlockPool } from './block-pool.ts'

/** The bytes of one small file. Disposing gives their memory back. */
export interface HeldBytes extends Disposable {
  readonly sizeBytes: number
  /** Takes all of `bytes`, or, where there is no room for them, nothing; says which. */
  append(bytes: Uint8Array): boolean
  /** A copy of at most `length` bytes from `offset`; fewer only at the end. */
  read(offset: number, length: number): Uint8Array
  /** Views of the bytes from `start` up to but not including `end`: one for each block of memory, in order. */
  pieces(start: number, end: number): Uint8Array[]
}

/** Creates what holds one file, empty. */
export type HoldBytes = () => HeldBytes

/**
 * Memory for small files.
 * @param bounds.maxBytes of all files together
 * @param bounds.maxBytesOfOne of any of them
 */
export function createHolding(bounds: { maxBytes: number; maxBytesOfOne: number }): HoldBytes {
  const pool = createBlockPool(bounds.maxBytes)
  return () => createHeldBytes(pool, bounds.maxBytesOfOne)
}

function createHeldBytes(pool: BlockPool, maxBytes: number): HeldBytes {
  const blocks: Uint8Array[] = []
  let sizeBytes = 0

  function makeRoom(neededBytes: number): boolean {
    if (neededBytes > maxBytes) return false
    while (blocks.length * blockBytes < neededBytes) {
      const block = pool.take()
      if (block === undefined) return false
      blocks.push(block)
    }
    return true
  }

  function pieces(start: number, end: number): Uint8Array[] {
    const found: Uint8Array[] = []
    for (let at = start; at < end; ) {
      const within = at % blockBytes
      const block = blocks[(at - within) / blockBytes] as Uint8Array
      const piece = block.subarray(within, within + end - at)
      found.push(piece)
      at += piece.length
    }
    return found
  }

  return {
    get sizeBytes() {
      return sizeBytes
    },
    append(bytes) {
      const endBytes = sizeBytes + bytes.length
      if (!makeRoom(endBytes)) return false
      let taken = 0
      for (const place of pieces(sizeBytes, endBytes)) {
        place.set(bytes.subarray(taken, taken + place.length))
        taken += place.length
      }
      sizeBytes = endBytes
      return true
    },
    read: (offset, length) => Buffer.concat(pieces(offset, Math.min(offset + length, sizeBytes))),
    pieces,
    [Symbol.dispose]() {
      sizeBytes = 0
      for (const block of blocks.splice(0)) pool.give(block)
    },
  }
}
