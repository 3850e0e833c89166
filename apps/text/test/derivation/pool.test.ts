import { expect, spyOn, test } from 'bun:test'
import type { DerivationCost } from '@pictoglyph/codec/scheme'
import { scryptMemoryBytes, scryptParameters } from '@pictoglyph/codec/scrypt'
import { parseAddress } from '@pictoglyph/site/network/address'
import { createDerivationPool } from '@pictoglyph/text'
import { createHeldScrypt } from './held-scrypt.ts'

const request = {
  password: new Uint8Array(32),
  salt: new Uint8Array(16),
  cost: 'normal' as const,
  ...scryptParameters.normal,
}

/** A client for each name, with the name's number as its network. */
const names: string[] = []
function clientOf(name: string) {
  if (!names.includes(name)) names.push(name)
  return { address: parseAddress(`2001:db8:0:${names.indexOf(name).toString(16)}::1`) }
}

function createBusyPool({ concurrency = 2, maxWaiting = 3, memoryBytes = 2 ** 30, maxWaitMs = 10_000 } = {}) {
  const held = createHeldScrypt()
  const pool = createDerivationPool({ concurrency, maxWaiting, memoryBytes, maxWaitMs, scrypt: held.scrypt })
  async function derive(client: string, cost: DerivationCost = 'normal'): Promise<string | undefined> {
    using permit = await pool.acquire(cost, clientOf(client))
    if (permit === undefined) return undefined
    await pool.scrypt(request)
    return client
  }
  return { held, pool, derive }
}

test('derivations run in parallel, wait in order, and are refused beyond the limits', async () => {
  const { pool, held, derive } = createBusyPool()
  const done: unknown[] = []
  const running = ['a', 'b', 'c', 'd', 'e'].map((client) => derive(client).then((name) => done.push(name)))
  await Bun.sleep(0)
  expect([held.running(), pool.taken()]).toEqual([2, 5])
  expect(await derive('f')).toBeUndefined()
  for (let i = 0; i < 5; i++) await held.finishOne()
  await Promise.all(running)
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(pool.taken()).toBe(0)
})

test.each([2 ** 20, 2 ** 28, 2 ** 29, 2 ** 31])(
  'what derives at once takes no more than %d bytes, or is alone',
  async (memoryBytes) => {
    const { pool, held, derive } = createBusyPool({ concurrency: 4, maxWaiting: 10, memoryBytes })
    for (const cost of Object.keys(scryptParameters) as DerivationCost[]) {
      // Costly ones have half of it.
      const share = Math.min(memoryBytes, 4 * 2 ** 27) / (cost === 'normal' ? 1 : 2)
      const fits = Math.floor(share / scryptMemoryBytes(scryptParameters[cost]))
      const all = Array.from({ length: 5 }, (_, i) => derive(`${cost} ${i}`, cost))
      await Bun.sleep(0)
      expect(held.running()).toBe(Math.max(1, fits))
      for (let i = 0; i < 5; i++) await held.finishOne()
      await Promise.all(all)
    }
    expect(pool.taken()).toBe(0)
  },
)

test('a client has at most half of what runs and waits, and others come in', async () => {
  const { pool, held, derive } = createBusyPool({ concurrency: 2, maxWaiting: 4 })
  const running = ['a', 'a', 'a'].map((client) => derive(client))
  expect(await derive('a')).toBeUndefined()
  running.push(derive('b'))
  await Bun.sleep(0)
  expect(pool.taken()).toBe(4)
  for (let i = 0; i < 4; i++) await held.finishOne()
  expect(await Promise.all(running)).toEqual(['a', 'a', 'a', 'b'])
  const later = derive('a')
  await held.finishOne()
  expect(await later).toBe('a')
})

/** How many run at once, how many run or wait of all, and how many of one client. */
type Bounds = [running: number, ofAll: number, ofOne: number]

test.each<[number, number, Bounds, Bounds]>([
  [1, 0, [1, 1, 1], [1, 1, 1]],
  [1, 3, [1, 4, 2], [1, 2, 1]],
  [2, 4, [2, 6, 3], [1, 3, 2]],
  [2, 16, [2, 18, 9], [1, 9, 5]],
  [3, 16, [3, 19, 10], [1, 9, 5]],
  [4, 16, [4, 20, 10], [1, 9, 2]],
  [8, 5, [8, 13, 7], [2, 4, 2]],
])(
  'of %d at once and %d waiting, so many run, and run or wait of all, and of one: normal %p, strong %p',
  async (concurrency, maxWaiting, normal, strong) => {
    const bounds = { normal, strong }
    for (const cost of ['normal', 'strong'] as const) {
      const [running, ofAll, ofOne] = bounds[cost]
      for (const [clientOf, taken] of [
        [(i: number) => `${i}`, ofAll],
        [() => 'one', ofOne],
      ] as const) {
        const { pool, held, derive } = createBusyPool({ concurrency, maxWaiting })
        const all = Array.from({ length: 30 }, (_, i) => derive(clientOf(i), cost))
        await Bun.sleep(0)
        expect(pool.taken()).toBe(taken)
        if (taken === ofAll) expect(held.running()).toBe(running)
        for (let i = 0; i < taken; i++) await held.finishOne()
        await Promise.all(all)
      }
    }
  },
)

test('a normal derivation waits for one costly derivation, however many wait', async () => {
  const { pool, held, derive } = createBusyPool({ concurrency: 1, maxWaiting: 16 })
  const done: unknown[] = []
  const strong = Array.from({ length: 20 }, (_, i) =>
    derive(`strong ${i}`, 'strong').then((name) => done.push(name)),
  )
  await Bun.sleep(0)
  expect(held.running()).toBe(1)
  const honest = derive('honest').then((name) => done.push(name))
  await Bun.sleep(0)
  // Requests without room resolve at once.
  expect(done.splice(0)).toEqual(Array(11).fill(undefined))
  for (let i = 0; i < 2; i++) await held.finishOne()
  await honest
  expect(done).toEqual(['strong 0', 'honest'])
  for (let i = 0; i < 8; i++) await held.finishOne()
  await Promise.all(strong)
  expect(pool.taken()).toBe(0)
})

test.each(['normal', 'strong'] as const)(
  'of the cost %s, none waits for longer than was promised',
  async (cost) => {
    const { pool, held, derive } = createBusyPool({ concurrency: 1, maxWaitMs: 60 })
    const running = derive('a', cost)
    await Bun.sleep(0)
    const startedMs = performance.now()
    expect(await derive('b', cost)).toBeUndefined()
    expect(performance.now() - startedMs).toBeWithin(50, 5_000)
    await held.finishOne()
    expect(await running).toBe('a')
    expect(pool.taken()).toBe(0)
    expect(pool.retryAfterMs()).toBeGreaterThanOrEqual(1_000)
  },
)

test('a costly derivation that waits for normal ones waits for as long as was promised', async () => {
  const { held, derive } = createBusyPool({ concurrency: 1, maxWaitMs: 60 })
  const running = derive('a')
  await Bun.sleep(0)
  const startedMs = performance.now()
  expect(await derive('b', 'strong')).toBeUndefined()
  expect(performance.now() - startedMs).toBeWithin(50, 5_000)
  await held.finishOne()
  expect(await running).toBe('a')
})

test.each([
  [{}, 10_000],
  [{ maxWaitMs: 7_000 }, 7_000],
])('with %p, a request waits for %d ms', async (options, waitedMs) => {
  const { scrypt } = createHeldScrypt()
  const pool = createDerivationPool({
    concurrency: 1,
    maxWaiting: 1,
    memoryBytes: 2 ** 30,
    scrypt,
    ...options,
  })
  const first = await pool.acquire('normal', clientOf('a'))
  using timer = spyOn(globalThis, 'setTimeout')
  const second = pool.acquire('normal', clientOf('b'))
  expect(timer.mock.calls.map(([, ms]) => ms)).toEqual([waitedMs])
  first?.[Symbol.dispose]()
  using _permit = await second
})

test.each([
  ['normal', 1, 1_000],
  ['normal', 2, 1_000],
  ['normal', 3, 1_500],
  ['normal', 17, 8_500],
  ['strong', 1, 1_000],
  ['strong', 2, 2_000],
  ['strong', 9, 9_000],
] as const)('of the cost %s, %d are expected to be done in %d ms', async (cost, count, ms) => {
  const { pool, held, derive } = createBusyPool({ concurrency: 1, maxWaiting: 16 })
  const all = Array.from({ length: count }, (_, i) => derive(`${i}`, cost))
  await Bun.sleep(0)
  expect(pool.retryAfterMs()).toBe(ms)
  for (let i = 0; i < count; i++) await held.finishOne()
  await Promise.all(all)
})

test('a derivation that fails makes room for the next', async () => {
  let isFirst = true
  const pool = createDerivationPool({
    concurrency: 1,
    maxWaiting: 1,
    memoryBytes: 2 ** 30,
    async scrypt() {
      if (!isFirst) return new Uint8Array(32)
      isFirst = false
      throw new Error('out of memory')
    },
  })
  const derive = async () => {
    using _permit = await pool.acquire('normal', clientOf('a'))
    return await pool.scrypt(request)
  }
  const [failed, next] = [derive().catch(String), derive()]
  expect(await failed).toContain('out of memory')
  expect(await next).toHaveLength(32)
  expect(pool.taken()).toBe(0)
})
