import type { Sha256 } from '@pictoglyph/core'

/** Begins a SHA-256 in native code. */
export function createSha256(): Sha256 {
  return new Bun.CryptoHasher('sha256')
}
