import { expect, test } from 'bun:test'
import { Failure } from '@pictoglyph/core'
import { createBodyBudget } from '../src/body/body-budget.ts'

test('those who come back on time find room beyond the budget, until twice of it is held', () => {
  let nowMs = 1_000_000
  const budget = createBodyBudget({
    maxBytes: 100,
    maxBytesOfOne: 100,
    overallMs: 60_000,
    clock: () => nowMs,
  })
  const send = (clientKey: string) => {
    const held = budget.open({ clientKey, announcedBytes: 100, notBeforeMs: 0 })
    held.grow(100)
    return held
  }
  const refusedUntilMs = (clientKey: string) => {
    try {
      send(clientKey)
    } catch (error) {
      if (error instanceof Failure && error.facts.code === 'RATE_LIMITED') return error.facts.resetAtMs
      throw error
    }
    throw new Error(`${clientKey} found room`)
  }

  const first = send('first')
  const [secondMs, thirdMs] = [refusedUntilMs('second'), refusedUntilMs('third')]
  nowMs = secondMs
  send('second')
  nowMs = thirdMs
  const laterMs = refusedUntilMs('third')
  first[Symbol.dispose]()
  expect(refusedUntilMs('stranger')).toBeGreaterThan(laterMs)
  nowMs = laterMs
  send('third')
})
