import { expect, test } from 'bun:test'
import { memoized } from '../../src/language/memoized.ts'

test('work is done once for all who ask, at the same time and later', async () => {
  let done = 0
  const ask = memoized(async () => ++done)
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  expect(await ask()).toBe(1)
})

test('work that failed fails for those who waited for it, and is tried again by the next', async () => {
  let tried = 0
  const ask = memoized(async () => {
    if (++tried === 1) throw new Error('not yet')
    return tried
  })
  const outcomes = await Promise.allSettled([ask(), ask()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask()).toBe(2)
  expect(await ask()).toBe(2)
})
