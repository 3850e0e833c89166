/** More cases of "Reading what people paste": each look-alike, each way to join, and each kind of markup. */
import { bodyOf, classicOf, frameCase, type TestkitCase, utf16Hex } from './case.ts'

const roar = '嗷呜啊~'
const quotes = '\'"-x'
const dots = '.:…·'
const text = '今天晚上一起吃饭吧'
const there = 'See you there'
const rawIn = (set: string, packed: string) =>
  frameCase('', { about: '', set, type: 'RAW', text: packed }).cipher

interface Pasted {
  readonly about: string
  /** The enabled sets; by default the one of the ciphers in digits. */
  readonly sets?: string
  readonly message: string
  /** Missing if the message is refused. */
  readonly texts?: readonly string[]
  readonly isPartial?: boolean
  /** The numbers of symbols of the set before and after the cipher. */
  readonly beside?: readonly [before: number, after: number]
}

/** The nibbles of a text's UTF-8, as some relatives write them. */
const utf8CipherOf = (written: string): string =>
  Array.from(new TextEncoder().encode(written), (byte) => [byte >> 4, byte & 15])
    .flat()
    .map((nibble, place) => (nibble + place) % 16)
    .map((shifted) => roar[shifted >> 2]! + roar[shifted & 3]!)
    .join('')

/** A symbol, and what is read as it. */
const lookAlikes: readonly (readonly [set: string, symbol: string, written: string])[] = [
  [roar, '~', '〜∼⁓˜～'],
  [dots, '·', '・･•‧∙⋅'],
  [dots, '…', '⋯'],
  [quotes, "'", '‘’＇'],
  [quotes, '"', '“”＂'],
  [quotes, '-', '‐‑–—−－'],
  [roar, '呜', '嗚'],
  ['叮咚嘟锵', '锵', '鏘'],
  ['0123', '0', '０'],
  ['!\'"~', '!', '！'],
  ['嗷嗚啊~', '嗚', '呜'],
  ['嗷呜啊〜', '〜', '~'],
  ['—xyz', '—', '-–'],
]

/** Like a symbol to the eye alone. */
const others: readonly (readonly [set: string, symbol: string, written: string])[] = [
  [quotes, '-', '\u2012\u2015\u00ad\u2043'],
  [dots, '·', '\u0387\u2024'],
  [quotes, "'", '\u201a\u2032\u0060'],
  [quotes, '"', '\u201e\u2033'],
  [roar, '~', '\u02c9'],
]

const hexOf = (character: string) => character.codePointAt(0)!.toString(16).padStart(4, '0')

/** A cipher with another character in place of a symbol, from its middle on. */
const fromHalf = (cipher: string, symbol: string, character: string) =>
  cipher.slice(0, cipher.length / 2) + cipher.slice(cipher.length / 2).replaceAll(symbol, character)

function lookAlikeCases(): Record<string, Pasted> {
  const cases = lookAlikes.flatMap(([set, symbol, written]) =>
    Array.from(written, (character): readonly [string, Pasted] => [
      `look-alike-${hexOf(character)}-${hexOf(symbol)}`,
      {
        about: `U+${hexOf(character).toUpperCase()} as U+${hexOf(symbol).toUpperCase()}`,
        sets: set,
        message: classicOf(set, there).replaceAll(symbol, character),
        texts: [there],
      },
    ]),
  )
  const refused = others.flatMap(([set, symbol, written]) =>
    Array.from(written, (character): readonly [string, Pasted] => [
      `no-look-alike-${hexOf(character)}`,
      {
        about: `U+${hexOf(character).toUpperCase()} is no look-alike`,
        sets: set,
        message: fromHalf(classicOf(set, there), symbol, character),
      },
    ]),
  )
  return Object.fromEntries([...cases, ...refused])
}

const digits = classicOf('0123', there)
const after = (cipher: string, length: number, between: string) =>
  cipher.match(new RegExp(`.{1,${length}}`, 'gu'))!.join(between)

const ways: Readonly<Record<string, Pasted>> = {
  'as-it-is': { about: 'a cipher as it is', message: digits, texts: [there] },
  'body-as-it-is': { about: 'a body as it is', message: bodyOf('0123', there), texts: [there] },
  'too-long': {
    about: 'more than 200,000 code points',
    message: digits + ' '.repeat(200_001 - digits.length),
  },
  capitals: {
    about: 'small letters as capitals',
    sets: 'ABCD',
    message: classicOf('abcd', there),
    texts: [there],
  },
  'small-letters': {
    about: 'capitals as small letters',
    sets: 'abcd',
    message: classicOf('ABCD', there),
    texts: [there],
  },
  'both-cases': {
    about: 'a set that has both',
    sets: 'aAbB',
    message: classicOf('aAbB', there).toLowerCase(),
  },
  'cyrillic-capitals': {
    about: 'capitals of another script',
    sets: 'абвг',
    message: classicOf('АБВГ', there),
    texts: [there],
  },
  'dots-to-ellipsis': {
    about: 'three dots as an ellipsis',
    sets: '…xyz',
    message: classicOf('…xyz', there).replaceAll('…', '...'),
    texts: [there],
  },
  'ellipsis-to-dots': {
    about: 'an ellipsis as three dots',
    sets: '.xyz',
    message: classicOf('.xyz', there).replaceAll('...', '…'),
    texts: [there],
  },
  'own-look-alike': {
    about: 'a look-alike that is a symbol of the set itself',
    sets: '-–xy',
    message: classicOf('-–xy', there),
    texts: [there],
  },
  ...Object.fromEntries(
    [1, 2, 3, 5, 8].map((short) => [
      `runs-of-${short}`,
      {
        about: `runs of ${short} of the set's symbols are left out`,
        message: `${'0'.repeat(short)}: ${after(digits, 12, `\n${'3'.repeat(short)}: `)}`,
        texts: [there],
      },
    ]),
  ),
  'runs-of-9': {
    about: 'runs of 9 are not left out',
    message: `${'0'.repeat(9)}x${after(digits, 12, `\n${'3'.repeat(9)}x`)}`,
  },
  'white-space-ends-runs': {
    about: 'numbers before each part, with a space between',
    message: after(`1 ${digits}`, 14, '\n1 '),
    texts: [there],
  },
  'last-runs': {
    about: 'the last run of each line',
    message: after(`12:30 ${digits.slice(0, 3)}`, 99, '') + digits.slice(3),
    texts: [there],
  },
  'joined-frame': {
    about: 'a frame in two parts',
    message: `${rawIn('0123', there).slice(0, 20)} and ${rawIn('0123', there).slice(20)}`,
    texts: [there],
  },
  'joined-nonsense': {
    about: 'parts of a classic cipher that is no plausible text',
    message: after(classicOf('0123', '\u9f98\ub2a4\u3f12'), 14, ' and '),
  },
  'joined-two-units': {
    about: 'parts of a classic cipher of two units',
    message: after(classicOf('0123', '\u9f98\ub2a4'), 10, ' and '),
    texts: ['\u9f98\ub2a4'],
  },
  'at-other-characters': { about: 'a cipher between letters', message: `see${digits}that`, texts: [there] },
  'at-own-symbols': {
    about: 'a cipher after a symbol of its set',
    message: `0${digits}`,
    texts: [there],
    beside: [1, 0],
  },
  'after-three': {
    about: 'a cipher and three symbols',
    message: `${digits}312`,
    texts: [there],
    beside: [0, 3],
  },
  'after-four': { about: 'a cipher and four different symbols', message: `${digits}3123` },
  'after-16-same': {
    about: 'a cipher, and the same symbol 16 times',
    message: `${digits}${'3'.repeat(16)}`,
    texts: [there],
    beside: [0, 16],
  },
  'after-17-same': { about: 'and 17 times', message: `${digits}${'3'.repeat(17)}` },
  'frame-after-16': {
    about: 'a frame and 16 symbols',
    message: `${rawIn('0123', there)}0123310201233102`,
    texts: [there],
    beside: [0, 16],
  },
  'frame-after-17': { about: 'a frame and 17 symbols', message: `${rawIn('0123', there)}01233102012331020` },
  'frame-between-16': {
    about: 'a frame between 16 symbols and 16',
    message: `0123310201233100${rawIn('0123', there)}0123310201233102`,
    texts: [there],
    beside: [16, 16],
  },
  'frame-before-17': { about: '17 symbols and a frame', message: `01233102012331003${rawIn('0123', there)}` },
  'short-before': { about: 'a symbol and a text of three units', message: `0${classicOf('0123', '你好吗')}` },
  'four-before': {
    about: 'a symbol and a text of four units',
    message: `0${classicOf('0123', '你好吗？')}`,
    texts: ['你好吗？'],
    beside: [1, 0],
  },
  'cipher-beside': {
    about: 'a cipher of 12 symbols after a frame',
    message: `${rawIn('0123', there)}${classicOf('0123', '\0')}`,
  },
  'cut-by-others': {
    about: 'a classic cipher whose rest stands behind other characters',
    message: `${classicOf(roar, there).slice(0, 55)}x${classicOf(roar, there).slice(56)}`,
  },
  'utf8-body': { about: 'the nibbles of UTF-8', sets: roar, message: utf8CipherOf('你好'), texts: ['你好'] },
  'utf8-wrapped': {
    about: 'the same with the wrapper',
    sets: roar,
    message: `~呜嗷${utf8CipherOf('你好')}啊`,
    texts: ['你好'],
  },
  'utf8-one-long': {
    about: 'one character of several bytes is too little',
    sets: roar,
    message: utf8CipherOf('好a'),
  },
  'utf8-ascii-12': {
    about: '12 bytes of ASCII',
    sets: roar,
    message: utf8CipherOf('See you then'),
    texts: ['See you then'],
  },
  'utf8-ascii-11': {
    about: '11 bytes of ASCII are too few',
    sets: roar,
    message: utf8CipherOf('See you the'),
  },
  'body-in-words': {
    about: 'a body between words',
    sets: roar,
    message: `see ${bodyOf(roar, text)} there`,
    texts: [text],
  },
  'bodies-in-words': {
    about: 'two bodies between words',
    sets: roar,
    message: `see ${bodyOf(roar, text)} and ${bodyOf(roar, there)} there`,
  },
  'after-own-symbols': {
    about: 'a cipher after white space and a symbol of its set',
    message: `0 ${digits}`,
    texts: [there],
  },
  'several-in-order': {
    about: 'ciphers between words, in order',
    message: `one ${digits}, two ${rawIn('0123', 'On my way')}`,
    texts: [there, 'On my way'],
  },
  'raw-damaged': {
    about: 'a frame with another checksum between words',
    message: `see ${rawIn('0123', there).replace(/(?<=^.{20})./, (value) => String((Number(value) + 1) % 4))} there`,
  },
  'half-character': {
    about: 'a classic cipher with half a character between words',
    message: `see ${classicOf('0123', 'ab\ud83dcd')} there`,
  },
  'left-over': {
    about: 'twelve symbols are left over',
    message: `${digits}, 012301230123`,
    texts: [there],
    isPartial: true,
  },
  'left-over-11': {
    about: 'eleven symbols are left over',
    message: `${digits}, 01230123012`,
    texts: [there],
  },
  'left-over-of-three': {
    about: 'twelve symbols of three kinds are left over',
    message: `${digits} 012012012012`,
    texts: [there],
  },
  'other-set-frame': {
    about: 'a frame in a set that is not enabled',
    message: rawIn('wxyz', 'See you there, and not before'),
    texts: ['See you there, and not before'],
  },
  'other-set-nonsense': {
    about: 'a classic cipher in another set that is no plausible text',
    message: classicOf('wxyz', '\u9f98\ub2a4\u3f12\u8a51\uc3b7\ue81c'),
  },
  'other-set-once': {
    about: 'a symbol that occurs in the wrapper alone',
    message: `z${classicOf('wxyz', 'ok').slice(1).replaceAll('z', 'y')}`,
  },
  'other-order-two': {
    about: 'two ciphers of another order',
    message: `${classicOf('3210', there)} and ${classicOf('3210', 'On my way')}`,
    texts: [there, 'On my way'],
  },
  break: { about: 'a tag of HTML', message: after(digits, 20, '<br>'), texts: [there] },
  'break-closed': { about: 'a tag of XHTML', message: after(digits, 20, '<BR />'), texts: [there] },
  'entity-hex': {
    about: 'hexadecimal entities',
    message: classicOf(roar, text).replaceAll('~', '&#x7E;'),
    texts: [text],
  },
  'entity-named': {
    about: 'a named entity',
    message: classicOf(roar, text).replaceAll('~', '&tilde;'),
    texts: [text],
  },
  escapes: {
    about: 'escapes of JSON',
    message: Array.from(classicOf(roar, text), (symbol) => `\\u${hexOf(symbol)}`).join(''),
    texts: [text],
  },
  'percent-broken': {
    about: 'percent signs that are no UTF-8',
    message: encodeURIComponent(classicOf(roar, text)).replaceAll('%E5', '%F5'),
  },
  'line-each-blank': {
    about: 'bodies on lines with blank ones between',
    message: `${bodyOf('0123', there)}\n\n \r\n${bodyOf('0123', 'On my way!')}\n`,
    texts: [there, 'On my way!'],
  },
  'line-each-damaged': {
    about: 'a body, and a line that is none',
    sets: '0123',
    message: `${bodyOf('0123', there)}\n20231201`,
  },
  'pieces-and-words': {
    about: 'ciphers and a word between white space',
    message: `${digits} and ${digits}`,
    texts: [there, there],
  },
}

/** More cases with the header `reader: message`. */
export const pastedCases = (): TestkitCase[] =>
  Object.entries({ ...lookAlikeCases(), ...ways }).map(
    ([name, { about, sets = '0123', message, texts, isPartial, beside }]) => ({
      name: `message-${name}`,
      headers: {
        about,
        reader: 'message',
        expect: texts ? 'text' : 'refused',
        sets,
        ...(texts && { 'texts-utf16': texts.map(utf16Hex).join(' ') }),
        ...(isPartial && { partial: 'yes' }),
        ...(beside && { beside: beside.join(' ') }),
      },
      cipher: message,
    }),
  )
