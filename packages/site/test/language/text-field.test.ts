import { expect, test } from 'bun:test'
import { Failure } from '../../src/language/failure.ts'
import { readFileName, readName, readTitle } from '../../src/language/text-field.ts'

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

test.each([
  ['IMG_1234.JPG', 'IMG_1234.JPG'],
  ['C:\\Users\\Ann\\海 of tea.png', '海 of tea.png'],
  ['../../etc/passwd', 'passwd'],
  ['a\u0000b\r\nc\u202egnp.exe', 'a b c gnp.exe'],
  ['\ud800.png', '\ufffd.png'],
  ['猫'.repeat(300), '猫'.repeat(255)],
  ['image.png', ''],
  ['blob', ''],
  ['photos/', ''],
  ['.png', ''],
])('the file name %p is kept as %p', (sent, kept) => {
  expect(readFileName(sent)).toBe(kept)
})
