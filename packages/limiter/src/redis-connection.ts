import { Failure } from '@pictoglyph/site/language/failure'
import { withinTime } from '@pictoglyph/site/language/within-time'
import { RedisClient } from 'bun'
import { LimiterBusy } from './limiter-busy.ts'

/** Runs scripts on one Redis server; each call is answered or fails in time. */
export interface RedisConnection {
  /**
   * @throws {LimiterBusy} if Redis answers, but this call not in time
   * @throws {Failure} OVERLOADED if Redis does not answer, with the reason as its cause
   */
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

/** A command waits this often as long as Redis may be silent, while Redis answers those before it. */
const maxPeriods = 4

interface Link {
  readonly client: RedisClient
  readonly ready: Promise<unknown>
  answers: number
  /** When Redis last answered, by `performance.now`. */
  answeredAtMs: number
  /** Commands that have waited for too long, and are not answered yet. */
  overdue: number
}

/**
 * Connects at the first call, and again after a connection was closed or silent. The client's own reconnecting is
 * off, because it waits up to 2 s between attempts and finally gives up. Its time-out is off too: it takes an event
 * loop that stands still for a silent Redis.
 *
 * @param silenceMs how long Redis may answer nothing, while it connects and then while commands wait
 */
export function createRedisConnection(url: string, silenceMs: number): RedisConnection {
  let current: Link | undefined
  const late = () => new Error(`Redis did not answer in ${silenceMs} ms`)

  function connected(): Link {
    if (current !== undefined) return current
    const client = new RedisClient(url, { connectionTimeout: 0, autoReconnect: false })
    const ready = withinTime(silenceMs, client.connect(), late)
    const link = { client, ready, answers: 0, answeredAtMs: 0, overdue: 0 }
    client.onclose = () => drop(link)
    current = link
    return link
  }

  function drop(link: Link): void {
    if (current !== link) return
    current = undefined
    link.client.close()
  }

  async function send(link: Link, command: string, args: string[]): Promise<unknown> {
    const isHeard = performance.now() - link.answeredAtMs < silenceMs
    if (link.overdue > 0 && isHeard) throw new LimiterBusy()
    let { answers } = link
    let periods = 0
    const answer = link.client.send(command, args).finally(() => {
      link.answers++
      link.answeredAtMs = performance.now()
      if (periods === maxPeriods) link.overdue--
    })
    return await withinTime(silenceMs, answer, () => {
      if (link.answers === answers) return late()
      answers = link.answers
      periods++
      if (periods < maxPeriods) return undefined
      link.overdue++
      return new LimiterBusy()
    })
  }

  async function evaluate(link: Link, script: RedisScript, rest: string[]): Promise<unknown> {
    await link.ready
    try {
      return await send(link, 'EVALSHA', [script.digest, ...rest])
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return await send(link, 'EVAL', [script.source, ...rest])
    }
  }

  return {
    async run(script, keys, args) {
      const link = connected()
      try {
        return await evaluate(link, script, [String(keys.length), ...keys, ...args])
      } catch (cause) {
        if (cause instanceof LimiterBusy) throw cause
        if (!isServerError(cause)) drop(link)
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
