import { expect, test } from 'bun:test'
import { type DerivationCost, scryptMemoryBytes, scryptParameters } from '@pictoglyph/codec'
import { createDerivationPool } from '@pictoglyph/text'
import { createHeldScrypt } from './held-scrypt.ts'

const request = {
  password: new Uint8Array(32),
  salt: new Uint8Array(16),
  cost: 'normal' as const,
  ...scryptParameters.normal,
}

function createBusyPool({ concurrency = 2, maxWaiting = 3, memoryBytes = 2 ** 30 } = {}) {
  const held = createHeldScrypt()
  const pool = createDerivationPool({ concurrency, maxWaiting, memoryBytes, scrypt: held.scrypt })
  async function derive(client: string, cost: DerivationCost = 'normal'): Promise<string | undefined> {
    using permit = await pool.acquire(cost, client)
    if (permit === undefined) return undefined
    await pool.scrypt(request)
    return client
  }
  return { held, pool, derive }
}

test('so many run at once, so many wait in their order, and the rest are refused', async () => {
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
      const fits = Math.floor(Math.min(memoryBytes, 4 * 2 ** 27) / scryptMemoryBytes(scryptParameters[cost]))
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
    using _permit = await pool.acquire('normal', 'a')
    return await pool.scrypt(request)
  }
  const [failed, next] = [derive().catch(String), derive()]
  expect(await failed).toContain('out of memory')
  expect(await next).toHaveLength(32)
  expect(pool.taken()).toBe(0)
})
