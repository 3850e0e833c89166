import { expect, test } from 'bun:test'
import { type DerivationCost, scryptParameters } from '@pictoglyph/codec'
import { Failure } from '@pictoglyph/core'
import { createDerivationPool, type DerivationPool } from '@pictoglyph/text'
import { createHeldScrypt } from './held-scrypt.ts'

const request = {
  password: new Uint8Array(32),
  salt: new Uint8Array(16),
  cost: 'normal' as const,
  ...scryptParameters.normal,
}

function createBusyPool({ concurrency = 2, maxWaiting = 3, memoryBytes = 2 ** 30 } = {}) {
  const held = createHeldScrypt()
  const time = { nowMs: 1_000_000 }
  const pool = createDerivationPool({
    concurrency,
    maxWaiting,
    memoryBytes,
    scrypt: held.scrypt,
    clock: () => time.nowMs,
  })
  const abandon = new AbortController()
  async function derive(clientKey: string, signal = new AbortController().signal): Promise<string> {
    using place = pool.enter({ clientKey, cost: 'normal', notBeforeMs: time.nowMs, signal })
    await place.scrypt(request)
    return clientKey
  }
  return { held, time, pool, derive, abandon }
}

function refusedUntil(
  pool: DerivationPool,
  clientKey: string,
  { notBeforeMs = 0, cost = 'normal' }: { notBeforeMs?: number; cost?: DerivationCost } = {},
): number | 'let in' {
  try {
    pool.enter({ clientKey, cost, notBeforeMs, signal: new AbortController().signal })[Symbol.dispose]()
    return 'let in'
  } catch (error) {
    if (error instanceof Failure && error.facts.code === 'RATE_LIMITED') return error.facts.resetAtMs
    throw error
  }
}

test('so many run at once, so many wait, and the rest are told when to come back', async () => {
  const { pool, held, derive, time } = createBusyPool()
  const running = ['a', 'b', 'c', 'd', 'e'].map((client) => derive(client))
  expect([held.running(), pool.taken()]).toEqual([2, 5])
  expect(refusedUntil(pool, 'f')).toBeGreaterThan(time.nowMs)
  for (let i = 0; i < 5; i++) await held.finishOne()
  expect(await Promise.all(running)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(pool.taken()).toBe(0)
})

test('those who wait come in their order', async () => {
  const { held, derive } = createBusyPool({ concurrency: 1 })
  const done: string[] = []
  const all = ['a', 'b', 'c', 'd'].map((client) => derive(client).then((name) => done.push(name)))
  for (let i = 0; i < 4; i++) await held.finishOne()
  await Promise.all(all)
  expect(done).toEqual(['a', 'b', 'c', 'd'])
})

test('a refused client that comes back at its time finds room, whoever has come meanwhile', async () => {
  const { pool, derive, time, held } = createBusyPool()
  const running = ['a', 'b', 'c', 'd', 'e'].map((client) => derive(client))
  const refused = ['f', 'g', 'h'].map((client) => ({ client, untilMs: Number(refusedUntil(pool, client)) }))
  expect(new Set(refused.map(({ untilMs }) => untilMs)).size).toBe(3)
  for (const { client, untilMs } of refused) {
    time.nowMs = untilMs - 1
    expect(refusedUntil(pool, client)).toBe(untilMs)
    time.nowMs = untilMs
    expect(refusedUntil(pool, 'someone new')).not.toBe('let in')
    running.push(derive(client))
  }
  for (let i = 0; i < 8; i++) await held.finishOne()
  expect(await Promise.all(running)).toHaveLength(8)
})

test('a promise is for one request, and lapses', async () => {
  const { pool, derive, time, held } = createBusyPool()
  const running = ['a', 'b', 'c', 'd', 'e'].map((client) => derive(client))
  const untilMs = Number(refusedUntil(pool, 'f'))
  time.nowMs = untilMs
  running.push(derive('f'))
  expect(refusedUntil(pool, 'f')).toBeGreaterThan(time.nowMs)
  const againMs = Number(refusedUntil(pool, 'g'))
  time.nowMs = againMs + 10_001
  expect(refusedUntil(pool, 'g')).toBeGreaterThan(time.nowMs)
  for (let i = 0; i < 6; i++) await held.finishOne()
  await Promise.all(running)
})

test('a promise made for little work does not hold for much, and the pace is that of the work', async () => {
  const { pool, derive, time, held } = createBusyPool()
  const running = ['a', 'b', 'c', 'd', 'e'].map((client) => derive(client))
  const [first, second] = ['f', 'g'].map((client) => Number(refusedUntil(pool, client)))
  const [strong, nextStrong] = ['h', 'i'].map((client) =>
    Number(refusedUntil(pool, client, { cost: 'strong' })),
  )
  expect((nextStrong ?? 0) - (strong ?? 0)).toBe(4 * ((second ?? 0) - (first ?? 0)))
  time.nowMs = first ?? 0
  expect(refusedUntil(pool, 'f', { cost: 'strong' })).toBeGreaterThan(nextStrong ?? 0)
  for (let i = 0; i < 5; i++) await held.finishOne()
  await Promise.all(running)
})

test('each derivation makes up a quarter of the pace, which is guessed to be 300 ms before the first', async () => {
  const { pool, held, derive } = createBusyPool({ concurrency: 1, maxWaiting: 0 })
  const startedMs = performance.now()
  const first = derive('a')
  await held.finishOne()
  await first
  const longestMs = performance.now() - startedMs
  const second = derive('b')
  const [firstMs = 0, secondMs = 0] = ['f', 'g'].map((client) => Number(refusedUntil(pool, client)))
  expect(secondMs - firstMs).toBeWithin(224, 225 + longestMs / 4 + 2)
  await held.finishOne()
  await second
})

test('however many come back on time, no more than twice as many as there should be are taken', async () => {
  const { pool, derive, time, held } = createBusyPool()
  const running = ['a', 'b', 'c', 'd', 'e'].map((client) => derive(client))
  const refused = Array.from({ length: 20 }, (_, i) => `client ${i}`)
  const untilMs = new Map(refused.map((client) => [client, Number(refusedUntil(pool, client))]))
  let letIn = 0
  for (const [client, fromMs] of untilMs) {
    time.nowMs = fromMs
    if (pool.taken() < 10) {
      running.push(derive(client))
      letIn += 1
    } else expect(Number(refusedUntil(pool, client))).toBeGreaterThan(fromMs)
  }
  expect([letIn, pool.taken()]).toEqual([5, 10])
  for (let i = 0; i < 10; i++) await held.finishOne()
  await Promise.all(running)
})

test('nobody is told a time at which the rate limit would refuse it', async () => {
  const { pool, derive, time, held } = createBusyPool()
  const running = ['a', 'b', 'c', 'd', 'e'].map((client) => derive(client))
  expect(refusedUntil(pool, 'f', { notBeforeMs: time.nowMs + 55_555 })).toBe(time.nowMs + 55_555)
  for (let i = 0; i < 5; i++) await held.finishOne()
  await Promise.all(running)
})

test('a thousand refusals take up no room in the queue, and all are told a time', async () => {
  const { pool, derive, time, held } = createBusyPool()
  const running = ['a', 'b', 'c', 'd', 'e'].map((client) => derive(client))
  for (let i = 0; i < 3_000; i++) expect(refusedUntil(pool, `client ${i}`)).toBeGreaterThan(time.nowMs)
  for (let i = 0; i < 5; i++) await held.finishOne()
  await Promise.all(running)
  expect(refusedUntil(pool, 'someone new')).toBe('let in')
})

test('a client that has gone while waiting costs no derivation', async () => {
  const { pool, held, derive, abandon } = createBusyPool({ concurrency: 1 })
  const first = derive('a')
  const gone = derive('b', abandon.signal).catch(String)
  const third = derive('c')
  abandon.abort()
  await held.finishOne()
  expect(await gone).toContain('given up')
  await held.finishOne()
  expect(await Promise.all([first, third])).toEqual(['a', 'c'])
  expect(pool.taken()).toBe(0)
})

test('a derivation that fails makes room for the next', async () => {
  let isFirst = true
  const pool = createDerivationPool({
    concurrency: 1,
    maxWaiting: 1,
    memoryBytes: 2 ** 30,
    clock: Date.now,
    async scrypt() {
      if (!isFirst) return new Uint8Array(32)
      isFirst = false
      throw new Error('out of memory')
    },
  })
  const enter = (clientKey: string) =>
    pool.enter({
      clientKey,
      cost: 'normal',
      notBeforeMs: 0,
      signal: new AbortController().signal,
    })
  const derive = async (clientKey: string) => {
    using place = enter(clientKey)
    return await place.scrypt(request)
  }
  const [failed, next] = [derive('a').catch(String), derive('b')]
  expect(await failed).toContain('out of memory')
  expect(await next).toHaveLength(32)
  expect(pool.taken()).toBe(0)
})

test('a client has at most half of all places, and is told when to come for more', async () => {
  const { pool, held, derive, time } = createBusyPool()
  const own = [derive('a'), derive('a'), derive('a')]
  const untilMs = Number(refusedUntil(pool, 'a'))
  expect(untilMs).toBeGreaterThan(time.nowMs)
  expect(refusedUntil(pool, 'b')).toBe('let in')
  time.nowMs = untilMs
  own.push(derive('a'))
  for (let i = 0; i < 4; i++) await held.finishOne()
  expect(await Promise.all(own)).toHaveLength(4)
})

test('no more derivations run than memory allows, in the order of coming', async () => {
  const { pool, held } = createBusyPool({ concurrency: 4, memoryBytes: 384 * 2 ** 20 })
  const done: string[] = []
  async function derive(clientKey: string, cost: DerivationCost): Promise<void> {
    using place = pool.enter({ clientKey, cost, notBeforeMs: 0, signal: new AbortController().signal })
    await place.scrypt({ ...request, cost, ...scryptParameters[cost] })
    done.push(clientKey)
  }
  const all = [derive('a', 'normal'), derive('b', 'strong'), derive('c', 'normal'), derive('d', 'strong')]
  // 128 and 256 MiB run, and the third waits although a fourth processor is free.
  expect(held.running()).toBe(2)
  await held.finishOne()
  expect(held.running()).toBe(2)
  await held.finishOne()
  expect(held.running()).toBe(2)
  for (let i = 0; i < 2; i++) await held.finishOne()
  await Promise.all(all)
  expect(done).toEqual(['a', 'b', 'c', 'd'])
})

test('a derivation that needs more memory than there is runs alone', async () => {
  const { held, derive } = createBusyPool({ concurrency: 2, memoryBytes: 1 })
  const all = [derive('a'), derive('b')]
  expect(held.running()).toBe(1)
  await held.finishOne()
  await held.finishOne()
  expect(await Promise.all(all)).toEqual(['a', 'b'])
})
