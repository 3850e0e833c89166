import { LIMIT_WINDOW_MS } from '@pictoglyph/site/access/limit-window'
import {
  type Counted,
  type CountedKey,
  countedKey,
  type Limiter,
  type LimitPurpose,
  type LimitVerdict,
} from '@pictoglyph/site/access/limiter'
import { assertLimit } from './memory.ts'
import { createProcessRegistry } from './process-registry.ts'
import { createRedisConnection, redisScript } from './redis-connection.ts'

/** The address and the limits of a Redis limiter. */
interface RedisLimiterOptions {
  /** `redis://`, `rediss://` or `redis+unix://`, with user, password and database as usual. */
  url: string
  /** Prefix of every key. Limiters with the same prefix share their counts. */
  keyPrefix?: string
  /** How long Redis may be silent, to a connection that opens or to commands that wait. */
  timeoutMs?: number
  /** Length of the span; only tests shorten it. */
  windowMs?: number
}

/** A limiter whose verdicts are promises. */
interface RedisLimiter extends Limiter {
  /** How many processes share the limiter, as this one last heard; at least 1. */
  readonly processes: number
  take(counted: Counted | CountedKey, limit: number, purpose?: LimitPurpose): Promise<LimitVerdict>
  limited(): Promise<number>
  close(): void
}

/**
 * Creates a limiter that any number of processes share: exact over all of them, by the clock of Redis.
 *
 * It needs one Redis (tested with 7) that does not evict: with `maxmemory-policy noeviction`, a full server fails
 * calls and forgets nothing. An accepted request takes about 10 bytes for a minute. A restart or failover of the
 * server may lose counts. A failed call may have been counted.
 * @example await createRedisLimiter({ url: 'redis://localhost' }).take(counted, 60)
 */
export function createRedisLimiter({
  url,
  keyPrefix = 'pictoglyph:limiter:',
  timeoutMs = 250,
  windowMs = LIMIT_WINDOW_MS,
}: RedisLimiterOptions): RedisLimiter {
  const redis = createRedisConnection(url, timeoutMs)
  const processesKey = `${keyPrefix}processes`
  const registry = createProcessRegistry(redis, processesKey)
  const take = redisScript(takeScript)
  const countLimited = redisScript(limitedScript)
  const limitedKey = `${keyPrefix}limited`
  const spanMicroseconds = String(windowMs * 1000)

  return {
    get processes() {
      return registry.processes
    },
    async take(counted, limit, purpose = 'count') {
      assertLimit(limit)
      const key = countedKey(counted)
      const keys = [`${keyPrefix}client:${key}`, limitedKey, processesKey]
      const answer = await redis.run(take, keys, [String(limit), spanMicroseconds, key, purpose])
      const [accepted, remaining, resetAtMs, processes] = answer as [0 | 1, number, number, number]
      registry.heard(processes)
      return accepted === 1 ? { accepted: true, remaining, resetAtMs } : { accepted: false, resetAtMs }
    },
    async limited() {
      return (await redis.run(countLimited, [limitedKey], [spanMicroseconds])) as number
    },
    close() {
      registry.close()
      redis.close()
    },
  }
}

/**
 * Decides one request in one step of Redis, by the clock of Redis, in microseconds.
 *
 * A client is a list of the times of its accepted requests, the oldest first. After a burst it may hold a million, so
 * the script finds the expired ones by doubling and halving. The clock never runs back behind the newest time. If it
 * was set back by more than a second, all times of the client move back with it, the newest to the present: a wait is
 * a minute at most, and no more gets through. The list outlives its span by a second, so that its expiry, which Redis
 * rounds to milliseconds, frees nothing early.
 *
 * Keys: the client's list, the sorted set of limited clients by their reset, that of the processes. Arguments: the
 * limit, the span in microseconds, the client, the purpose. Answer: 1 or 0 for accepted, how many remain, the reset in
 * milliseconds since the epoch, how many processes are registered.
 */
const takeScript = `
local moments, limited = KEYS[1], KEYS[2]
local limit, span = tonumber(ARGV[1]), tonumber(ARGV[2])
local processes = redis.call('ZCARD', KEYS[3])
local function moment(index) return tonumber(redis.call('LINDEX', moments, index)) end

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local count = redis.call('LLEN', moments)
local ahead = count > 0 and moment(-1) - now or 0
if ahead > 0 then now = moment(-1) end

if count > 0 and moment(0) <= now - span then
  local low, high = 1, 1
  while high < count and moment(high) <= now - span do low, high = high + 1, high * 2 end
  high = math.min(high, count)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if moment(middle) <= now - span then low = middle + 1 else high = middle end
  end
  redis.call('LTRIM', moments, low, -1)
  count = count - low
end

if ahead > 1000000 then
  for index = 1, count do
    redis.call('RPUSH', moments, string.format('%.0f', redis.call('LPOP', moments) - ahead))
  end
  redis.call('PEXPIRE', moments, math.ceil(span / 1000) + 1000)
  now = now - ahead
end

if count >= limit then
  local reset = moment(count - limit) + span
  redis.call('ZREMRANGEBYSCORE', limited, '-inf', string.format('%.0f', now))
  redis.call('ZREMRANGEBYSCORE', limited, string.format('(%.0f', now + span + 1000000), '+inf')
  redis.call('ZADD', limited, string.format('%.0f', reset), ARGV[3])
  redis.call('PEXPIRE', limited, math.ceil(span / 1000) + 1000)
  return { 0, 0, math.ceil(reset / 1000), processes }
end

if ARGV[4] == 'ask' then
  local first = count > 0 and moment(0) or now
  return { 1, limit - count, math.ceil((first + span) / 1000), processes }
end

redis.call('RPUSH', moments, string.format('%.0f', now))
redis.call('PEXPIRE', moments, math.ceil(span / 1000) + 1000)
return { 1, limit - count - 1, math.ceil((moment(0) + span) / 1000), processes }
`

/**
 * Counts the clients that are limited now. Key: the sorted set that `takeScript` keeps. Argument: the span in
 * microseconds.
 */
const limitedScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local last = now + tonumber(ARGV[1]) + 1000000
return redis.call('ZCOUNT', KEYS[1], string.format('(%.0f', now), string.format('%.0f', last))
`
