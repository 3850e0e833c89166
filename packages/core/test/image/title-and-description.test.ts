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

test('a title of more than 500 characters is refused, counted as they are kept', () => {
  expect(() => readTitle(`${'x'.repeat(250)}  ${'x'.repeat(250)}`)).toThrow(Failure)
  expect(() => readTitle('x'.repeat(501))).toThrow('The title is longer than 500 characters.')
})
