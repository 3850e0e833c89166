import { expect, test } from 'bun:test'
import { readPointInTime } from '../src/point-in-time.ts'

const nowMs = Date.UTC(2026, 0, 31, 12)

test('spans count from now, dates are those of the calendar', () => {
  expect(readPointInTime('30d', nowMs)).toBe(Date.UTC(2026, 2, 2, 12))
  expect(readPointInTime('2028-02-29', nowMs)).toBe(Date.UTC(2028, 1, 29))
  expect(readPointInTime('2027-01-31T12:00Z', nowMs)).toBe(Date.UTC(2027, 0, 31, 12))
})

for (const text of ['2027-02-30', '2027-02-29', '2027-04-31T10:00Z', '2027-13-01', '2027-00-10', 'x', '']) {
  test(`"${text}" is no time to come`, () => {
    expect(() => readPointInTime(text, nowMs)).toThrow('neither a span')
  })
}
