/**
 * KEYPERM: each symbol is replaced by a permutation of the four symbols, chosen by a keystream.
 *
 * Permutation p of 24 in lexicographic order of its images. The keystream is ChaCha20's (streamxor.ts): bytes of 240
 * and more are skipped and others taken modulo 24, so that all permutations are equally likely.
 */
import { chachaKeystream } from './streamxor.ts'

const unbiasedBelow = 240
const permutationCount = 24

const values = [0, 1, 2, 3] as const
const permutations = values
  .flatMap((a) => values.flatMap((b) => values.flatMap((c) => values.map((d) => [a, b, c, d]))))
  .filter((images) => new Set(images).size === 4)

/** For a permutation and a symbol value, at 4 × permutation + value: its image, and the other way round. */
const images = Uint8Array.from(permutations.flat())
const preimages = Uint8Array.from(
  permutations.flatMap((permutation) => values.map((v) => permutation.indexOf(v))),
)

/** Permutes the four symbols of each byte, the highest two bits first. */
export const keypermEncrypt = (key: Uint8Array, bytes: Uint8Array): Uint8Array => permute(key, bytes, images)

/** Undoes {@link keypermEncrypt} under the same 32-byte key. */
export const keypermDecrypt = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  permute(key, bytes, preimages)

function permute(key: Uint8Array, bytes: Uint8Array, table: Uint8Array): Uint8Array {
  const choices = choosePermutations(key, 4 * bytes.length)
  const permuted = new Uint8Array(bytes.length)
  for (let i = 0, at = 0; i < bytes.length; i++, at += 4) {
    const byte = bytes[i]!
    permuted[i] =
      (table[choices[at]! | (byte >> 6)]! << 6) |
      (table[choices[at + 1]! | ((byte >> 4) & 3)]! << 4) |
      (table[choices[at + 2]! | ((byte >> 2) & 3)]! << 2) |
      table[choices[at + 3]! | (byte & 3)]!
  }
  return permuted
}

/** 4 × the number of the permutation for each of `count` symbols. */
function choosePermutations(key: Uint8Array, count: number): Uint8Array {
  const choices = new Uint8Array(count)
  let chosen = 0
  // One byte in sixteen is skipped; an eighth more is enough but for bad luck, which doubles it.
  for (let length = count + (count >> 3) + 64; chosen < count; length *= 2) {
    chosen = 0
    const keystream = chachaKeystream(key, length)
    for (let i = 0; i < length && chosen < count; i++) {
      const byte = keystream[i]!
      if (byte < unbiasedBelow) choices[chosen++] = 4 * (byte % permutationCount)
    }
  }
  return choices
}
