import { expect, test } from 'bun:test'
import { createYieldToEventLoop } from '../../src/platform/turns.ts'

function work(milliseconds: number): void {
  const endMs = performance.now() + milliseconds
  while (performance.now() < endMs);
}

test('work on a large file is interrupted every few milliseconds, on a small one never', async () => {
  const [small, large] = [createYieldToEventLoop(256 * 1024 - 1), createYieldToEventLoop(256 * 1024)]
  expect(large()).toBeUndefined()
  work(10)
  expect(small()).toBeUndefined()
  let hadTurn = false
  setTimeout(() => {
    hadTurn = true
  })
  await large()
  expect(hadTurn).toBe(true)
  expect(large()).toBeUndefined()
})
