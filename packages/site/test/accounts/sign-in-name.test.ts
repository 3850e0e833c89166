import { expect, test } from 'bun:test'
import { readDisplayName, readSignInName } from '../../src/accounts/names.ts'

test.each([
  'kim',
  "O'Neil <b>",
  'Ann-Marie 2',
  'Łukasz Żółć',
  'Иван Петров',
  'Γιώργος',
  '王小明',
  '王小明 Wang',
  '山田 タロウ Taro',
  '김민수 Kim',
  'ㄅㄆ王 Wang',
  'محمد',
  'محمد Muhammad',
  'ราม Ram',
  'น้ำ',
  'ນ້ຳ',
  'Rene\u0301',
  'नरेन्द्र',
  'שלום',
  'kim 😺',
  '1984',
])('%s signs in', (name) => {
  expect(readSignInName(` ${name} `)).toBe(name)
})

const hidden = [
  ...[0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0xfeff],
  ...[0x00ad, 0x034f, 0x061c, 0x115f, 0x17b4, 0x180b, 0x2064, 0x206f, 0x3164, 0xfe0f, 0xffa0, 0x1d173],
  ...[0xe0001, 0xe0041, 0xe007f, 0xe0100],
]
test.each(hidden.map((point) => [point.toString(16)] as const))(
  'a name with U+%s, which no one sees, is refused',
  (point) => {
    const name = `ad${String.fromCodePoint(Number.parseInt(point, 16))}min`
    expect(() => readSignInName(name)).toThrow('character that no one sees')
  },
)

test.each([
  'аdmin', // Cyrillic а
  'Αdmin', // Greek Α
  'Kiм',
  'Ꭺdmin', // Cherokee
  'ᎠᎡ',
  'Ивαн',
  '김타タ',
  'ㄅ김',
  'ראם ராம்',
  'محمد राम Ram',
])('%s mixes scripts that no one writes together, and is refused', (name) => {
  expect(() => readSignInName(name)).toThrow('scripts')
})

test.each([
  ['ａｄｍｉｎ', '"ａ" (U+FF41). Write "a" instead.'],
  ['𝐚dmin', '"𝐚" (U+1D41A). Write "a" instead.'],
  ['ⓐdmin', '"ⓐ" (U+24D0). Write "a" instead.'],
  ['a\u00a0b', '(U+00A0). Write " " instead.'],
  ['ﬁn', '(U+FB01). Write "fi" instead.'],
  ['王小明（一班）', '"（" (U+FF08). Write "(" instead.'],
])('%s is refused with what to write in place of a look-alike', (name, reason) => {
  expect(() => readSignInName(name)).toThrow(reason)
})

test('control characters and overrides of direction are refused as in every name', () => {
  for (const name of ['a\nb', 'a\u0000b', 'a\u202eb', 'a\u2066b', ' ', 'x'.repeat(65)]) {
    expect(() => readSignInName(name)).toThrow()
  }
})

test('a display name keeps all but its controls of direction and its tags', () => {
  expect(readDisplayName('a\u202eb\u2066c\u200ed\u200fe\u061cf')).toBe('abcdef')
  expect(readDisplayName('x\u{e0041}\u{e007f}y')).toBe('xy')
  for (const name of ['می\u200cخواهم', '👩\u200d💻', 'Кim и Ko', '❤️', '']) {
    expect(readDisplayName(name)).toBe(name)
  }
  expect(readDisplayName('\u202e\u{e0041}')).toBe('')
  expect(() => readDisplayName('a\nb')).toThrow()
})
