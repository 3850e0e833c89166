import { expect, test } from 'bun:test'
import { createEventLoopTurns } from '../../src/upload/event-loop-turns.ts'

function work(milliseconds: number): void {
  const endMs = performance.now() + milliseconds
  while (performance.now() < endMs);
}

test('work on a large file is interrupted every few milliseconds, on a small one never', async () => {
  const [small, large] = [createEventLoopTurns(256 * 1024 - 1), createEventLoopTurns(256 * 1024)]
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
