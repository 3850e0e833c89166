/** Cases of which character sets may be enabled, alone and together. */
import type { TestkitCase } from './case.ts'

interface Sets {
  readonly about: string
  readonly sets: string
  readonly areEnabled: boolean
}

const sets: Readonly<Record<string, Sets>> = {
  letters: { about: 'four letters', sets: 'wxyz', areEnabled: true },
  emoji: { about: 'four symbols beyond U+FFFF', sets: '😺😸😻😼', areEnabled: true },
  three: { about: 'three symbols', sets: 'abc', areEnabled: false },
  five: { about: 'five symbols', sets: 'abcde', areEnabled: false },
  'same-twice': { about: 'a symbol twice', sets: 'abca', areEnabled: false },
  tildes: { about: 'both tildes, which are the same symbol', sets: 'a~b～', areEnabled: false },
  'white-space': { about: 'white space', sets: 'ab\u3000c', areEnabled: false },
  control: { about: 'a control', sets: 'ab\u0007c', areEnabled: false },
  format: { about: 'a format character', sets: 'ab\u{e0001}c', areEnabled: false },
  combining: { about: 'a combining character', sets: 'ab\u0301c', areEnabled: false },
  enclosing: { about: 'an enclosing character', sets: 'ab\u20ddc', areEnabled: false },
  unassigned: { about: 'an unassigned code point', sets: 'ab\u0378c', areEnabled: false },
  private: { about: 'a private character', sets: 'ab\ue000c', areEnabled: true },
  invisible: { about: 'a letter that is invisible', sets: 'ab\u3164c', areEnabled: false },
  ignored: { about: 'an ignored character', sets: 'ab\ufe0fc', areEnabled: false },
  replacement: { about: 'U+FFFD', sets: 'ab\ufffdc', areEnabled: false },
  'joined-by-nfc': { about: 'two Hangul letters that NFC joins', sets: '\u1100\u1161ab', areEnabled: false },
  'joined-in-another-order': {
    about: 'the same, not next to each other and in another order',
    sets: '\u1161ab\u1100',
    areEnabled: false,
  },
  'changed-by-nfc': {
    about: 'a symbol that NFC replaces by another one',
    sets: 'ab\u212bc',
    areEnabled: false,
  },
  'three-in-common': { about: 'two sets with three symbols in common', sets: 'abcd abce', areEnabled: true },
  'other-order': {
    about: 'two sets of the same symbols in another order',
    sets: 'abcd dcba',
    areEnabled: false,
  },
  'other-order-folded': { about: 'the same with the two tildes', sets: 'abc~ ～cba', areEnabled: false },
  'same-check': {
    about: 'two sets that differ in one place, with the same CRC-16',
    sets: 'abc\u{17000} abc\u6021',
    areEnabled: false,
  },
  'other-check': {
    about: 'two sets that differ in one place beyond U+FFFF',
    sets: 'abc\u{1f63a} abc\u{1f63b}',
    areEnabled: true,
  },
}

/** The cases with the header `reader: sets`. */
export const setCases = (): TestkitCase[] =>
  Object.entries(sets).map(([name, { about, sets: written, areEnabled }]) => ({
    name: `sets-${name}`,
    headers: { about, reader: 'sets', expect: areEnabled ? 'enabled' : 'refused', sets: written },
    cipher: '',
  }))
