import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { movedByOne } from '../../src/language/ordering.ts'

test('an item changes places with its neighbour', () => {
  expect(movedByOne(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
  expect(movedByOne(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b'])
})

test('at an end, or for what is not there, nothing changes', () => {
  expect(movedByOne(['a', 'b'], 'a', -1)).toEqual(['a', 'b'])
  expect(movedByOne(['a', 'b'], 'b', 1)).toEqual(['a', 'b'])
  expect(movedByOne(['a', 'b'], 'x', 1)).toEqual(['a', 'b'])
})

test('shifting back undoes shifting, except at an end', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 2 }), fc.nat(), (items, index) => {
      const item = items[index % (items.length - 1)]
      if (item === undefined) return
      expect(movedByOne(movedByOne(items, item, 1), item, -1)).toEqual(items)
    }),
  )
})
