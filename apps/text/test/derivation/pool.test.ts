import { expect, test } from 'bun:test'
import { type DerivationCost, scryptParameters } from '@pictoglyph/codec'
import { createDerivationPool } from '@pictoglyph/text'
import { createHeldScrypt } from './held-scrypt.ts'

const request = {
  password: new Uint8Array(32),
  salt: new Uint8Array(16),
  cost: 'normal' as const,
  ...scryptParameters.normal,
}

function createBusyPool({ concurrency = 2, maxWaiting = 3 } = {}) {
  const held = createHeldScrypt()
  const pool = createDerivationPool({ concurrency, maxWaiting, scrypt: held.scrypt })
  async function derive(client: string, cost: DerivationCost = 'normal'): Promise<string | undefined> {
    using permit = await pool.acquire(cost)
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

test('what derives at once needs no more than 128 MiB for each processor, or is alone', async () => {
  const { pool, held, derive } = createBusyPool({ concurrency: 4, maxWaiting: 10 })
  const costs = Object.keys(scryptParameters) as DerivationCost[]
  for (const cost of costs) {
    const { N, r } = scryptParameters[cost]
    const fits = Math.max(1, Math.floor((4 * 128 * 1024 * 1024) / (128 * N * r)))
    const all = Array.from({ length: 5 }, (_, i) => derive(`${cost} ${i}`, cost))
    await Bun.sleep(0)
    expect(held.running()).toBe(Math.min(4, fits))
    for (let i = 0; i < 5; i++) await held.finishOne()
    await Promise.all(all)
  }
  expect(pool.taken()).toBe(0)
})

test('a derivation that fails makes room for the next', async () => {
  let isFirst = true
  const pool = createDerivationPool({
    concurrency: 1,
    maxWaiting: 1,
    async scrypt() {
      if (!isFirst) return new Uint8Array(32)
      isFirst = false
      throw new Error('out of memory')
    },
  })
  const derive = async () => {
    using _permit = await pool.acquire('normal')
    return await pool.scrypt(request)
  }
  const [failed, next] = [derive().catch(String), derive()]
  expect(await failed).toContain('out of memory')
  expect(await next).toHaveLength(32)
  expect(pool.taken()).toBe(0)
})
