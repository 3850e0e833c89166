import { expect, test } from 'bun:test'
import { readRange } from '../src/byte-range.ts'

const sizeBytes = 10_000
const wanted: [string, ReturnType<typeof readRange>][] = [
  // RFC 9110 section 14.1.2
  ['bytes=0-499', { start: 0, end: 500 }],
  ['bytes=500-999', { start: 500, end: 1_000 }],
  ['bytes=-500', { start: 9_500, end: 10_000 }],
  ['bytes=9500-', { start: 9_500, end: 10_000 }],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=9999-20000', { start: 9_999, end: 10_000 }],
  ['bytes=-20000', { start: 0, end: 10_000 }],
  ['bytes=10000-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-', undefined],
  ['bytes=9-5', undefined],
  ['bytes=0-0,-1', undefined],
  ['lines=0-1', undefined],
]

// Asked of the function, since a server does not show what is wrong here: Bun reads the header too, for a file on disk.
test.each(wanted)('of %s is read what it asks for', (header, range) => {
  expect(readRange(header, sizeBytes)).toEqual(range)
})

test('nothing of an empty file can be asked for', () => {
  for (const header of ['bytes=0-', 'bytes=0-9', 'bytes=-1']) {
    expect(readRange(header, 0)).toBe('unsatisfiable')
  }
})
