/** The four keyed transforms, implemented from their definitions in docs/cipher/format.md. */
import { createCipheriv } from 'node:crypto'
import type { KeyedType } from '../../src/keyed-body.ts'
import { referenceKeystream } from './chacha20.ts'

type Direction = 'encrypt' | 'decrypt'

export function referenceTransform(
  type: KeyedType,
  direction: Direction,
  key: Uint8Array,
  bytes: Uint8Array,
): Uint8Array {
  switch (type) {
    case 'STREAMXOR':
      return xor(bytes, referenceKeystream(key, bytes.length))
    case 'RC4':
      return xor(bytes, rc4Keystream(key, 3072 + bytes.length).slice(3072))
    case 'VIGENERE': {
      const sign = direction === 'encrypt' ? 1 : -1
      return bytes.map((byte, i) => byte + sign * key[i % 32]!)
    }
    case 'KEYPERM':
      return permuteSymbols(direction, key, bytes)
  }
}

const xor = (bytes: Uint8Array, keystream: readonly number[]): Uint8Array =>
  bytes.map((byte, i) => byte ^ keystream[i]!)

function rc4Keystream(key: Uint8Array, length: number): number[] {
  const cipher = createCipheriv('rc4', key, null)
  return [...cipher.update(new Uint8Array(length))]
}

function permuteSymbols(direction: Direction, key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const permutations = lexicographicPermutations([0, 1, 2, 3])
  const symbols = Array.from(bytes).flatMap((byte) => [byte >> 6, (byte >> 4) & 3, (byte >> 2) & 3, byte & 3])
  const choices = referenceKeystream(key, 2 * symbols.length + 256)
    .filter((byte) => byte < 240)
    .map((byte) => permutations[byte % 24]!)
  const moved = symbols.map((symbol, i) => {
    const permutation = choices[i]!
    return direction === 'encrypt' ? permutation[symbol]! : permutation.indexOf(symbol)
  })
  return bytes.map((_, i) => {
    const [a, b, c, d] = moved.slice(4 * i, 4 * i + 4) as [number, number, number, number]
    return 64 * a + 16 * b + 4 * c + d
  })
}

function lexicographicPermutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((first) =>
    lexicographicPermutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  )
}
