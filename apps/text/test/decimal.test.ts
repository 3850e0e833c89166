/** Numbers that are written digit by digit, against those that JavaScript writes. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { writeDecimal, writeThousandths } from '../src/decimal.ts'

type Writer = (target: Uint8Array, offset: number, number: number) => number

function written(write: Writer, number: number): string {
  const target = Buffer.alloc(40, '_')
  const end = write(target, 3, number)
  expect(target.toString('latin1', 0, 3)).toBe('___')
  return target.toString('latin1', 3, end)
}

const edges = [0, 9, 10, 11, 99, 100, 999, 1000, 1001, 9999, 10_000, 100_000, Number.MAX_SAFE_INTEGER]
const wholeNumber = fc.oneof(fc.constantFrom(...edges), fc.nat(20_000), fc.maxSafeNat())

test('a whole number has the digits that JavaScript gives it', () => {
  fc.assert(fc.property(wholeNumber, (number) => expect(written(writeDecimal, number)).toBe(String(number))))
})

test('thousandths are written as a number with three decimals', () => {
  const expected = (number: number) => `${BigInt(number) / 1000n}.${String(number % 1000).padStart(3, '0')}`
  fc.assert(
    fc.property(wholeNumber, (number) => expect(written(writeThousandths, number)).toBe(expected(number))),
  )
})
