/** Cases that plausible wrong implementations of the pages get wrong; e2e/examples/mutants.py names each. */
import { referenceSalt, referenceWriteFrame } from '../test/reference/frame.ts'
import {
  bodyOf,
  classicOf,
  frameCase,
  packAtFirst,
  reading,
  seeded,
  symbolsOf,
  type TestkitCase,
} from './case.ts'

const hello = classicOf('嗷呜啊~', '你好')
const within = (characters: string) => Array.from(hello).join(characters)

const firstIgnored =
  '\u0009\u0020\u0085\u00a0\u00ad\u034f\u061c\u1680\u180b\u2000\u2028\u205f\u3000\ufe00\ufeff'
const lastIgnored =
  '\u000d\u0020\u0085\u00a0\u00ad\u034f\u061c\u1680\u180f\u200f\u202f\u206f\u3000\ufe0f\ufeff'
const notIgnored = [
  '0008',
  '000e',
  '180a',
  '1810',
  '1fff',
  '2010',
  '2027',
  '2030',
  '205e',
  '2070',
  'fdff',
  'fe10',
]

/** `Hi there, see you` by an encoder that writes the listed unit `i` through its block. */
const listedByBlock = '023130312110300122232213013133212130000030130111313121322023320311'

export function misreadCases(): TestkitCase[] {
  return [...symbolCases(), ...lengthCases(), ...keyCases(), ...modelCases(), ...lineCases()]
}

function symbolCases(): TestkitCase[] {
  return [
    reading(
      'ignored-first',
      { about: 'the first of each range of ignored characters', expect: 'text', text: '你好' },
      within(firstIgnored),
    ),
    reading(
      'ignored-last',
      { about: 'the last of each range of ignored characters', expect: 'text', text: '你好' },
      within(lastIgnored),
    ),
    ...notIgnored.map((hex) =>
      reading(
        `not-ignored-${hex}`,
        { about: 'a neighbour of a range of ignored characters', expect: 'UNRECOGNIZED' },
        within(String.fromCharCode(Number.parseInt(hex, 16))),
      ),
    ),
    reading(
      'raw-foreign-symbol',
      { about: 'a foreign symbol within a frame', expect: 'UNRECOGNIZED' },
      frameCase('', { about: '', set: '0123', type: 'RAW', text: 'Hi' }).cipher.replace(/(?<=^.{9})./, 'x'),
    ),
    reading(
      'later-version-short',
      { about: 'the header of later versions comes before any length', expect: 'UNRECOGNIZED' },
      '0230000001',
    ),
    reading('raw-short', { about: 'too short for a checksum', expect: 'DAMAGED' }, '0231100001'),
  ]
}

function lengthCases(): TestkitCase[] {
  const long = 'a'.repeat(20_001)
  return [
    reading(
      'classic-20001',
      {
        about: 'a reader of classic takes more units than an encoder',
        expect: 'text',
        text: long,
        sets: '0123',
      },
      classicOf('0123', long),
    ),
    reading(
      'long-astral',
      { about: '100,008 code points, twice as many units: not too long', expect: 'DAMAGED' },
      '😺'.repeat(100_008),
    ),
    reading(
      'too-long-with-spaces',
      { about: '200,001 code points with ignored ones', expect: 'CIPHER_LENGTH' },
      hello + ' '.repeat(200_001 - 20),
    ),
    reading(
      'long-with-spaces',
      { about: '200,000 code points with ignored ones', expect: 'text', text: '你好' },
      hello + ' '.repeat(200_000 - 20),
    ),
  ]
}

function keyCases(): TestkitCase[] {
  const hi = packAtFirst('hi')
  const keyedIn = (key: string) => {
    const salt = referenceSalt({ type: 'RC4', packing: hi.packing }, seeded(4, 6))
    return referenceWriteFrame(
      { symbols: symbolsOf('0123'), key },
      { type: 'RC4', packing: hi.packing, packed: hi.bytes, salt },
    )
  }
  const long = 'k'.repeat(257)
  const raw = frameCase('', { about: '', set: '0123', type: 'RAW', text: 'hi' }).cipher
  const impossible = `02330${'0'.repeat(40)}1`
  return [
    frameCase('key-compatibility', {
      about: 'NFC leaves U+FB01, which NFKC does not',
      type: 'STREAMXOR',
      text: 'hi',
      key: 'ﬁ①',
    }),
    frameCase('key-grows', {
      about: '200 code points, of which NFC makes 400',
      type: 'STREAMXOR',
      text: 'hi',
      key: '\u0958'.repeat(200),
    }),
    reading(
      'key-shrinks',
      {
        about: '258 code points, of which NFC makes 129: too long',
        expect: 'KEY_LENGTH',
        key: 'e\u0301'.repeat(129),
      },
      keyedIn('otter'),
    ),
    reading('key-too-long', { about: '257 code points', expect: 'KEY_LENGTH', key: long }, keyedIn('otter')),
    reading(
      'raw-key-too-long',
      { about: 'RAW ignores a key of any length', expect: 'text', text: 'hi', key: long },
      raw,
    ),
    reading(
      'keyed-impossible-no-key',
      { about: 'an impossible length is seen before the key', expect: 'DAMAGED' },
      impossible,
    ),
    reading(
      'keyed-impossible-long-key',
      { about: 'an impossible length is seen before the key', expect: 'DAMAGED', key: long },
      impossible,
    ),
    reading(
      'keyed-three-lines',
      { about: 'three frames on lines: they are seen before the key', expect: 'DAMAGED' },
      Array.from({ length: 3 }, () => keyedIn('otter')).join('\n'),
    ),
    reading(
      'keyed-damaged-no-key',
      { about: 'a missing key is seen before the tag', expect: 'KEY_NEEDED' },
      keyedIn('otter').replace(/(?<=^.{50})./, (v) => String((Number(v) + 1) % 4)),
    ),
  ]
}

function modelCases(): TestkitCase[] {
  const raw = (name: string, about: string, text: string) =>
    frameCase(name, { about, set: '0123', type: 'RAW', text })
  return [
    raw(
      'model-line-feeds',
      'the line feeds before a text are no part of the match',
      '\n\n\n\n\nab\n\n\n\n\nab\n\n\n\n',
    ),
    raw('model-deep', 'contexts of five characters', 'Not every government, nor everyone.'),
    raw('model-clamps', 'a text that reaches every bound of the model', manyBounds),
    raw(
      'model-match',
      'a match that is found again over more than 16 characters',
      `${long}x and on it goes${long}y${long}x and on it goes`,
    ),
    frameCase('keyperm-long', {
      about: 'a keystream with bytes of 240 and more',
      type: 'KEYPERM',
      text: '\ud800\uffff\u0001\udc00'.repeat(40),
      key: 'otter',
    }),
    reading(
      'raw-listed-by-block',
      { about: 'a listed unit is never written through its block', expect: 'DAMAGED' },
      listedByBlock,
    ),
  ]
}

const manyBounds = `${'a'.repeat(300)}${'\u0e01\u0e02'.repeat(60)}${'a'.repeat(40)}${'\ue000'.repeat(200)}x${'ab'.repeat(90)}${'\ue0ff'.repeat(200)}`

const long = 'when the rain had come, '

function lineCases(): TestkitCase[] {
  const text = '学习一门新的语言并没有捷径，关键在于坚持。与其一口气背下几百个单词，不如每天读一小段文章。嗯'
  const two = (first: string, second: string) => `${bodyOf('0123', first)}\n${bodyOf('0123', second)}`
  return [
    reading(
      'body-two-on-lines',
      { about: 'two bodies, a line each', expect: 'DAMAGED' },
      two('Are you there?', 'On my way'),
    ),
    reading(
      'body-two-on-lines-short',
      { about: 'the second may be a body', expect: 'DAMAGED' },
      two('Meet me at the station at noon', 'B5'),
    ),
    reading(
      'body-two-of-four-units',
      { about: 'after 4, 8, … units nothing tells', expect: 'text', text: 'See you soonOn my way' },
      two('See you soon', 'On my way'),
    ),
    reading(
      'body-at-a-column',
      { about: 'one body, broken at a column', expect: 'text', text },
      bodyOf('0123', text).replaceAll(/.{72}/g, '$&\n'),
    ),
    reading(
      'body-two-symbols-listed',
      { about: 'two different symbols, though the text is plausible', expect: 'DAMAGED', sets: '0123' },
      '00111101101111000010101001001000',
    ),
    reading(
      'body-repeats-16',
      { about: 'repeats every 16 symbols, though the text is plausible', expect: 'DAMAGED', sets: '0123' },
      '31033133131122233103313313112223',
    ),
    reading(
      'body-frame-plausible',
      { about: 'begins as a frame does, though the text is plausible', expect: 'DAMAGED' },
      bodyOf('0123', 'Ⱐ See you tomorrow, Tom'),
    ),
    reading(
      'body-line-at-end',
      { about: 'a line break at the end', expect: 'text', text: 'See you there' },
      `${bodyOf('0123', 'See you there')}\n`,
    ),
  ]
}
