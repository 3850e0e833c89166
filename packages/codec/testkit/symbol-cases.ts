/** Cases of what a symbol is: the ignored characters, the tildes, and white space between pieces. */
import { bodyOf, classicOf, frameCase, reading, shippedSets, type TestkitCase } from './case.ts'

const hello = classicOf('嗷呜啊~', '你好')
const digits = classicOf('0123', '你好')
const within = (character: string) => Array.from(hello).join(character)
const hexOf = (codePoint: number) => codePoint.toString(16).padStart(4, '0')

/** Both neighbours of each range of ignored characters, as far as `misread-cases.ts` has no case of them. */
const neighbours = [
  0x1f, 0x21, 0x84, 0x86, 0x9f, 0xa1, 0xac, 0xae, 0x34e, 0x350, 0x61b, 0x61d, 0x167f, 0x1681, 0x2fff, 0x3001,
  0xfefe, 0xff00,
]

/** Invisible characters of Unicode that the page does not list. */
const otherInvisible = [
  0x0, 0x7f, 0x115f, 0x17b4, 0x3164, 0xffa0, 0xfff9, 0xfffd, 0x1d173, 0xe0001, 0xe007f, 0xe0100, 0xe01ef,
]

const firstSpaces = '\u0009\u0020\u0085\u00a0\u1680\u2000\u2028\u202f\u205f\u3000'
const lastSpaces = '\u000d\u0020\u0085\u00a0\u1680\u200a\u2029\u202f\u205f\u3000'
/** Ignored characters that are no white space. */
const notSpaces = '\u00ad\u034f\u061c\u180b\u180e\u200b\u200f\u202a\u202e\u2060\u206f\ufe00\ufe0f\ufeff'

/** As many ciphers as make the shape of one, with one of the separators between each two. */
function between(separators: string): string {
  const count = 2 * Math.ceil(separators.length / 2) + 1
  return Array.from(
    { length: count },
    (_, i) => digits + (i < count - 1 ? separators[i % separators.length]! : ''),
  ).join('')
}

/** Cases of ignored characters, folding and white space. */
export function symbolCases(): TestkitCase[] {
  return [
    ...neighbours.map((codePoint) =>
      reading(
        `not-ignored-${hexOf(codePoint)}`,
        { about: 'a neighbour of a range of ignored characters', expect: 'UNRECOGNIZED' },
        within(String.fromCodePoint(codePoint)),
      ),
    ),
    ...otherInvisible.map((codePoint) =>
      reading(
        `not-ignored-${hexOf(codePoint)}`,
        { about: 'invisible in Unicode, and not listed', expect: 'UNRECOGNIZED' },
        within(String.fromCodePoint(codePoint)),
      ),
    ),
    reading(
      'pieces-first-spaces',
      { about: 'pieces between the first of each range of white space', expect: 'DAMAGED' },
      between(firstSpaces),
    ),
    reading(
      'pieces-last-spaces',
      { about: 'pieces between the last of each range of white space', expect: 'DAMAGED' },
      between(lastSpaces),
    ),
    ...Array.from(notSpaces, (character) => {
      const cipher = [digits, digits, digits].join(character)
      return reading(
        `not-a-space-${hexOf(character.charCodeAt(0))}`,
        {
          about: 'an ignored character that is no white space between three ciphers: read as one',
          expect: 'text',
          text: threeAsOne,
        },
        cipher,
      )
    }),
    reading(
      'pieces-and-nothing-else',
      { about: 'a piece without symbols does not count', expect: 'DAMAGED' },
      [digits, digits, digits].join(' \u200b\ufeff '),
    ),
    reading(
      'body-foreign-symbol',
      { about: 'no wrapper, and a symbol of no set', expect: 'UNRECOGNIZED' },
      bodyOf('0123', 'See you there').replace(/.$/, 'x'),
    ),
    reading('empty', { about: 'nothing', expect: 'UNRECOGNIZED' }, ''),
    reading('empty-but-ignored', { about: 'only ignored characters', expect: 'UNRECOGNIZED' }, ' \ufeff\n'),
    reading(
      'raw-over-lines',
      { about: 'a frame that is broken over lines', expect: 'text', text: 'See you there' },
      rawIn('0123', 'See you there').replaceAll(/.{12}/g, '$&\r\n'),
    ),
    reading(
      'raw-fullwidth-tilde',
      { about: 'U+FF5E in a frame is read as U+007E', expect: 'text', text: 'Hi' },
      rawIn('嗷呜啊~', 'Hi').replaceAll('~', '～'),
    ),
    reading(
      'classic-symbol-of-another-set',
      { about: 'a symbol that another enabled set has', expect: 'UNRECOGNIZED', sets: shippedSets },
      hello.replace('嗷呜', '嗷喵'),
    ),
  ]
}

const rawIn = (set: string, text: string) => frameCase('', { about: '', set, type: 'RAW', text }).cipher

/** What three ciphers of `你好` without white space between are read as. */
const threeAsOne = '\u4f60\u597d\u3ba5\uc6bf\ud391\u0b2c\u1539'
