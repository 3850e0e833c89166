import { scryptAsync } from '@noble/hashes/scrypt.js'
import type { DerivationCost } from './scheme.ts'

/** Input of one scrypt derivation (RFC 7914), which gives 32 bytes. */
export interface ScryptRequest extends ScryptParameters {
  /** 32 bytes derived from the caller's key. */
  readonly password: Uint8Array
  /** 12 bytes from the frame. */
  readonly salt: Uint8Array
  /** The name of the cost. */
  readonly cost: DerivationCost
}

/** Derives 32 bytes by scrypt. A parameter, so that a server can run a native one off its main thread. */
export type Scrypt = (request: ScryptRequest) => Promise<Uint8Array>

/** Bytes that a {@link Scrypt} returns. */
export const scryptKeyBytes = 32

/** The scrypt parameters of one cost. */
export interface ScryptParameters {
  readonly N: number
  readonly r: number
  readonly p: number
}

/**
 * The scrypt parameters of each cost. The normal one follows OWASP's Password Storage Cheat Sheet: 128 MiB. The
 * strong one takes twice the memory and four times the work. A browser tab still affords 256 MiB; p, which needs no
 * memory, doubles the rest.
 */
export const scryptParameters: Readonly<Record<DerivationCost, ScryptParameters>> = {
  normal: { N: 2 ** 17, r: 8, p: 1 },
  strong: { N: 2 ** 18, r: 8, p: 2 },
}

/** Memory of a running derivation in bytes, to within a megabyte. */
export const scryptMemoryBytes = ({ N, r }: ScryptParameters): number => 128 * N * r

/** {@link Scrypt} in JavaScript, for browsers. It yields to the event loop while it works. */
export const portableScrypt: Scrypt = ({ password, salt, N, r, p }) =>
  scryptAsync(password, salt, { N, r, p, dkLen: scryptKeyBytes })
