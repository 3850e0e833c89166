import { expect, test } from 'bun:test'
import { checkExpiry, isoTime } from '../../src/language/time.ts'

const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

test('an expiry lies after now and not after the year 9999', () => {
  for (const fit of [null, 1_001, lastMs]) expect(() => checkExpiry(fit, 1_000)).not.toThrow()
  for (const past of [1_000, 999, 0, -1]) expect(() => checkExpiry(past, 1_000)).toThrow('lies in the past')
  for (const far of [lastMs + 1, 9e15, 3.6e21, Number.POSITIVE_INFINITY]) {
    expect(() => checkExpiry(far, 1_000)).toThrow('lies after the year 9999')
  }
  expect(() => checkExpiry(Number.NaN, 1_000)).toThrow('lies after the year 9999')
})

test('every time that a row can hold is written, what lies after the year 9999 as its end', () => {
  expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z')
  expect(isoTime(lastMs)).toBe('9999-12-31T23:59:59.999Z')
  for (const far of [lastMs + 1, 8.64e15 + 1, Number.MAX_SAFE_INTEGER])
    expect(isoTime(far)).toBe(isoTime(lastMs))
})
