import { scrypt as deriveKey } from 'node:crypto'
import {
  type DerivationCost,
  type Scrypt,
  scryptKeyBytes,
  scryptMemoryBytes,
  scryptParameters,
} from '@pictoglyph/codec'
import { createSemaphore, type Permit, type Semaphore } from '@pictoglyph/core'
import { type AdmittedRequest, awaitPermit } from '../access/admission.ts'

export interface DerivationPoolOptions {
  /** Derivations at once: at most the number of cores, and one less leaves the event loop its own. */
  concurrency: number
  /** Requests that wait beyond those. A client has at most half of all that run and wait. */
  maxWaiting: number
  /** What derivations hold at once; one always runs, whatever it takes. */
  memoryBytes: number
  scrypt: Scrypt
}

/** Key derivations, a few at a time. */
export interface DerivationPool extends Pick<Semaphore, 'retryAfterMs'> {
  readonly scrypt: Scrypt
  /**
   * Resolves when a derivation may begin, which ends before the permit is disposed of; `undefined` if too many wait, or
   * the client has its share.
   */
  acquire(cost: DerivationCost, clientKey: string): Promise<Permit | undefined>
  /** Requests that derive or wait. */
  taken(): number
}

/** What a derivation is thought to take before one was measured. */
const typicalHoldMs = 500
/** What one permit stands for: a derivation that needs more memory takes several. */
const bytesOfPermit = scryptMemoryBytes(scryptParameters.normal)

/** @see {@link DerivationPool} */
export function createDerivationPool(options: DerivationPoolOptions): DerivationPool {
  const { concurrency, maxWaiting, memoryBytes, scrypt } = options
  const permits = Math.max(1, Math.min(concurrency, Math.floor(memoryBytes / bytesOfPermit)))
  const maxOfOne = Math.ceil((permits + maxWaiting) / 2)
  const semaphore = createSemaphore({ permits, maxOfOne, maxWaiting, typicalHoldMs })
  return {
    scrypt,
    acquire: (cost, holder) => semaphore.acquire({ holder, count: permitsOf(cost) }),
    retryAfterMs: semaphore.retryAfterMs,
    taken: () => semaphore.requests,
  }
}

const permitsOf = (cost: DerivationCost): number =>
  Math.ceil(scryptMemoryBytes(scryptParameters[cost]) / bytesOfPermit)

/** Derives keys for one request: each derivation waits for its permit. @throws {Failure} as {@link awaitPermit} */
export const scryptFor =
  (pool: DerivationPool, admitted: AdmittedRequest, clock: () => number): Scrypt =>
  async (request) => {
    using _permit = await awaitPermit(admitted, pool, pool.acquire(request.cost, admitted.clientKey), clock)
    return await pool.scrypt(request)
  }

/** Room beyond scrypt's table, for its smaller parts. */
const spareBytes = 1_048_576

/** scrypt (RFC 7914) in native code on a thread of its own: the event loop goes on meanwhile. */
export const nativeScrypt: Scrypt = ({ password, salt, N, r, p }) => {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const options = { N, r, p, maxmem: scryptMemoryBytes({ N, r, p }) + spareBytes }
  deriveKey(password, salt, scryptKeyBytes, options, (error, key) => {
    if (error) reject(error)
    else resolve(key)
  })
  return promise
}
