import { LIMIT_WINDOW_MS, type Limiter, type LimitVerdict } from '@pictoglyph/core'
import { assertLimit } from './memory.ts'
import { createRedisConnection, redisScript } from './redis-connection.ts'
import { limitedScript, takeScript } from './redis-script.ts'

/** The address and the limits of a Redis limiter. */
export interface RedisLimiterOptions {
  /** `redis://`, `rediss://` or `redis+unix://`, with user, password and database as usual. */
  url: string
  /** Stands before every key. Limiters that share it share their counts. */
  keyPrefix?: string
  /** The longest that a call takes before it fails, connecting included. */
  timeoutMs?: number
  /** The span; only tests shorten it. */
  windowMs?: number
}

/** A limiter that always answers with a promise. */
export interface RedisLimiter extends Limiter {
  take(clientKey: string, limit: number): Promise<LimitVerdict>
  limited(): Promise<number>
  close(): void
}

/**
 * The limiter that any number of processes share: exact over all of them, by the clock of Redis.
 *
 * It needs one Redis (tested with 7) that does not evict: with `maxmemory-policy noeviction`, a full server fails calls
 * and forgets nothing. An accepted request takes about 10 bytes for a minute. Counts that a server loses in a restart
 * or failover are gone. A call that failed may have been counted.
 */
export function createRedisLimiter({
  url,
  keyPrefix = 'pictoglyph:limiter:',
  timeoutMs = 250,
  windowMs = LIMIT_WINDOW_MS,
}: RedisLimiterOptions): RedisLimiter {
  const redis = createRedisConnection(url, timeoutMs)
  const take = redisScript(takeScript)
  const countLimited = redisScript(limitedScript)
  const limitedKey = `${keyPrefix}limited`
  const spanMicroseconds = String(windowMs * 1000)

  return {
    async take(clientKey, limit) {
      assertLimit(limit)
      const keys = [`${keyPrefix}client:${clientKey}`, limitedKey]
      const answer = await redis.run(take, keys, [String(limit), spanMicroseconds, clientKey])
      const [accepted, remaining, resetAtMs] = answer as [0 | 1, number, number]
      return accepted === 1 ? { accepted: true, remaining, resetAtMs } : { accepted: false, resetAtMs }
    },
    async limited() {
      return (await redis.run(countLimited, [limitedKey], [])) as number
    },
    close: redis.close,
  }
}
