import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readAccessLines } from '../../src/access/read-access-lines.ts'
import { Failure } from '../../src/language/failure.ts'

const now = { expiresAtMs: null, nowMs: 1_000 }

test('a note follows after a space, a comma or a semicolon', () => {
  const pasted = '192.0.2.1\n192.0.2.2 a note\r\n192.0.2.3,office\n192.0.2.4; lab 7\n2001:db8::/32\tv6'
  expect(readAccessLines('block', pasted, now).good).toEqual([
    { network: '192.0.2.1/32', note: '', expiresAtMs: null },
    { network: '192.0.2.2/32', note: 'a note', expiresAtMs: null },
    { network: '192.0.2.3/32', note: 'office', expiresAtMs: null },
    { network: '192.0.2.4/32', note: 'lab 7', expiresAtMs: null },
    { network: '2001:db8::/32', note: 'v6', expiresAtMs: null },
  ])
})

test('empty lines and comments are passed over, but counted', () => {
  const { good, problems } = readAccessLines('block', '# head\n\n   \nnonsense\n10.0.0.1/8 x', now)
  expect(good).toEqual([])
  expect(problems.map(({ line, text }) => [line, text])).toEqual([
    [4, 'nonsense'],
    [5, '10.0.0.1/8 x'],
  ])
  expect(problems.map(({ refusal }) => new Failure(refusal).message)[1]).toContain('10.0.0.0/8')
})

test('a network that stands there twice counts once, with its last note', () => {
  const { good } = readAccessLines('allow', '10.0.0.0/8 first\n::ffff:10.0.0.0/104 second', now)
  expect(good).toEqual([{ network: '10.0.0.0/8', note: 'second', expiresAtMs: null }])
})

test('a note that is too long is the fault of its line only', () => {
  const { good, problems } = readAccessLines('allow', `10.0.0.0/8 ${'x'.repeat(201)}\n192.0.2.1`, now)
  expect([good.length, problems.length]).toEqual([1, 1])
})

test('an expiry in the past, or too many lines, is refused as a whole', () => {
  expect(() => readAccessLines('allow', '10.0.0.0/8', { expiresAtMs: 999, nowMs: 1_000 })).toThrow('past')
  expect(() => readAccessLines('allow', '\n'.repeat(10_000), now)).toThrow('10000 lines')
})

test('whatever is pasted, every line is good, a problem, or passed over', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (pasted) => {
      const { good, problems } = readAccessLines('block', pasted, now)
      const lines = pasted
        .split(/\r\n|\r|\n/)
        .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
      expect(good.length + problems.length).toBeLessThanOrEqual(lines.length)
      expect(good.length === 0 ? problems.length : lines.length).toBe(lines.length)
    }),
  )
})
