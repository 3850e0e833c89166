import { expect, test } from 'bun:test'
import { firstExpiryMs } from '../src/snapshot.ts'

test('of entries the one that ends first counts, and those that never end do not', () => {
  expect(firstExpiryMs([{ expiresAtMs: null }, { expiresAtMs: 7 }, { expiresAtMs: 5 }])).toBe(5)
  for (const endless of [[], [{ expiresAtMs: null }]]) {
    expect(firstExpiryMs(endless)).toBe(Number.POSITIVE_INFINITY)
  }
})

test('lists may have a million entries', () => {
  const entries = Array.from({ length: 1_000_000 }, (_, index) => ({ expiresAtMs: 1_000_000 - index }))
  expect(firstExpiryMs(entries)).toBe(1)
})
