import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { areConfusable, parseSymbols, symbolSetKey } from '../src/charset.ts'
import { createCharsetIndex } from '../src/charset-index.ts'
import { checksumMark } from '../src/checksum.ts'
import { CodecError } from '../src/failure.ts'
import { ignoredUnits } from '../src/ignored-characters.ts'
import { prepareCharset } from '../src/prepared-charset.ts'
import { shippedCharsets, shippedPresets } from '../src/shipped.ts'
import { symbolsOf } from './arbitraries.ts'
import { isPassedOver } from './reference/reading.ts'

const refusalOf = (action: () => unknown): string => {
  try {
    action()
  } catch (error) {
    if (error instanceof CodecError && error.code === 'BAD_CHARSET') return error.message
    throw error
  }
  return 'accepted'
}

test('the shipped sets and presets are those of the design, defaults first', () => {
  expect(shippedCharsets.map((set) => `${set.id} ${set.symbols.join('')}`)).toEqual([
    'roar 嗷呜啊~',
    'meow 喵呜啊~',
    'woof 汪嗷呜~',
    'digits 0123',
    'letters abcd',
    'dots .:…·',
    'cats 😺😸😻😼',
    'chime 叮咚嘟锵',
    'kitten 喵嗷呜~',
  ])
  expect(shippedPresets.map((preset) => preset.id)).toEqual([
    'classic',
    'compact',
    'keyperm',
    'streamxor',
    'vigenere',
    'rc4',
    'aesgcm',
    'aesgcm-strong',
  ])
  expect(createCharsetIndex(shippedCharsets).charsets).toHaveLength(9)
})

test('symbols that are not exactly four are refused, with their number', () => {
  expect(refusalOf(() => parseSymbols('abc'))).toContain('not 3')
  expect(refusalOf(() => parseSymbols('abcde'))).toContain('not 5')
  expect(refusalOf(() => parseSymbols(''))).toContain('not 0')
})

test('a refusal has a template and values, and leaves braces in symbols alone', () => {
  expect(refusalOf(() => parseSymbols('{a}{'))).toContain('The symbols {a}{ are not four different ones')
  expect(() => parseSymbols('abc')).toThrow(
    expect.objectContaining({
      template: 'A character set has exactly 4 symbols of one code point each, not {count}.',
      values: { count: 3 },
    }),
  )
})

test('a symbol that is repeated is refused, and the two tildes are one symbol', () => {
  expect(refusalOf(() => parseSymbols('abca'))).toContain('not four different')
  expect(refusalOf(() => parseSymbols('ab~～'))).toContain('not four different')
  expect(parseSymbols('abc～')).toEqual(['a', 'b', 'c', '～'])
})

test.each([
  ['white space', 'ab c'],
  ['a line break', 'ab\nc'],
  ['an ideographic space', 'ab\u3000c'],
  ['a control character', 'ab\u0007c'],
  ['what stands for bytes that are no text (U+FFFD)', 'ab\ufffdc'],
  ['a combining mark', 'ab\u0301c'],
  ['an enclosing mark', 'ab\u20ddc'],
  ['a zero-width space', 'ab\u200bc'],
  ['a zero-width joiner', 'ab\u200dc'],
  ['a byte order mark', 'ab\ufeffc'],
  ['a direction mark', 'ab\u202ec'],
  ['a variation selector', 'ab\ufe0fc'],
  ['an astral variation selector', 'ab\u{e0100}c'],
  ['an invisible letter', 'ab\u3164c'],
  ['a soft hyphen', 'ab\u00adc'],
  ['a lone surrogate', 'ab\ud83dc'],
  ['a character that does not exist', 'ab\uffffc'],
])('%s is refused as a symbol, by its code point', (_, written) => {
  expect(refusalOf(() => parseSymbols(written))).toMatch(/^U\+[0-9A-F]{4,6} is white space, invisible/)
})

test('the ignored characters are exactly those of the description', () => {
  const units = Array.from({ length: 0x1_0000 }, (_, unit) => unit)
  expect(ignoredUnits).toEqual(units.filter((unit) => isPassedOver(String.fromCharCode(unit))))
})

test('no ignored character can be a symbol', () => {
  for (const unit of ignoredUnits) {
    expect(refusalOf(() => parseSymbols(`ab${String.fromCharCode(unit)}c`))).toContain('is white space')
  }
})

test('symbols that normalisation changes are refused, alone and next to each other', () => {
  expect(refusalOf(() => parseSymbols('abc\u2126'))).toContain('NFC')
  // Each is stable under NFC, but together they become one syllable.
  expect(refusalOf(() => parseSymbols('ab\u1100\u1161'))).toContain('NFC')
})

test('symbols that JSON or HTML would escape are allowed', () => {
  expect(parseSymbols('"\\<&')).toEqual(['"', '\\', '<', '&'])
})

test('two sets with the same four symbols, in any order, have the same key', () => {
  expect(symbolSetKey(symbolsOf('abcd'))).toBe(symbolSetKey(symbolsOf('dbca')))
  expect(symbolSetKey(symbolsOf('abc~'))).toBe(symbolSetKey(symbolsOf('～abc')))
  expect(symbolSetKey(symbolsOf('abcd'))).not.toBe(symbolSetKey(symbolsOf('abce')))
})

test('sets that a cipher can not distinguish are refused together, by their ids', () => {
  const sets = [
    { id: 'one', name: 'One', symbols: symbolsOf('abc~') },
    { id: 'two', name: 'Two', symbols: symbolsOf('～cba') },
  ]
  expect(refusalOf(() => createCharsetIndex(sets))).toContain('could not tell two from one')
  const twins = [sets[0]!, { ...sets[0]!, symbols: symbolsOf('wxyz') }]
  expect(refusalOf(() => createCharsetIndex(twins))).toContain('id one')
})

test('sets that one damaged symbol confuses with equal checksums are refused together', () => {
  // U+1F30A and U+2C369 differ by a multiple of the checksum's polynomial.
  const [near, far] = ['🌊', '𬍩']
  const sets = [`${near}bcd`, `${far}bcd`].map((symbols) => ({
    id: symbols,
    name: symbols,
    symbols: symbolsOf(symbols),
  }))
  expect(areConfusable(sets[0]!.symbols, sets[1]!.symbols)).toBeTrue()
  expect(refusalOf(() => createCharsetIndex(sets))).toContain('could not tell')
  expect(areConfusable(symbolsOf(`${near}bcd`), symbolsOf(`${far}bce`))).toBeFalse()
  expect(areConfusable(symbolsOf('嗷呜啊~'), symbolsOf('喵呜啊~'))).toBeFalse()
})

test('one symbol below U+10000 confuses two sets exactly if the code points differ by the mark of a checksum', () => {
  const [one, ...others] = symbolsOf('好bcd')
  const confusable = Array.from({ length: 0xffff }, (_, i) => i + 1).filter((difference) =>
    [0, 1, 2, 3].some((at) => {
      const other = String.fromCharCode(one.charCodeAt(0) ^ difference)
      const [left, right] = [one, other].map((symbol) => symbolsOf(others.toSpliced(at, 0, symbol).join('')))
      return areConfusable(left!, right!)
    }),
  )
  expect(confusable).toEqual([checksumMark])
  const sets = ['市bcd', '긝bcd'].map((symbols) => ({
    id: symbols,
    name: symbols,
    symbols: symbolsOf(symbols),
  }))
  expect(refusalOf(() => createCharsetIndex(sets))).toContain('could not tell')
})

test('no two sets of symbols below U+10000 are confusable but those with the same four or that mark', () => {
  const bmp = fc.integer({ min: 0x21, max: 0xd7ff })
  fc.assert(
    fc.property(fc.uniqueArray(bmp, { minLength: 5, maxLength: 5 }), fc.nat(3), (codePoints, at) => {
      fc.pre((codePoints[0]! ^ codePoints[1 + at]!) !== checksumMark)
      const [other, ...four] = codePoints.map((codePoint) => String.fromCharCode(codePoint))
      const one = symbolsOf(four.join(''))
      expect(areConfusable(one, symbolsOf(four.with(at, other!).join('')))).toBeFalse()
    }),
  )
})

test('a set is prepared once', () => {
  const prepared = prepareCharset(shippedCharsets[0]!)
  expect(prepareCharset(prepared)).toBe(prepared)
  expect(createCharsetIndex([prepared]).get('roar')).toBe(prepared)
})
