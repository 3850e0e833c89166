/** A running SHA-256. */
export interface Sha256 {
  update(bytes: Uint8Array): void
  /** Lower-case hex. Ends the digest. */
  digestHex(): string
}
