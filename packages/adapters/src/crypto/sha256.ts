import type { Sha256 } from '@pictoglyph/core'

/** A running SHA-256 in native code. */
export function createSha256(): Sha256 {
  const hasher = new Bun.CryptoHasher('sha256')
  return {
    update(bytes) {
      hasher.update(bytes)
    },
    digestHex: () => hasher.digest('hex'),
  }
}
