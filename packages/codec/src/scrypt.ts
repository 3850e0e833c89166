import { scryptAsync } from '@noble/hashes/scrypt.js'
import type { DerivationCost } from './scheme.ts'

/** One key derivation by scrypt (RFC 7914): 32 bytes out. */
export interface ScryptRequest {
  /** 32 bytes that stand for the caller's key. */
  readonly password: Uint8Array
  /** 16 bytes from the frame. */
  readonly salt: Uint8Array
  /** N, the cost: 128 × N × r bytes of memory are needed. */
  readonly N: number
  readonly r: number
  readonly p: number
  /** Which of the costs this is. */
  readonly cost: DerivationCost
}

/** Derives 32 bytes by scrypt; given as an argument, so that a server can run a native one off its main thread. */
export type Scrypt = (request: ScryptRequest) => Promise<Uint8Array>

/** How many bytes an {@link Scrypt} returns. */
export const scryptKeyBytes = 32

/** What the costs are: 16 MiB and 128 MiB of memory. */
export const scryptParameters: Readonly<Record<DerivationCost, { N: number; r: number; p: number }>> = {
  normal: { N: 2 ** 14, r: 8, p: 1 },
  strong: { N: 2 ** 17, r: 8, p: 1 },
}

/** {@link Scrypt} in JavaScript, for a browser: it yields to the event loop while it works. */
export const portableScrypt: Scrypt = ({ password, salt, N, r, p }) =>
  scryptAsync(password, salt, { N, r, p, dkLen: scryptKeyBytes })
