/** Joins numbers, text and bytes. */
export type Part = Uint8Array | string | Part[]

export function bytesOf(...parts: Part[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(
      parts
        .flat(64 as 0)
        .map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)) as Uint8Array[],
    ),
  )
}

/** `value` in `size` bytes, big-endian. */
export function big(size: number, value: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256)
}

/** `value` in `size` bytes, little-endian. */
export function little(size: number, value: number): Uint8Array {
  return big(size, value).reverse()
}

/** The position of `text` in `bytes`; -1 if it is missing. */
export function find(bytes: Uint8Array, text: string): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(text, 0, 'latin1')
}
