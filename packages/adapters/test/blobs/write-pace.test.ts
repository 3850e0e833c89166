import { expect, test } from 'bun:test'
import { createWritePace } from '../../src/blobs/write-pace.ts'

test('a disk that holds a write back is written to beside the event loop for some seconds', () => {
  let nowMs = 1_000_000
  const pace = createWritePace(() => nowMs)
  const write = (durationMs: number) =>
    pace.time(() => {
      nowMs += durationMs
    })
  write(19)
  expect(pace.isFast()).toBe(true)
  write(20)
  expect(pace.isFast()).toBe(false)
  nowMs += 4_999
  expect(pace.isFast()).toBe(false)
  nowMs += 1
  expect(pace.isFast()).toBe(true)
})
