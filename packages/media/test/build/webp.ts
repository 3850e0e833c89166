import { u32le } from '../../src/numbers.ts'
import { bytesOf, find, little, type Part } from './bytes.ts'

export function chunk(name: string, ...data: Part[]): Uint8Array {
  const body = bytesOf(...data)
  return bytesOf(name, little(4, body.length), body, body.length % 2 === 1 ? '\0' : '')
}

export function webp(...chunks: Part[]): Uint8Array {
  const body = bytesOf('WEBP', chunks)
  return bytesOf('RIFF', little(4, body.length), body)
}

/** An extended file around the picture of a plain one. */
export function extended(
  plain: Uint8Array,
  { width, height, flags }: { width: number; height: number; flags: number },
  before: Part[],
  after: Part[],
): Uint8Array {
  const picture = plain.subarray(12)
  return webp(
    chunk('VP8X', little(4, flags), little(3, width - 1), little(3, height - 1)),
    before,
    picture,
    after,
  )
}

/** The top-level chunk called `name`. */
export function chunkOf(file: Uint8Array, name: string): Uint8Array {
  const at = find(file, name)
  return file.slice(at, at + 8 + u32le(file, at + 4) + (file[at + 4]! & 1))
}
