import { expect, test } from 'bun:test'
import { readName } from '../src/index.ts'

const most = 64

test('a name is kept in every script, without white space at its ends', () => {
  for (const name of ['Sea', '猫 😺', 'שלום', 'می‌خواهم', "O'Neil <b>"]) {
    expect(readName(`\n ${name} `, { most })).toBe(name)
  }
})

test.each([
  ['an escape sequence', 'red \u001b[31m'],
  ['a line break', 'a\nb'],
  ['a tab', 'a\tb'],
  ['DEL', 'a\u007fb'],
  ['a C1 control character', 'a\u009bb'],
  ['a line separator', 'a\u2028b'],
  ['a paragraph separator', 'a\u2029b'],
  ['an override of direction', 'a\u202egnp.exe'],
  ['an isolate of direction', 'a\u2066b'],
])('a name with %s is refused', (_, name) => {
  expect(() => readName(name, { most })).toThrow('The name holds')
})
