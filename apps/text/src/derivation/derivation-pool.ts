import { scrypt as deriveKey } from 'node:crypto'
import { type DerivationCost, type Scrypt, scryptKeyBytes, scryptParameters } from '@pictoglyph/codec'
import { badRequest, createSemaphore, message, type Permit, type Semaphore } from '@pictoglyph/core'
import { type AdmittedRequest, noRoom } from '../access/admission.ts'

export interface DerivationPoolOptions {
  /** Derivations at once: at most the number of cores, and one less leaves the event loop its own. */
  concurrency: number
  /** Requests that wait beyond those. */
  maxWaiting: number
  scrypt: Scrypt
}

/** Key derivations, a few at a time. */
export interface DerivationPool extends Pick<Semaphore, 'retryAfterMs'> {
  readonly scrypt: Scrypt
  /** Resolves when a derivation may begin, which ends before the permit is disposed of; `undefined` if too many wait. */
  acquire(cost: DerivationCost): Promise<Permit | undefined>
  /** Requests that derive or wait. */
  taken(): number
}

/** What a derivation is thought to take before one was measured. */
const typicalHoldMs = 500
/** The memory for each processor: one that needs more of it takes the permits of several. */
const bytesOfPermit = 128 * 1024 * 1024

/** No more than `concurrency` times 128 MiB are in use at once, or one derivation. */
export function createDerivationPool(options: DerivationPoolOptions): DerivationPool {
  const { concurrency, maxWaiting, scrypt } = options
  const semaphore = createSemaphore({ permits: concurrency, maxWaiting, typicalHoldMs })
  return {
    scrypt,
    acquire: (cost) => semaphore.acquire({ count: Math.ceil(memoryOf(cost) / bytesOfPermit) }),
    retryAfterMs: semaphore.retryAfterMs,
    taken: () => semaphore.requests,
  }
}

/** Longer than a request in the fullest queue waits. */
const waitingTimeoutSeconds = 120

/**
 * Waits until a request may derive a key; its connection may be silent meanwhile.
 * @throws {Failure} RATE_LIMITED where too many wait, BAD_REQUEST where the client has gone meanwhile
 */
export async function enterPool(
  pool: DerivationPool,
  admitted: AdmittedRequest,
  { cost, nowMs }: { cost: DerivationCost; nowMs: number },
): Promise<Permit> {
  const { context } = admitted
  context.setConnectionTimeout(waitingTimeoutSeconds)
  const permit = await pool.acquire(cost)
  if (permit === undefined) throw noRoom(pool, admitted, nowMs)
  if (!context.request.signal.aborted) return permit
  permit[Symbol.dispose]()
  throw badRequest(message('The request was given up.'))
}

/** The bytes of scrypt's table (RFC 7914 section 5). */
function memoryOf(cost: DerivationCost): number {
  const { N, r } = scryptParameters[cost]
  return 128 * N * r
}

/** Room beyond scrypt's table, for its smaller parts. */
const spareBytes = 1_048_576

/** scrypt (RFC 7914) in native code on a thread of its own: the event loop goes on meanwhile. */
export const nativeScrypt: Scrypt = ({ password, salt, N, r, p }) => {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const options = { N, r, p, maxmem: 128 * N * r + spareBytes }
  deriveKey(password, salt, scryptKeyBytes, options, (error, key) => {
    if (error) reject(error)
    else resolve(key)
  })
  return promise
}
