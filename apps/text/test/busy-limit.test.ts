import { expect, test } from 'bun:test'
import { LimiterBusy } from '@pictoglyph/limiter/limiter-busy'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { createFallbackLimiter } from '@pictoglyph/limiter/with-local-fallback'
import { readAnswer } from './answers.ts'
import { openTextSite } from './text-site.ts'

test('a shared limiter that has too much to decide is answered as a limit, with a time to come back', async () => {
  const busy = () => Promise.reject(new LimiterBusy())
  const primary = { take: busy, limited: busy, close: () => {}, processes: 2 }
  const limiter = createFallbackLimiter({ primary, local: createMemoryLimiter() })
  await using site = await openTextSite({ limiter })
  await site.setPolicy('text.requestsPerMinute', '600')
  const beganMs = Date.now()
  const answer = await site.post('/api/public/decrypt', { cipher: '310110221002' })
  expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, 1])
  const { error, data } = await readAnswer(answer)
  expect(error.code).toBe('RATE_LIMITED')
  expect(data.resetAt).toBeGreaterThanOrEqual(beganMs + 1000)
})
