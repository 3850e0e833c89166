/** A SHA-256 in progress, like `Bun.CryptoHasher` and Node's `Hash`. */
export interface Sha256 {
  /** Adds bytes, or the UTF-8 of a text. */
  update(data: Uint8Array | string): Sha256
  /** Returns lower-case hex, and ends the digest. */
  digest(encoding: 'hex'): string
}

/** Starts a SHA-256 in native code. */
export function createSha256(): Sha256 {
  return new Bun.CryptoHasher('sha256')
}
