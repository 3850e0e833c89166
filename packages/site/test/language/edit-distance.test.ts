import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { editDistance } from '../../src/language/edit-distance.ts'

test.each([
  ['text', 'text', 0],
  ['text', 'texts', 1],
  ['text', 'txt', 1],
  ['text', 'test', 1],
  ['tetx', 'text', 1],
  ['chpier', 'cipher', 2],
  ['', 'key', 3],
  ['kitten', 'sitting', 3],
])('%s and %s: %d', (word, other, edits) => {
  expect(editDistance(word, other)).toBe(edits)
})

test('it is the same both ways, none for equal words only, and one for any one edit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(word, word, fc.nat(8), fc.constantFrom('a', 'b', 'd'), (one, other, place, letter) => {
      expect(editDistance(one, other)).toBe(editDistance(other, one))
      expect(editDistance(one, other) === 0).toBe(one === other)
      const at = Math.min(place, one.length)
      expect(editDistance(one, one.slice(0, at) + letter + one.slice(at))).toBe(1)
      expect(editDistance(one, one.slice(0, at) + letter + one.slice(at + 1))).toBeLessThanOrEqual(1)
      const swapped =
        one.slice(0, at) +
        one
          .slice(at, at + 2)
          .split('')
          .reverse()
          .join('') +
        one.slice(at + 2)
      expect(editDistance(one, swapped)).toBeLessThanOrEqual(1)
    }),
  )
})
