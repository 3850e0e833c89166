import { type RedisConnection, redisScript } from './redis-connection.ts'

/** Registers this process in Redis, and knows how many are registered. */
interface ProcessRegistry {
  /**
   * How many processes there were since the heartbeat before the last, at most; at least 1. A Redis that restarts
   * knows none of them at first.
   */
  readonly processes: number
  /** Notes a number of registered processes that came with another answer. */
  heard(registered: number): void
  close(): void
}

const heartbeatMs = 2_000

/** A process without a heartbeat for this long is gone. */
const expiryMs = 10_000

/** Registers this process under a key of its own id, from now until {@link ProcessRegistry.close}. */
export function createProcessRegistry(redis: RedisConnection, key: string): ProcessRegistry {
  const id = crypto.randomUUID()
  let last = 1
  let before = 1

  async function beat(): Promise<void> {
    try {
      const registered = (await redis.run(heartbeat, [key], [id, String(expiryMs * 1000)])) as number
      before = last
      last = registered
    } catch {
      // The numbers stay. A request that fails the same way reports it.
    }
  }

  void beat()
  const timer = setInterval(() => void beat(), heartbeatMs)
  timer.unref()
  return {
    get processes() {
      return Math.max(last, before)
    },
    heard(registered) {
      last = Math.max(last, registered)
    },
    close() {
      clearInterval(timer)
    },
  }
}

/**
 * Notes a heartbeat by the clock of Redis, and drops processes whose last one has expired or is in the future, after
 * that clock was set back. Key: the sorted set of processes by heartbeat. Arguments: the process, the expiry in
 * microseconds. Answer: how many processes there are.
 */
const heartbeat = redisScript(`
local time = redis.call('TIME')
local now, expiry = time[1] * 1000000 + time[2], tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - expiry))
redis.call('ZREMRANGEBYSCORE', KEYS[1], string.format('(%.0f', now), '+inf')
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
redis.call('PEXPIRE', KEYS[1], math.ceil(expiry / 1000))
return redis.call('ZCARD', KEYS[1])
`)
