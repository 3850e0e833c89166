import { readSync } from 'node:fs'

/** Takes the next bytes of a stream, exactly so many; `undefined` if it ends before. */
export type TakeBytes = (length: number) => Promise<Uint8Array | undefined>

/** Parts a stream of bytes into pieces of known lengths. */
export function takeBytesOf(stream: ReadableStream<Uint8Array>): TakeBytes {
  const reader = stream.getReader()
  let left: Uint8Array = new Uint8Array()
  return async (length) => {
    const taken = new Uint8Array(length)
    let filled = 0
    for (;;) {
      const piece = left.subarray(0, length - filled)
      taken.set(piece, filled)
      filled += piece.length
      left = left.subarray(piece.length)
      if (filled === length) return taken
      const { done, value } = await reader.read()
      if (done) return undefined
      left = value
    }
  }
}

/** The same of an open file, whose reader waits for each piece: for a process that has nothing else to do. */
export function takeBytesOfFile(descriptor: number): TakeBytes {
  return async (length) => {
    const taken = new Uint8Array(length)
    for (let filled = 0; filled < length; ) {
      const count = readSync(descriptor, taken, filled, length - filled, null)
      if (count === 0) return undefined
      filled += count
    }
    return taken
  }
}
