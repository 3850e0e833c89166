import { describe, expect, test } from 'bun:test'
import { LIMIT_WINDOW_MS } from '@pictoglyph/site/access/limit-window'
import { counted } from '@pictoglyph/site/conformance/counted'
import { type LimitersUnderTest, limiterConformance } from '@pictoglyph/site/conformance/limiter'
import fc from 'fast-check'
import { createMemoryLimiter, type MemoryLimiterOptions } from '../src/memory.ts'

const isProof = process.env.PICTOGLYPH_PROOF === '1'

function openUnderClock(options: MemoryLimiterOptions = {}) {
  let nowMs = 1_700_000_000_000
  const clock = () => nowMs
  const limiter = createMemoryLimiter({ clock, wallClock: clock, ...options })
  return {
    limiter,
    replicas: [limiter],
    windowMs: LIMIT_WINDOW_MS,
    nowMs: clock,
    resolutionMs: 0,
    pass(durationMs: number) {
      nowMs += durationMs
    },
    async [Symbol.asyncDispose]() {
      limiter.close()
    },
  } satisfies LimitersUnderTest & Record<'limiter', unknown>
}

limiterConformance('memory', () => openUnderClock(), { runs: isProof ? 20_000 : 150 })

describe('the memory limiter', () => {
  test('a clock that is set back lets no more through', () => {
    const { limiter, pass } = openUnderClock()
    for (let index = 0; index < 3; index++) limiter.take(counted('client'), 5)
    pass(-3_600_000)
    expect(limiter.take(counted('client'), 5)).toMatchObject({ accepted: true, remaining: 1 })
    pass(3_600_000)
    expect(limiter.take(counted('client'), 5)).toMatchObject({ accepted: true, remaining: 0 })
    pass(LIMIT_WINDOW_MS - 1)
    expect(limiter.take(counted('client'), 5).accepted).toBe(false)
    pass(1)
    expect(limiter.take(counted('client'), 5).accepted).toBe(true)
  })

  test('fractions of a millisecond do not shorten the span', () => {
    const { limiter, pass } = openUnderClock()
    pass(0.75)
    limiter.take(counted('client'), 1)
    pass(LIMIT_WINDOW_MS - 0.5)
    expect(limiter.take(counted('client'), 1).accepted).toBe(false)
    pass(0.75)
    expect(limiter.take(counted('client'), 1).accepted).toBe(true)
  })

  test('a request refused in the millisecond of an acceptance waits for exactly a minute', () => {
    const { limiter, pass } = openUnderClock()
    pass(0.25)
    limiter.take(counted('client'), 1)
    pass(0.25)
    expect(limiter.take(counted('client'), 1).accepted).toBe(false)
    pass(LIMIT_WINDOW_MS - 0.25)
    expect(limiter.take(counted('client'), 1).accepted).toBe(true)
  })

  test('a million requests a minute of one client are counted exactly', () => {
    const { limiter, pass } = openUnderClock()
    let accepted = 0
    for (let index = 0; index < 1_050_000; index++) {
      if (index % 20 === 0) pass(1)
      if (limiter.take(counted('client'), 1_000_000).accepted) accepted++
    }
    expect(accepted).toBe(1_000_000)
    expect(limiter.take(counted('client'), 1_000_000).accepted).toBe(false)
    pass(LIMIT_WINDOW_MS - 52_500 + 1)
    expect(limiter.take(counted('client'), 1_000_000)).toMatchObject({ accepted: true, remaining: 19 })
  })

  test('clients beyond the capacity are limited too, and get their own count later', () => {
    const { limiter, pass } = openUnderClock({ maxClients: 10, sharedCounts: 2 })
    for (let index = 0; index < 10; index++) limiter.take(counted(`resident ${index}`), 5)
    let accepted = 0
    for (let index = 0; index < 1_000_000; index++)
      if (limiter.take(counted(`flood ${index}`), 5).accepted) accepted++
    expect(accepted).toBe(10)
    expect(limiter.take(counted('resident 3'), 5)).toMatchObject({ accepted: true, remaining: 3 })

    pass(LIMIT_WINDOW_MS)
    expect(limiter.take(counted('flood 1'), 5)).toMatchObject({ accepted: true, remaining: 4 })
    expect(limiter.take(counted('flood 2'), 5)).toMatchObject({ accepted: true, remaining: 4 })
  })

  test('a client that gets its own count takes over the last minute of the shared one', () => {
    const { limiter, pass } = openUnderClock({ maxClients: 1, sharedCounts: 1 })
    limiter.take(counted('resident'), 5)
    for (let index = 0; index < 3; index++) limiter.take(counted('flood'), 5)
    pass(LIMIT_WINDOW_MS / 2)
    limiter.take(counted('flood'), 5)
    pass(LIMIT_WINDOW_MS / 2)
    expect(limiter.take(counted('new'), 5)).toMatchObject({ accepted: true, remaining: 3 })
  })

  test('a client that keeps calling does not block the rows of silent ones', () => {
    const { limiter, pass } = openUnderClock({ maxClients: 3, sharedCounts: 1 })
    for (const client of ['busy', 'silent', 'silent too']) limiter.take(counted(client), 9)
    pass(LIMIT_WINDOW_MS / 2)
    limiter.take(counted('busy'), 9)
    pass(LIMIT_WINDOW_MS / 2)
    expect(limiter.take(counted('new'), 1).accepted).toBe(true)
    expect(limiter.take(counted('new too'), 1).accepted).toBe(true)
  })

  test('exactly the rows of silent clients are free again, in any order of calls', () => {
    const maxClients = 6
    const request = fc.record({
      waitMs: fc.integer({ min: 0, max: 20_000 }),
      client: fc.nat({ max: maxClients - 1 }),
    })
    fc.assert(
      fc.property(fc.array(request, { minLength: 1, maxLength: 40, size: 'max' }), (schedule) => {
        const { limiter, pass, nowMs } = openUnderClock({ maxClients, maxStamps: 40, sharedCounts: 1 })
        const lastCalls = new Map<number, number>()
        for (const { waitMs, client } of schedule) {
          pass(waitMs)
          expect(limiter.take(counted(`client ${client}`), 100).accepted).toBe(true)
          lastCalls.set(client, nowMs())
        }
        pass(LIMIT_WINDOW_MS / 2)
        const held = [...lastCalls.values()].filter((time) => time > nowMs() - LIMIT_WINDOW_MS).length

        const verdicts = Array.from({ length: maxClients + 2 }, (_, index) =>
          limiter.take(counted(`new ${index}`), 1),
        )
        const firstOfShared = 1
        expect(verdicts.filter(({ accepted }) => accepted)).toHaveLength(maxClients - held + firstOfShared)
      }),
      { numRuns: isProof ? 20_000 : 200 },
    )
  })

  test('with no stamps left, no span exceeds the limit, and a silent client is free again', () => {
    const request = fc.record({
      waitMs: fc.oneof(fc.constantFrom(0, 0.25, 0.5), fc.integer({ min: 1, max: 20_000 })),
      client: fc.nat({ max: 11 }),
    })
    fc.assert(
      fc.property(fc.array(request, { maxLength: 200, size: 'max' }), (schedule) => {
        const { limiter, pass, nowMs } = openUnderClock({ maxClients: 4, maxStamps: 3, sharedCounts: 2 })
        const accepted = new Map<number, number[]>()
        for (const { waitMs, client } of schedule) {
          pass(waitMs)
          if (!limiter.take(counted(`client ${client}`), 3).accepted) continue
          const times = accepted.get(client) ?? []
          times.push(nowMs())
          accepted.set(client, times)
        }
        for (const times of accepted.values()) {
          times.forEach((time, index) => {
            expect((times[index + 3] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(
              LIMIT_WINDOW_MS,
            )
          })
        }
        pass(LIMIT_WINDOW_MS)
        expect(limiter.take(counted('client 0'), 3)).toMatchObject({ accepted: true, remaining: 2 })
      }),
      { numRuns: isProof ? 20_000 : 200 },
    )
  })

  test('beyond one a client, requests take one stamp a millisecond, and are counted exactly while stamps last', () => {
    const { limiter, pass } = openUnderClock({ maxStamps: 1 })
    for (let round = 0; round < 3; round++) {
      limiter.take(counted(`once ${round}`), 5)
      for (let index = 0; index < 3; index++) limiter.take(counted('client'), 5)
      pass(LIMIT_WINDOW_MS / 2)
      limiter.take(counted('client'), 5)
      pass(LIMIT_WINDOW_MS / 2)
      expect(limiter.take(counted('client'), 5)).toMatchObject({ accepted: true, remaining: 3 })
      pass(LIMIT_WINDOW_MS)
    }
  })

  test('131,072 clients have a count of their own, and all others share 4,096', () => {
    const { limiter } = openUnderClock()
    const accept = (name: string, clients: number) => {
      let accepted = 0
      for (let index = 0; index < clients; index++)
        if (limiter.take(counted(`${name} ${index}`), 1).accepted) accepted++
      return accepted
    }
    expect(accept('resident', 131_072)).toBe(131_072)
    // So many that each shared count has some.
    expect(accept('flood', 150_000)).toBe(4_096)
    expect(limiter.limited()).toBe(4_096)
  })

  test('2,097,152 times are kept beyond one a client, and then the newest is moved to the present', () => {
    const { limiter, pass } = openUnderClock()
    const clients = 64
    const perClient = 2_097_152 / clients + 1
    const take = (client: number) => limiter.take(counted(`client ${client}`), 1_000_000)
    for (let index = 0; index < perClient; index++) {
      if (index > 0) pass(1)
      for (let client = 0; client < clients; client++) take(client)
    }
    pass(1)
    take(0)
    // The last client's last time but one has just left, and the first client's was moved.
    pass(LIMIT_WINDOW_MS - 2)
    expect(take(clients - 1)).toMatchObject({ accepted: true, remaining: 1_000_000 - 2 })
    pass(1)
    expect(take(0)).toMatchObject({ accepted: true, remaining: 1_000_000 - 3 })
  })

  test('by real clocks a reset is a minute ahead', () => {
    const limiter = createMemoryLimiter()
    const beforeMs = Date.now()
    const verdict = limiter.take(counted('client'), 1)
    expect(verdict.resetAtMs).toBeWithin(beforeMs + 1 + LIMIT_WINDOW_MS, Date.now() + LIMIT_WINDOW_MS + 4)
    expect(limiter.take(counted('client'), 1).accepted).toBe(false)
    // A time that is cut to milliseconds is never too early.
    for (let client = 0; client < 200; client++) {
      const startMs = Date.now()
      const { resetAtMs } = limiter.take(counted(`client ${client}`), 1)
      expect(resetAtMs).toBeGreaterThan(startMs + LIMIT_WINDOW_MS)
    }
  })
})
