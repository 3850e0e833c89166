import { expect, test } from 'bun:test'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { changesPerMinute, throttleChanges, throttleFound } from '../../src/accounts/change-rate.ts'

test('a form counts once, and once more for every hundred things that it names', async () => {
  const limiter = createMemoryLimiter()
  await throttleChanges(limiter, 'ann', 100 * (changesPerMinute - 2))
  await throttleChanges(limiter, 'ann', 99)
  await expect(throttleChanges(limiter, 'ann', 0)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await throttleChanges(limiter, 'bob', 0)
  await limiter.close()
})

test('what is found little by little counts as much as what is named at once', async () => {
  const limiter = createMemoryLimiter()
  const most = 100 * changesPerMinute
  for (let before = 0; before < most; before += 150) {
    await throttleFound(limiter, 'ann', { before, now: before + 150 })
  }
  const next = throttleFound(limiter, 'ann', { before: most, now: most + 100 })
  await expect(next).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await limiter.close()
})
