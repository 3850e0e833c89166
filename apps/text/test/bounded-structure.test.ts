import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { hasBoundedStructure } from '../src/body/json-body.ts'

const isBounded = (json: string) => hasBoundedStructure(Buffer.from(json))

test('a long string never counts as structure, whatever it contains, and hides none', () => {
  const piece = fc.string({ unit: fc.constantFrom('"', '\\', 'a'), minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(piece, (text) => {
      const long = JSON.stringify({ cipher: text.repeat(Math.ceil(70_000 / text.length)) })
      expect(isBounded(long)).toBeTrue()
      expect(isBounded(`[${long}${' '.repeat(65_536)}]`)).toBeFalse()
    }),
  )
})

test('the longest cipher may consist of quotation marks', () => {
  expect(isBounded(JSON.stringify({ cipher: '"'.repeat(200_000) }))).toBeTrue()
})
