import { scrypt as deriveKey } from 'node:crypto'
import type { DerivationCost } from '@pictoglyph/codec/scheme'
import { type Scrypt, scryptKeyBytes, scryptMemoryBytes, scryptParameters } from '@pictoglyph/codec/scrypt'
import type { Client } from '@pictoglyph/site/access/subject'
import { createSemaphore, type Semaphore } from '@pictoglyph/site/admission/semaphore'
import { type AdmittedRequest, awaitPermit } from '../access/admission.ts'

interface DerivationPoolOptions {
  /** Parallel derivations, at most the number of cores. One less leaves a core to the event loop. */
  concurrency: number
  /** Further requests that may wait. A client has at most half of all that run and wait. */
  maxWaiting: number
  /** Memory of all derivations together. One may always run. */
  memoryBytes: number
  /** Longest wait of a request, after which it is refused; {@link maxWaitMs} by default. */
  maxWaitMs?: number
  scrypt: Scrypt
}

/** After this wait, a request is refused with a retry time. */
const maxWaitMs = 10_000

/**
 * Runs a few key derivations at a time. Costly ones have at most half of the permits and a queue of their own. So a
 * normal one only waits for the few that run, however many costly ones wait.
 */
export interface DerivationPool extends Pick<Semaphore, 'retryAfterMs'> {
  readonly scrypt: Scrypt
  /**
   * Resolves when a derivation may begin, which must end before the permit is disposed of. `undefined` if too many
   * wait, the client has its share, or the wait was too long.
   */
  acquire(cost: DerivationCost, client: Client): Promise<Disposable | undefined>
  /** Number of requests that derive or wait. */
  taken(): number
}

/** Assumed duration of a derivation before the first measurement. */
const typicalHoldMs = 500
/** Memory of one permit. A derivation that needs more takes several permits. */
const bytesOfPermit = scryptMemoryBytes(scryptParameters.normal)

/** @see {@link DerivationPool} */
export function createDerivationPool(options: DerivationPoolOptions): DerivationPool {
  const { concurrency, maxWaiting, memoryBytes, scrypt, maxWaitMs: longestMs = maxWaitMs } = options
  const permits = Math.max(1, Math.min(concurrency, Math.floor(memoryBytes / bytesOfPermit)))
  const maxOfOne = Math.ceil((permits + maxWaiting) / 2)
  const semaphore = createSemaphore({ permits, maxOfOne, maxWaiting, typicalHoldMs })
  const halfPermits = Math.max(1, Math.floor(permits / 2))
  const halfWaiting = Math.floor(maxWaiting / 2)
  const costly = createSemaphore({
    permits: halfPermits,
    maxOfOne: Math.max(halfPermits, Math.ceil((halfPermits + halfWaiting) / 2)),
    maxWaiting: halfWaiting,
    typicalHoldMs: typicalHoldMs * permitsOf('strong'),
  })
  /** Costly requests that also hold or await a general permit. */
  let entered = 0

  async function acquireCostly(holder: Client, count: number): Promise<Disposable | undefined> {
    const untilMs = performance.now() + longestMs
    using held = new DisposableStack()
    const half = await costly.acquire({ holder, count, maxWaitMs: longestMs })
    if (half === undefined) return undefined
    held.use(half)
    entered += 1
    held.defer(() => {
      entered -= 1
    })
    const leftMs = Math.max(0, untilMs - performance.now())
    const permit = await semaphore.acquire({ holder, count, maxWaitMs: leftMs })
    if (permit === undefined) return undefined
    held.use(permit)
    return held.move()
  }

  return {
    scrypt,
    acquire(cost, holder) {
      const count = permitsOf(cost)
      return count === 1 ? semaphore.acquire({ holder, maxWaitMs: longestMs }) : acquireCostly(holder, count)
    },
    retryAfterMs: () =>
      Math.max(semaphore.retryAfterMs(), costly.requests > entered ? costly.retryAfterMs() : 0),
    taken: () => semaphore.requests + costly.requests - entered,
  }
}

const permitsOf = (cost: DerivationCost): number =>
  Math.ceil(scryptMemoryBytes(scryptParameters[cost]) / bytesOfPermit)

/** Derives keys for one request; each derivation waits for a permit. @throws {Failure} as {@link awaitPermit} */
export const scryptFor =
  (pool: DerivationPool, admitted: AdmittedRequest, clock: () => number): Scrypt =>
  async (request) => {
    using _permit = await awaitPermit(admitted, pool, pool.acquire(request.cost, admitted.client), clock)
    return await pool.scrypt(request)
  }

/** Room for the smaller parts of scrypt besides its table. */
const spareBytes = 1_048_576

/** scrypt (RFC 7914) in native code on another thread, so that the event loop is free. */
export const nativeScrypt: Scrypt = ({ password, salt, N, r, p }) => {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const options = { N, r, p, maxmem: scryptMemoryBytes({ N, r, p }) + spareBytes }
  deriveKey(password, salt, scryptKeyBytes, options, (error, key) => {
    if (error) reject(error)
    else resolve(key)
  })
  return promise
}
