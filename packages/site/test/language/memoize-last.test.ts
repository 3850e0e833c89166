import { expect, test } from 'bun:test'
import { memoizeLast } from '../../src/language/memoize-last.ts'

test('a result is made once for the same values, and again for others', () => {
  let made = 0
  const join = memoizeLast((one: object, other: string) => ({ one, other, number: ++made }))
  const [a, b] = [{}, {}]
  expect(join(a, 'x').number).toBe(1)
  expect(join(a, 'x').number).toBe(1)
  expect(join(b, 'x').number).toBe(2)
  expect(join(b, 'y').number).toBe(3)
  expect(join(b, 'y')).toBe(join(b, 'y'))
  expect(join(a, 'x').number).toBe(4)
})

test('what failed is tried again', () => {
  let tries = 0
  const make = memoizeLast((value: number) => {
    if (++tries === 1) throw new Error('not yet')
    return value
  })
  expect(() => make(1)).toThrow('not yet')
  expect(make(1)).toBe(1)
})
