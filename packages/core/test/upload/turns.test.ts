import { expect, test } from 'bun:test'
import { createTurns } from '../../src/upload/turns.ts'

function work(milliseconds: number): void {
  const endMs = performance.now() + milliseconds
  while (performance.now() < endMs);
}

test('work on a large file is interrupted every few milliseconds, on a small one never', async () => {
  const [small, large] = [createTurns(1024 * 1024 - 1), createTurns(1024 * 1024)]
  expect(large.areOver()).toBe(false)
  work(10)
  expect([small.areOver(), large.areOver()]).toEqual([false, true])
  let hadTurn = false
  setTimeout(() => {
    hadTurn = true
  })
  await large.next()
  expect(hadTurn).toBe(true)
  expect(large.areOver()).toBe(false)
})
