import { expect, test } from 'bun:test'
import { limitHeader } from '../src/access/limit-headers.ts'

test.each([
  [-1, 60],
  [0, 60],
  [1, 60],
  [19_999, 41],
  [20_000, 40],
  [59_999, 1],
  [60_000, 0],
  [61_000, 0],
])('at %i ms of a minute there are more in %i seconds, begun ones counted whole', (nowMs, seconds) => {
  const standing = { limit: 5, remaining: 3, resetAtMs: 60_000 }
  expect(limitHeader(standing, nowMs)).toBe(`"minute";r=3;t=${seconds}`)
})
