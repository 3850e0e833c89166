import { scryptAsync } from '@noble/hashes/scrypt.js'
import type { DerivationCost } from './scheme.ts'

/** One key derivation by scrypt (RFC 7914): 32 bytes out. */
export interface ScryptRequest extends ScryptParameters {
  /** 32 bytes that stand for the caller's key. */
  readonly password: Uint8Array
  /** 12 bytes from the frame. */
  readonly salt: Uint8Array
  /** Which of the costs this is. */
  readonly cost: DerivationCost
}

/** Derives 32 bytes by scrypt; given as an argument, so that a server can run a native one off its main thread. */
export type Scrypt = (request: ScryptRequest) => Promise<Uint8Array>

/** How many bytes an {@link Scrypt} returns. */
export const scryptKeyBytes = 32

/** What one cost asks of scrypt. */
export interface ScryptParameters {
  readonly N: number
  readonly r: number
  readonly p: number
}

/**
 * What the costs are. The normal one is what OWASP's Password Storage Cheat Sheet advises: 128 MiB. The strong one
 * takes twice the memory and four times the work. A browser's tab still has 256 MiB, so that the second doubling is
 * left to p, which needs no memory.
 */
export const scryptParameters: Readonly<Record<DerivationCost, ScryptParameters>> = {
  normal: { N: 2 ** 17, r: 8, p: 1 },
  strong: { N: 2 ** 18, r: 8, p: 2 },
}

/** How many bytes a derivation holds while it runs, but for less than a megabyte. */
export const scryptMemoryBytes = ({ N, r }: ScryptParameters): number => 128 * N * r

/** How much work a derivation is, in that of the normal cost; the time it takes is in proportion. */
export const scryptWork = ({ N, r, p }: ScryptParameters): number => {
  const { normal } = scryptParameters
  return (N * r * p) / (normal.N * normal.r * normal.p)
}

/** {@link Scrypt} in JavaScript, for a browser: it yields to the event loop while it works. */
export const portableScrypt: Scrypt = ({ password, salt, N, r, p }) =>
  scryptAsync(password, salt, { N, r, p, dkLen: scryptKeyBytes })
