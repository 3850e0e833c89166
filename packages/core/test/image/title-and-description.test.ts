import { expect, test } from 'bun:test'
import { readTitle } from '../../src/image/title-and-description.ts'
import { Failure } from '../../src/index.ts'

test('white space in a title counts as the one space that becomes of it', () => {
  const words = 'ab\u3000\r\n\t '.repeat(166)
  expect(readTitle(`\n ${words}ab`)).toBe(`${'ab '.repeat(166)}ab`)
  expect(readTitle(`  ${'x'.repeat(250)}${' '.repeat(1_000)}${'😺'.repeat(249)}  `)).toHaveLength(
    250 + 1 + 498,
  )
})

test('control characters in a title are white space, so that no terminal that shows its link obeys them', () => {
  expect(readTitle('\u001b]0;mine\u0007 \u001b[2J\u0085\u009b31mSunset\u007f')).toBe(']0;mine [2J 31mSunset')
})

test('a title of more than 500 characters is refused, counted as they are kept', () => {
  expect(() => readTitle(`${'x'.repeat(250)}  ${'x'.repeat(250)}`)).toThrow(Failure)
  expect(() => readTitle('x'.repeat(501))).toThrow('The title is longer than 500 characters.')
})
