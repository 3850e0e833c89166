/** A running SHA-256, as `Bun.CryptoHasher` and Node's `Hash` have it. */
export interface Sha256 {
  /** Adds bytes, or the UTF-8 of a text. */
  update(data: Uint8Array | string): Sha256
  /** Lower-case hex. Ends the digest. */
  digest(encoding: 'hex'): string
}
