import { scrypt as deriveKey } from 'node:crypto'
import type { DerivationCost } from '@pictoglyph/codec/scheme'
import { type Scrypt, scryptKeyBytes, scryptMemoryBytes, scryptParameters } from '@pictoglyph/codec/scrypt'
import type { Client } from '@pictoglyph/site/access/subject'
import { createSemaphore, type Semaphore } from '@pictoglyph/site/admission/semaphore'
import { type AdmittedRequest, awaitPermit } from '../access/admission.ts'

interface DerivationPoolOptions {
  /** Derivations at once: at most the number of cores, and one less leaves the event loop its own. */
  concurrency: number
  /** Requests that wait beyond those. A client has at most half of all that run and wait. */
  maxWaiting: number
  /** What derivations hold at once; one always runs, whatever it takes. */
  memoryBytes: number
  /** How long a request waits before it is refused; {@link maxWaitMs} by default. */
  maxWaitMs?: number
  scrypt: Scrypt
}

/** A request is answered, or refused with a time to come back, once it has waited for so long. */
const maxWaitMs = 10_000

/**
 * Key derivations, a few at a time. Those of a high cost have half of the permits at most, and wait in a queue of their
 * own: one of the normal cost waits for the few that run, however many of the others wait.
 */
export interface DerivationPool extends Pick<Semaphore, 'retryAfterMs'> {
  readonly scrypt: Scrypt
  /**
   * Resolves when a derivation may begin, which ends before the permit is disposed of; `undefined` if too many wait,
   * the client has its share, or it has waited for too long.
   */
  acquire(cost: DerivationCost, client: Client): Promise<Disposable | undefined>
  /** Requests that derive or wait. */
  taken(): number
}

/** What a derivation is thought to take before one was measured. */
const typicalHoldMs = 500
/** What one permit stands for: a derivation that needs more memory takes several. */
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
  /** Of the costly ones, those that wait or derive among all. */
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

/** Derives keys for one request: each derivation waits for its permit. @throws {Failure} as {@link awaitPermit} */
export const scryptFor =
  (pool: DerivationPool, admitted: AdmittedRequest, clock: () => number): Scrypt =>
  async (request) => {
    using _permit = await awaitPermit(admitted, pool, pool.acquire(request.cost, admitted.client), clock)
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
