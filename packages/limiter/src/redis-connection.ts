import { Failure } from '@pictoglyph/site/language/failure'
import { withinTime } from '@pictoglyph/site/language/within-time'
import { RedisClient } from 'bun'

/** Runs scripts on one Redis server; each call is answered or fails in time. */
interface RedisConnection {
  /** @throws {Failure} OVERLOADED, with the reason as its cause */
  run(script: RedisScript, keys: readonly string[], args: readonly string[]): Promise<unknown>
  close(): void
}

/** A script, and the SHA-1 by which Redis finds it. */
interface RedisScript {
  readonly source: string
  /** SHA-1 of the source. Redis finds a script by it after the script has run once. */
  readonly digest: string
}

/** A script with its SHA-1. */
export function redisScript(source: string): RedisScript {
  return { source, digest: new Bun.CryptoHasher('sha1').update(source).digest('hex') }
}

/**
 * Connects at the first call, and again after a connection was closed or did not answer in time. The client's own
 * reconnecting is off, because it waits up to 2 s between attempts and finally gives up.
 */
export function createRedisConnection(url: string, timeoutMs: number): RedisConnection {
  let current: RedisClient | undefined
  const late = () => new Error(`Redis did not answer in ${timeoutMs} ms`)

  function connected(): RedisClient {
    if (current !== undefined) return current
    const client = new RedisClient(url, { connectionTimeout: timeoutMs, autoReconnect: false })
    client.onclose = () => drop(client)
    current = client
    return client
  }

  function drop(client: RedisClient): void {
    if (current !== client) return
    current = undefined
    client.close()
  }

  async function evaluate(client: RedisClient, script: RedisScript, rest: string[]): Promise<unknown> {
    try {
      return await client.send('EVALSHA', [script.digest, ...rest])
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return await client.send('EVAL', [script.source, ...rest])
    }
  }

  return {
    async run(script, keys, args) {
      const client = connected()
      try {
        const answer = evaluate(client, script, [String(keys.length), ...keys, ...args])
        return await withinTime(timeoutMs, answer, late)
      } catch (cause) {
        if (!isServerError(cause)) drop(client)
        throw new Failure({ code: 'OVERLOADED', retryAfterSeconds: 1 }, { cause })
      }
    },
    close() {
      if (current !== undefined) drop(current)
    },
  }
}

/** Whether Redis itself answered, so that the connection is sound. */
function isServerError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_REDIS_SERVER_ERROR'
}
