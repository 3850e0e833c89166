import { expect, spyOn, test } from 'bun:test'
import { readRetryAfter } from '../src/answer.ts'
import { NetworkError, PictoglyphError } from '../src/index.ts'
import { retryPolicy, withRetries } from '../src/retries.ts'

const quick = retryPolicy({ most: 3, firstWaitMs: 1, maxWaitMs: 4 })

/** Number of tries for work that always throws this error. */
async function triesOf(error: Error): Promise<number> {
  let tries = 0
  const work = withRetries(quick, undefined, async () => {
    tries += 1
    throw error
  })
  expect(await work.catch((thrown: unknown) => thrown)).toBe(error)
  return tries
}

const answered = (status: number, retryAfterSeconds?: number) =>
  new PictoglyphError('no', { code: 'INTERNAL', status, retryAfterSeconds })

test('a passing failure is retried up to the maximum', async () => {
  expect(await triesOf(new NetworkError('gone'))).toBe(4)
  for (const status of [429, 500, 502, 503]) expect(await triesOf(answered(status))).toBe(4)
})

test('a lasting failure is tried once', async () => {
  for (const status of [200, 400, 401, 403, 404, 422]) expect(await triesOf(answered(status))).toBe(1)
  expect(await triesOf(new Error('a mistake in the program'))).toBe(1)
})

test('a wait that the service asks for is respected, or refused if it is too long', async () => {
  expect(await triesOf(answered(503, 0))).toBe(4)
  expect(await triesOf(answered(503, 1))).toBe(1)
})

test('no wait is shorter than the service asks for', async () => {
  const startedMs = performance.now()
  const work = withRetries({ most: 1, firstWaitMs: 400, maxWaitMs: 1_000 }, undefined, async () => {
    throw answered(503, 1)
  })
  await work.catch(() => undefined)
  expect(performance.now() - startedMs).toBeWithin(999, 10_000)
})

test('each wait is at least half as long as its turn, which doubles', async () => {
  const begunMs: number[] = []
  const work = withRetries({ most: 3, firstWaitMs: 100, maxWaitMs: 60_000 }, undefined, async () => {
    begunMs.push(performance.now())
    throw new NetworkError('gone')
  })
  await work.catch(() => undefined)
  const waitsMs = begunMs.slice(1).map((atMs, index) => atMs - begunMs[index]!)
  expect(waitsMs.map((waitMs, index) => waitMs >= 50 * 2 ** index - 1)).toEqual([true, true, true])
})

/** The waits of work that always throws this error, if each draws this number from 0 to 1. */
async function waitsOf(error: Error, drawn: number, given?: Parameters<typeof retryPolicy>[0]) {
  const waitsMs: number[] = []
  using _random = spyOn(Math, 'random').mockReturnValue(drawn)
  const { setTimeout } = globalThis
  using _timer = spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
    waitsMs.push(ms)
    return setTimeout(work, 0)
  }) as typeof setTimeout)
  await withRetries(retryPolicy(given), undefined, () => Promise.reject(error)).catch(() => undefined)
  return waitsMs
}

test('the second half of each wait is random, and a minute is the longest', async () => {
  const gone = new NetworkError('gone')
  expect(await waitsOf(gone, 0)).toEqual([250, 500, 1_000])
  expect(await waitsOf(gone, 0.5)).toEqual([375, 750, 1_500])
  expect(await waitsOf(gone, 1)).toEqual([500, 1_000, 2_000])
  expect(await waitsOf(gone, 1, 9)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  expect(await waitsOf(gone, 1, { most: 2, firstWaitMs: 7 })).toEqual([7, 14])
})

test('a quarter to a half of a wait is added to what the service asks for, up to a minute', async () => {
  expect(await waitsOf(answered(503, 2), 0)).toEqual([2_125, 2_250, 2_500])
  expect(await waitsOf(answered(503, 2), 1)).toEqual([2_250, 2_500, 3_000])
  expect(await waitsOf(answered(429, 60), 0, 1)).toEqual([60_125])
  expect(await waitsOf(answered(429, 61), 0)).toEqual([])
})

test.each([
  [407, 1],
  [408, 4],
  [409, 1],
  [428, 1],
  [429, 4],
  [430, 1],
  [499, 1],
  [500, 4],
])('after %d there are %d tries', async (status, tries) => {
  expect(await triesOf(answered(status))).toBe(tries)
})

test('no wait is longer than the longest', async () => {
  const startedMs = performance.now()
  const work = withRetries({ most: 3, firstWaitMs: 60_000, maxWaitMs: 1 }, undefined, async () => {
    throw new NetworkError('gone')
  })
  await work.catch(() => undefined)
  expect(performance.now() - startedMs).toBeLessThan(20_000)
})

test('the first success ends it', async () => {
  let tries = 0
  const result = await withRetries(quick, undefined, async () => {
    tries += 1
    if (tries < 3) throw answered(503)
    return 'done'
  })
  expect([result, tries]).toEqual(['done', 3])
})

test('an abort ends the wait between two tries', async () => {
  const controller = new AbortController()
  const patient = retryPolicy({ firstWaitMs: 60_000 })
  const work = withRetries(patient, controller.signal, async () => {
    setTimeout(() => controller.abort('enough'), 1)
    throw answered(503)
  })
  expect(await work.catch((thrown: unknown) => thrown)).toBe('enough')
})

test('a wait that is over listens no more, and one that was aborted keeps no process alive', async () => {
  const { signal } = new AbortController()
  using added = spyOn(signal, 'addEventListener')
  using removed = spyOn(signal, 'removeEventListener')
  await withRetries(quick, signal, () => Promise.reject(answered(503))).catch(() => undefined)
  const listeners = added.mock.calls.map(([name, listener]) => [name, listener])
  expect(listeners).toHaveLength(3)
  expect(removed.mock.calls.map(([name, listener]) => [name, listener])).toEqual(listeners)
  const script = `
    import { NetworkError } from ${JSON.stringify(import.meta.resolve('../src/index.ts'))}
    import { withRetries } from ${JSON.stringify(import.meta.resolve('../src/retries.ts'))}
    const controller = new AbortController()
    const policy = { most: 1, firstWaitMs: 600_000, maxWaitMs: 600_000 }
    const work = withRetries(policy, controller.signal, async () => {
      setTimeout(() => controller.abort('enough'), 1)
      throw new NetworkError('gone')
    })
    console.log(await work.catch(String))`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', timeout: 4_000 })
  expect(await new Response(child.stdout).text()).toBe('enough\n')
  expect(await child.exited).toBe(0)
})

test('work that was aborted before is not tried', async () => {
  let tries = 0
  const work = withRetries(quick, AbortSignal.abort('never mind'), async () => {
    tries += 1
  })
  expect(await work.catch((thrown: unknown) => thrown)).toBe('never mind')
  expect(tries).toBe(0)
})

test('an abort during a try ends it with the reason, whatever the try throws', async () => {
  const patient = retryPolicy({ firstWaitMs: 60_000 })
  for (const error of [answered(503), new Error('aborted')]) {
    const controller = new AbortController()
    const work = withRetries(patient, controller.signal, async () => {
      controller.abort('enough')
      throw error
    })
    expect(await work.catch((thrown: unknown) => thrown)).toBe('enough')
  }
})

test('a number means that many retries', () => {
  expect(retryPolicy(0).most).toBe(0)
  expect(retryPolicy(undefined).most).toBe(3)
})

test('Retry-After is read as seconds and as a date', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z')
  expect(readRetryAfter('7', nowMs)).toBe(7)
  expect(readRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', nowMs)).toBe(60)
  expect(readRetryAfter('Thu, 01 Jan 2026 01:00:00 GMT', nowMs)).toBe(3_600)
  expect(readRetryAfter('Thu, 01 Jan 2026 01:00:00 GMT', nowMs + 999)).toBe(3_600)
  expect(readRetryAfter('Thu, 01 Jan 2026 01:00:00 GMT', nowMs + 1_000)).toBe(3_599)
  expect(readRetryAfter('Thu, 01 Jan 2015 00:00:00 GMT', nowMs)).toBe(0)
  expect(readRetryAfter('soon', nowMs)).toBeUndefined()
  expect(readRetryAfter(null, nowMs)).toBeUndefined()
})
