import { describe, expect, test } from 'bun:test'
import { LIMIT_WINDOW_MS } from '@pictoglyph/site/access/limit-window'
import type { Limiter } from '@pictoglyph/site/access/limiter'
import { counted } from '@pictoglyph/site/conformance/counted'
import fc from 'fast-check'
import { createMemoryLimiter } from '../src/memory.ts'
import { createFallbackLimiter } from '../src/with-local-fallback.ts'

/** A shared limiter that can fail, two processes that fall back from it, and a clock for all. */
function openTwoProcesses() {
  let nowMs = 1_000
  const clock = () => nowMs
  const openMemory = () => createMemoryLimiter({ clock, wallClock: clock, maxClients: 8, maxStamps: 64 })
  const shared = openMemory()
  let isAway = false
  let asked = 0
  const answer = async <T>(value: () => T): Promise<T> => {
    asked++
    if (isAway) throw new Error('away')
    return value()
  }
  let known = 1
  const primary: Limiter & { readonly processes: number } = {
    get processes() {
      return known
    },
    take: (...call) => answer(() => shared.take(...call)),
    limited: () => answer(() => shared.limited()),
    close() {},
  }
  const events: string[] = []
  const openProcess = () =>
    createFallbackLimiter({
      primary,
      local: openMemory(),
      onDegraded: (cause) => events.push(String(cause)),
      onRecovered: () => events.push('recovered'),
      retryMs: 1,
      clock,
    })
  const processes = [openProcess(), openProcess()] as const
  return {
    processes,
    events,
    clock,
    asked: () => asked,
    setProcesses: (processes: number) => {
      known = processes
    },
    setAway: (away: boolean) => {
      isAway = away
    },
    pass: (durationMs: number) => {
      nowMs += durationMs
    },
    async recovery() {
      while (processes.some((limiter) => limiter.degraded)) await Bun.sleep(1)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(processes.map((limiter) => limiter.close()))
    },
  }
}

describe('a limiter with a local fallback', () => {
  test('shares one limit over all processes while the primary answers', async () => {
    await using site = openTwoProcesses()
    const [first, second] = site.processes
    expect(await first.take(counted('client'), 2)).toMatchObject({ accepted: true, remaining: 1 })
    expect(await second.take(counted('client'), 2)).toMatchObject({ accepted: true, remaining: 0 })
    expect(await first.take(counted('client'), 2)).toMatchObject({ accepted: false })
    expect([await first.limited(), first.degraded]).toEqual([1, false])
  })

  test('reports degradation once, stops asking the primary, and reports its recovery', async () => {
    await using site = openTwoProcesses()
    const [first] = site.processes
    site.setAway(true)
    const before = site.asked()
    await Promise.all([first.take(counted('client'), 9), first.take(counted('client'), 9)])
    for (let index = 0; index < 5; index++)
      expect(first.take(counted('client'), 9)).not.toBeInstanceOf(Promise)
    expect(await first.limited()).toBe(0)
    expect([first.degraded, site.asked() - before]).toEqual([true, 2])
    site.setAway(false)
    await site.recovery()
    expect(site.events).toEqual(['Error: away', 'recovered'])
  })

  test('treats an invalid limit as an error of the caller, not of the primary', async () => {
    await using site = openTwoProcesses()
    const [first] = site.processes
    for (const limit of [0, 1.5, Number.NaN])
      expect(() => first.take(counted('client'), limit)).toThrow(RangeError)
    expect([first.degraded, site.asked()]).toEqual([false, 0])
  })

  test('remembers requests that the primary accepted before its failure', async () => {
    await using site = openTwoProcesses()
    const [first] = site.processes
    for (let index = 0; index < 3; index++) await first.take(counted('client'), 4)
    site.setAway(true)
    expect(await first.take(counted('client'), 4)).toMatchObject({ accepted: true, remaining: 0 })
    expect(await first.take(counted('client'), 4)).toMatchObject({ accepted: false })
  })

  test('grants its share of the limit while the primary fails, and for a minute after', async () => {
    await using site = openTwoProcesses()
    site.setProcesses(2)
    site.setAway(true)
    const acceptedOf = async (limit: number, client: string) => {
      let accepted = 0
      for (const limiter of site.processes) {
        for (let index = 0; index < 2 * limit; index++)
          if ((await limiter.take(counted(client), limit)).accepted) accepted++
      }
      return accepted
    }
    expect([await acceptedOf(7, 'seven'), await acceptedOf(1, 'one')]).toEqual([6, 2])
    site.setAway(false)
    await site.recovery()
    expect(await acceptedOf(7, 'seven')).toBe(0)
    expect(await acceptedOf(7, 'new')).toBe(6)
    site.pass(LIMIT_WINDOW_MS)
    expect(await acceptedOf(7, 'seven')).toBe(7)
  })

  test('reports a failure of the primary in a query of limited clients', async () => {
    await using site = openTwoProcesses()
    site.setAway(true)
    expect([await site.processes[0].limited(), site.processes[0].degraded]).toEqual([0, true])
  })

  test('stays local while the primary can not count, even if it answers queries', async () => {
    const events: string[] = []
    let tries = 0
    const limiter = createFallbackLimiter({
      primary: {
        processes: 1,
        take: async () => {
          tries++
          throw new Error('full')
        },
        limited: async () => 0,
        close() {},
      },
      local: createMemoryLimiter({ maxClients: 8, maxStamps: 64 }),
      onDegraded: (cause) => events.push(String(cause)),
      onRecovered: () => events.push('recovered'),
      retryMs: 1,
    })
    await limiter.take(counted('client'), 9)
    while (tries < 5 && limiter.degraded) await Bun.sleep(1)
    expect([limiter.degraded, events]).toEqual([true, ['Error: full']])
    await limiter.close()
  })

  test('leaves decisions to the primary a minute after its recovery', async () => {
    let nowMs = 1_000
    let isAway = true
    const recovered = Promise.withResolvers<void>()
    const clock = () => nowMs
    const limiter = createFallbackLimiter({
      primary: {
        processes: 1,
        take: async () => {
          if (isAway) throw new Error('away')
          return { accepted: true, remaining: 0, resetAtMs: nowMs }
        },
        limited: async () => 0,
        close() {},
      },
      local: createMemoryLimiter({ clock, maxClients: 1, sharedCounts: 1 }),
      onRecovered: recovered.resolve,
      retryMs: 1,
      clock,
    })
    const areAccepted = async () => {
      const verdicts = ['a', 'b', 'c'].map(
        async (client) => (await limiter.take(counted(client), 1)).accepted,
      )
      return await Promise.all(verdicts)
    }
    expect(await areAccepted()).toEqual([true, true, false])
    isAway = false
    await recovered.promise
    nowMs += LIMIT_WINDOW_MS - 1
    expect(await areAccepted()).toEqual([false, false, false])
    nowMs += 1
    expect(await areAccepted()).toEqual([true, true, true])
    await limiter.close()
  })

  test('stops asking the primary after closing', async () => {
    const site = openTwoProcesses()
    site.setAway(true)
    await site.processes[0].take(counted('client'), 9)
    await site[Symbol.asyncDispose]()
    const before = site.asked()
    // A retry would have come after a millisecond.
    await Bun.sleep(5)
    expect(site.asked()).toBe(before)
  })

  test('never accepts more than the limit in one process, whenever the primary comes and goes', async () => {
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.constant({ take: true, waitMs: 0 }) },
      {
        weight: 2,
        arbitrary: fc.record({ take: fc.constant(true), waitMs: fc.integer({ min: 1, max: 30_000 }) }),
      },
      { weight: 1, arbitrary: fc.constant({ take: false, waitMs: 0 }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (schedule) => {
        await using site = openTwoProcesses()
        const accepted: number[][] = [[], []]
        let isAway = false
        for (const [index, { take, waitMs }] of schedule.entries()) {
          site.pass(waitMs)
          if (!take) {
            isAway = !isAway
            site.setAway(isAway)
            if (!isAway) await site.recovery()
            continue
          }
          const verdict = await site.processes[index % 2 === 0 ? 0 : 1].take(counted('client'), 3)
          if (verdict.accepted) accepted[index % 2]!.push(site.clock())
        }
        for (const times of accepted) {
          const spans = times.slice(3).map((time, index) => time - times[index]!)
          expect(Math.min(LIMIT_WINDOW_MS, ...spans)).toBe(LIMIT_WINDOW_MS)
        }
      }),
      { numRuns: 100 },
    )
  })
})
