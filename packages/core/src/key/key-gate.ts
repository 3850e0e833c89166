import { Failure } from '../failure.ts'
import { type Address, limiterKey } from '../network/address.ts'
import type { KeyHolder, KeyStore } from '../ports/database.ts'
import type { Limiter } from '../ports/limiter.ts'
import { hashSecret } from './api-key.ts'
import { authenticate } from './authenticate.ts'

/** Unknown keys that one address may try in a minute before the database is asked for it no more. */
const triesPerMinute = 60
const mostRemembered = 10_000

export interface KeyGate {
  /** @throws {Failure} UNAUTHORIZED */
  admit(authorization: string | null, address: Address | undefined): Promise<KeyHolder>
}

/**
 * Authenticates, and throttles guessing by address, never by key: whoever knows a key is not kept out by those
 * who don't. An address that has tried too many unknown keys gets the same 401, but without a look into the
 * database, except for keys that were good a while ago.
 */
export function createKeyGate(options: {
  keys: Pick<KeyStore, 'bySecretHash'>
  limiter: Limiter
  clock: () => number
}): KeyGate {
  const throttledUntilMs = createBoundedMap<number>()
  const lastGood = createBoundedMap<true>()

  function wasGood(authorization: string | null): boolean {
    const secret = authorization?.replace(/^Bearer +/i, '').trimEnd() ?? ''
    return lastGood.get(hashSecret(secret)) === true
  }

  async function noteFailure(caller: string): Promise<void> {
    const verdict = await options.limiter.take(`401 ${caller}`, triesPerMinute)
    if (!verdict.accepted) throttledUntilMs.set(caller, verdict.resetAtMs)
  }

  return {
    async admit(authorization, address) {
      const caller = address === undefined ? 'unknown' : limiterKey(address)
      const isThrottled = (throttledUntilMs.get(caller) ?? 0) > options.clock()
      if (isThrottled && !wasGood(authorization)) throw new Failure({ code: 'UNAUTHORIZED' })
      try {
        const holder = await authenticate(options.keys, authorization, options.clock())
        if (!lastGood.get(holder.key.secretHash)) lastGood.set(holder.key.secretHash, true)
        return holder
      } catch (error) {
        if (error instanceof Failure && error.code === 'UNAUTHORIZED') await noteFailure(caller)
        throw error
      }
    },
  }
}

interface BoundedMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
}

/** Forgets the oldest entries. */
function createBoundedMap<V>(): BoundedMap<V> {
  const entries = new Map<string, V>()
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= mostRemembered) return
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    },
  }
}
