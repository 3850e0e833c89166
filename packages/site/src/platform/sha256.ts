/** A running SHA-256, as `Bun.CryptoHasher` and Node's `Hash` have it. */
export interface Sha256 {
  /** Adds bytes, or the UTF-8 of a text. */
  update(data: Uint8Array | string): Sha256
  /** Lower-case hex. Ends the digest. */
  digest(encoding: 'hex'): string
}

/** Begins a SHA-256 in native code. */
export function createSha256(): Sha256 {
  return new Bun.CryptoHasher('sha256')
}
