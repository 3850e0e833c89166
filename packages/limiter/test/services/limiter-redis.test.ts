import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { countedKey, type Limiter } from '@pictoglyph/site/access/limiter'
import { counted } from '@pictoglyph/site/conformance/counted'
import { limiterConformance } from '@pictoglyph/site/conformance/limiter'
import { Failure } from '@pictoglyph/site/language/failure'
import { openFaultyLink } from '@pictoglyph/site/test/services/faulty-link'
import { RedisClient } from 'bun'
import { LimiterBusy } from '../../src/limiter-busy.ts'
import { createMemoryLimiter } from '../../src/memory.ts'
import { createRedisLimiter } from '../../src/redis.ts'
import { createFallbackLimiter } from '../../src/with-local-fallback.ts'
import type { BusyReport } from './busy-process.ts'
import { startTestRedis, type TestRedis } from './redis-server.ts'

if (process.env.PICTOGLYPH_TEST_SERVICES === '1') {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startTestRedis()
  })
  afterAll(async () => {
    await redis[Symbol.asyncDispose]()
  })

  const newPrefix = () => `pictoglyph:test:${crypto.randomUUID()}:`
  const refusedAs = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    return error instanceof Failure ? error.code : error
  }

  limiterConformance(
    'redis',
    (span) => {
      const windowMs = span === 'short' ? 150 : 1_500
      const options = { url: redis.url, keyPrefix: newPrefix(), windowMs, timeoutMs: 5_000 }
      const first = createRedisLimiter(options)
      const second = createRedisLimiter(options)
      return {
        replicas: [first, second] as const,
        windowMs: options.windowMs,
        resolutionMs: 1,
        nowMs: Date.now,
        pass: (durationMs: number) => Bun.sleep(durationMs),
        async [Symbol.asyncDispose]() {
          first.close()
          second.close()
        },
      }
    },
    { runs: process.env.PICTOGLYPH_PROOF === '1' ? 200 : 20, longest: 40 },
  )

  describe('the Redis limiter', () => {
    test('resets a minute after an accepted request, and leaves nothing for ever', async () => {
      const keyPrefix = newPrefix()
      const limiter = createRedisLimiter({ url: redis.url, keyPrefix, timeoutMs: 5_000 })
      const client = new RedisClient(redis.url)
      const beforeMs = Date.now()
      const accepted = await limiter.take(counted('caller'), 1)
      expect(accepted.resetAtMs).toBeWithin(beforeMs + 60_000, Date.now() + 60_002)
      const refused = await limiter.take(counted('caller'), 1)
      expect(refused).toEqual({ accepted: false, resetAtMs: accepted.resetAtMs })

      const keys = (await client.send('KEYS', [`${keyPrefix}*`])) as string[]
      expect(keys).toHaveLength(3)
      for (const key of keys) {
        const isOfProcesses = key === `${keyPrefix}processes`
        expect(await client.pttl(key)).toBeWithin(isOfProcesses ? 1 : 60_000, isOfProcesses ? 10_001 : 61_001)
      }
      client.close()
      limiter.close()
    })

    test('goes on when Redis has forgotten its scripts', async () => {
      const limiter = createRedisLimiter({ url: redis.url, keyPrefix: newPrefix(), timeoutMs: 5_000 })
      const client = new RedisClient(redis.url)
      await limiter.take(counted('caller'), 2)
      await client.send('SCRIPT', ['FLUSH'])
      expect(await limiter.take(counted('caller'), 2)).toMatchObject({ accepted: true, remaining: 0 })
      client.close()
      limiter.close()
    })

    test('forgets any number of expired requests, and no other', async () => {
      const keyPrefix = newPrefix()
      const limiter = createRedisLimiter({ url: redis.url, keyPrefix, timeoutMs: 5_000 })
      const client = new RedisClient(redis.url)
      const [seconds] = (await client.send('TIME', [])) as [string, string]
      const momentsAgo = (count: number, ago: number) =>
        Array.from({ length: count }, () => `${Number(seconds) - ago}000000`)
      for (const gone of [0, 1, 2, 3, 4, 5, 8, 9, 1_000]) {
        for (const kept of [0, 1, 2, 7, 700]) {
          const moments = [...momentsAgo(gone, 90), ...momentsAgo(kept, 10)]
          const caller = `${gone} and ${kept}`
          if (moments.length > 0)
            await client.send('RPUSH', [`${keyPrefix}client:${countedKey(counted(caller))}`, ...moments])
          expect(await limiter.take(counted(caller), 1_000)).toMatchObject({ remaining: 999 - kept })
          expect(await limiter.take(counted(caller), 1_000)).toMatchObject({ remaining: 998 - kept })
        }
      }
      client.close()
      limiter.close()
    })

    test('counts on from the newest request where the clock of Redis went back by less than a second', async () => {
      const keyPrefix = newPrefix()
      const limiter = createRedisLimiter({ url: redis.url, keyPrefix, timeoutMs: 5_000 })
      const client = new RedisClient(redis.url)
      const [seconds] = (await client.send('TIME', [])) as [string, string]
      const newestMs = (Number(seconds) + 1) * 1_000
      await client.send('RPUSH', [`${keyPrefix}client:${countedKey(counted('caller'))}`, `${newestMs}000`])
      expect(await limiter.take(counted('caller'), 2)).toMatchObject({ accepted: true, remaining: 0 })
      const refused = await limiter.take(counted('caller'), 1)
      expect(refused).toEqual({ accepted: false, resetAtMs: newestMs + 60_000 })
      client.close()
      limiter.close()
    })

    test('waits a minute at most, and lets no more through, where the clock of Redis was ahead by a day', async () => {
      const keyPrefix = newPrefix()
      const limiter = createRedisLimiter({ url: redis.url, keyPrefix, timeoutMs: 5_000 })
      const client = new RedisClient(redis.url)
      const key = countedKey(counted('caller'))
      const listKey = `${keyPrefix}client:${key}`
      const tomorrow = (Date.now() + 24 * 60 * 60_000) * 1_000
      // Two have left the span; three count, the oldest of them for 20 s more.
      const moments = [90, 61, 40, 10, 0].map((ago) => String(tomorrow - ago * 1_000_000))
      await client.send('RPUSH', [listKey, ...moments])
      await client.send('PEXPIRE', [listKey, String(24 * 60 * 60_000)])
      await client.send('ZADD', [`${keyPrefix}limited`, String(tomorrow), key, String(tomorrow), 'gone'])
      expect(await limiter.limited()).toBe(0)
      const beforeMs = Date.now()
      const refused = await limiter.take(counted('caller'), 3)
      expect(refused).toMatchObject({ accepted: false })
      expect(refused.resetAtMs).toBeWithin(beforeMs + 20_000, Date.now() + 20_002)
      expect(await client.send('LLEN', [listKey])).toBe(3)
      expect(await client.pttl(listKey)).toBeWithin(60_000, 61_001)
      expect(await client.send('ZRANGE', [`${keyPrefix}limited`, '0', '-1'])).toEqual([key])
      expect(await limiter.take(counted('caller'), 4)).toMatchObject({ accepted: true, remaining: 0 })
      expect(await limiter.take(counted('caller'), 4)).toMatchObject({ accepted: false })
      client.close()
      limiter.close()
    })

    test('drops clients from its list of limited ones after their reset', async () => {
      const keyPrefix = newPrefix()
      const limiter = createRedisLimiter({ url: redis.url, keyPrefix, timeoutMs: 5_000 })
      const client = new RedisClient(redis.url)
      const [seconds] = (await client.send('TIME', [])) as [string, string]
      await client.send('ZADD', [`${keyPrefix}limited`, `${Number(seconds) - 1}000000`, 'past'])
      for (let times = 0; times < 2; times++) await limiter.take(counted('caller'), 1)
      expect(await client.send('ZRANGE', [`${keyPrefix}limited`, '0', '-1'])).toEqual([
        countedKey(counted('caller')),
      ])
      client.close()
      limiter.close()
    })

    test('fails as overloaded while Redis is away, and answers again when it is back', async () => {
      await using link = openFaultyLink(redis)
      const url = `redis://${link.hostname}:${link.port}`
      const limiter = createRedisLimiter({ url, keyPrefix: newPrefix(), timeoutMs: 1_000 })
      expect(await limiter.take(counted('caller'), 9)).toMatchObject({ accepted: true })
      for (const fault of [link.cut, link.stall, link.cut]) {
        fault()
        const calls = Array.from({ length: 5 }, () => refusedAs(limiter.take(counted('caller'), 9)))
        expect(await Promise.all(calls)).toEqual(Array(5).fill('OVERLOADED'))
        expect(await refusedAs(limiter.limited())).toBe('OVERLOADED')
        link.mend()
        expect(await limiter.take(counted('caller'), 9)).toMatchObject({ accepted: true })
      }
      limiter.close()
    })

    test('keeps its connection when Redis answers with an error', async () => {
      const keyPrefix = newPrefix()
      const limiter = createRedisLimiter({ url: redis.url, keyPrefix, timeoutMs: 5_000 })
      const client = new RedisClient(redis.url)
      await client.set(`${keyPrefix}client:${countedKey(counted('spoilt'))}`, 'not a list')
      const calls = [limiter.take(counted('spoilt'), 1), limiter.take(counted('sound'), 1)]
      expect(await refusedAs(calls[0]!)).toBe('OVERLOADED')
      expect(await calls[1]).toMatchObject({ accepted: true })
      client.close()
      limiter.close()
    })

    test('knows how many processes share it, and drops those without a heartbeat', async () => {
      const keyPrefix = newPrefix()
      const client = new RedisClient(redis.url)
      const key = `${keyPrefix}processes`
      const [seconds] = (await client.send('TIME', [])) as [string, string]
      const momentOf = (ago: number) => `${Number(seconds) - ago}000000`
      await client.send('ZADD', [key, momentOf(11), 'gone', momentOf(-60), 'ahead', momentOf(9), 'silent'])
      const open = () => createRedisLimiter({ url: redis.url, keyPrefix, timeoutMs: 5_000 })
      const first = open()
      await first.take(counted('caller'), 9)
      expect(first.processes).toBe(2)
      const second = open()
      await second.take(counted('caller'), 9)
      await first.take(counted('caller'), 9)
      expect([first.processes, second.processes]).toEqual([3, 3])
      while (first.processes > 2) await Bun.sleep(20)
      client.close()
      first.close()
      second.close()
    })

    test('with a local fallback decides in about the time-out where Redis is stuck or gone', async () => {
      await using link = openFaultyLink(redis)
      const open = () =>
        createFallbackLimiter({
          primary: createRedisLimiter({
            url: `redis://${link.hostname}:${link.port}`,
            keyPrefix: newPrefix(),
            timeoutMs: 250,
          }),
          local: createMemoryLimiter(),
        })
      const decidedMs = async (limiter: Limiter) => {
        const startMs = performance.now()
        await Promise.all(Array.from({ length: 50 }, async () => limiter.take(counted('caller'), 9)))
        return performance.now() - startMs
      }
      for (const fault of [link.stall, link.cut]) {
        const connected = open()
        await connected.take(counted('caller'), 9)
        fault()
        const unconnected = open()
        expect(Math.max(await decidedMs(connected), await decidedMs(unconnected))).toBeLessThan(1_000)
        expect([connected.degraded, unconnected.degraded]).toEqual([true, true])
        link.mend()
        await connected.close()
        await unconnected.close()
      }
    })

    test.each([
      { rounds: 8, calls: 25 },
      { rounds: 2, calls: 10_000 },
    ])(
      'two processes whose event loops stand still share the limit ($rounds rounds of $calls calls)',
      async ({ rounds, calls }) => {
        const words = [redis.url, newPrefix(), 40, rounds, calls].map(String)
        const run = async (): Promise<BusyReport> => {
          const command = [process.execPath, join(import.meta.dir, 'busy-process.ts'), ...words]
          const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' })
          return await new Response(child.stdout).json()
        }
        const reports = await Promise.all([run(), run()])
        const sum = (count: (report: BusyReport) => number) => count(reports[0]!) + count(reports[1]!)
        expect(reports.flatMap(({ degradations }) => degradations)).toEqual([])
        expect(sum(({ accepted, refused, undecided }) => accepted + refused + undecided)).toBe(
          2 * rounds * calls,
        )
        // On a slow machine, Redis needs longer for thousands of calls than they wait. Some of them are undecided.
        if (sum(({ undecided }) => undecided) === 0) expect(sum(({ accepted }) => accepted)).toBe(40)
        else expect(sum(({ accepted }) => accepted)).toBeLessThanOrEqual(40)
      },
    )

    test('with a local fallback refuses to decide what Redis is too slow for, and does not fall back', async () => {
      const limiter = createFallbackLimiter({
        primary: createRedisLimiter({ url: redis.url, keyPrefix: newPrefix(), timeoutMs: 60 }),
        local: createMemoryLimiter(),
      })
      const isDecided = async () => {
        try {
          await limiter.take(counted('caller'), 1)
          return true
        } catch (error) {
          expect(error).toBeInstanceOf(LimiterBusy)
          return false
        }
      }
      expect(await isDecided()).toBe(true)
      const decided = await Promise.all(Array.from({ length: 100_000 }, isDecided))
      expect(new Set(decided)).toEqual(new Set([true, false]))
      while (!(await isDecided())) await Bun.sleep(20)
      expect(limiter.degraded).toBe(false)
      await limiter.close()
    })

    test('with a local fallback goes on under a local limit while Redis is away', async () => {
      await using link = openFaultyLink(redis)
      const changes: string[] = []
      const recovered = Promise.withResolvers<void>()
      const limiter = createFallbackLimiter({
        primary: createRedisLimiter({
          url: `redis://${link.hostname}:${link.port}`,
          keyPrefix: newPrefix(),
          timeoutMs: 1_000,
        }),
        local: createMemoryLimiter(),
        onDegraded: () => changes.push('degraded'),
        onRecovered: () => {
          changes.push('recovered')
          recovered.resolve()
        },
        retryMs: 50,
      })
      const takeFive = () =>
        Promise.all(Array.from({ length: 5 }, async () => limiter.take(counted('caller'), 12)))
      const accepted = async () => (await takeFive()).filter((verdict) => verdict.accepted).length
      expect(await accepted()).toBe(5)
      link.stall()
      expect(await accepted()).toBe(5)
      expect(limiter.degraded).toBe(true)
      expect(await accepted()).toBe(2)
      link.mend()
      await recovered.promise
      expect(await accepted()).toBe(0)
      expect([limiter.degraded, changes]).toEqual([false, ['degraded', 'recovered']])
      await limiter.close()
    })
  })
}
