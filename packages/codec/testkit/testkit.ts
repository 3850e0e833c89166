/**
 * The cases of docs/cipher/testkit for other implementations of the format: ciphers to accept and to refuse, one file
 * per case. The slow reference of the tests writes them, so that the kit contains ciphers this package never writes.
 */
import { type Packing, pack } from '../src/packing/packing.ts'
import { referenceSalt, referenceWriteFrame } from '../test/reference/frame.ts'
import { aesGcmCases } from './aesgcm-cases.ts'
import {
  bodyOf,
  classicOf,
  frameCase,
  type Reading,
  reading,
  seeded,
  symbolsOf,
  type TestkitCase,
} from './case.ts'
import { digitBoundCases } from './digit-bound-cases.ts'
import { digitCases } from './digit-cases.ts'
import { encoderCases } from './encoder-cases.ts'
import { frameCases } from './frame-cases.ts'
import { keyCases } from './key-cases.ts'
import { messageCases } from './message-cases.ts'
import { misreadCases } from './misread-cases.ts'
import { modelCases } from './model-cases.ts'
import { packingCases } from './packing-cases.ts'
import { pastedCases } from './pasted-cases.ts'
import { plausibilityCases } from './plausibility-cases.ts'
import { scriptCases } from './script-cases.ts'
import { setCases } from './set-cases.ts'
import { shapeCases } from './shape-cases.ts'
import { symbolCases } from './symbol-cases.ts'
import { twoBodiesCases } from './two-bodies-cases.ts'

/** Generates all cases, the same each time. */
export function testkitCases(): TestkitCase[] {
  return [
    ...classicCases(),
    ...bodyCases(),
    ...acceptedFrames(),
    ...refusedFrames(),
    ...misreadCases(),
    ...digitCases(),
    ...digitBoundCases(),
    ...setCases(),
    ...symbolCases(),
    ...shapeCases(),
    ...plausibilityCases(),
    ...scriptCases(),
    ...twoBodiesCases(),
    ...packingCases(),
    ...frameCases(),
    ...aesGcmCases(),
    ...keyCases(),
    ...modelCases(),
    ...encoderCases(),
    ...messageCases(),
    ...pastedCases(),
  ]
}

function classicCases(): TestkitCase[] {
  const hello = classicOf('嗷呜啊~', '你好')
  const classic = (name: string, about: string, set: string, text: string) => {
    const made = reading(name, { about, expect: 'text', text, sets: set }, classicOf(set, text))
    return { ...made, headers: { ...made.headers, format: 'classic' } }
  }
  return [
    classic('classic-chinese', 'a classic cipher', '嗷呜啊~', '你好'),
    classic('classic-digits', 'the worked example of the page', '0123', '兽'),
    classic('classic-emoji', 'a character of two units', '喵呜啊~', '😀'),
    classic('classic-lone-surrogate', 'half of a character', 'abcd', '\ud83d'),
    classic('classic-astral-symbols', 'symbols beyond U+FFFF', '😺😸😻😼', 'Hi'),
    classic('classic-chime', 'a set of other tools', '叮咚嘟锵', '音音'),
    reading(
      'classic-other-tool',
      {
        about: 'as the wiki of ToolsFx has it',
        expect: 'text',
        text: 'https://github.com/Leon406/SubCrawler',
      },
      classicOf('嗷呜啊~', 'https://github.com/Leon406/SubCrawler'),
    ),
    reading(
      'classic-spaced',
      { about: 'white space and invisible characters are passed over', expect: 'text', text: '你好' },
      `\ufeff ${Array.from(hello).join('\u200b')}\n\u3000`,
    ),
    reading(
      'classic-fullwidth-tilde',
      { about: 'U+FF5E is read as U+007E', expect: 'text', text: '你好' },
      hello.replaceAll('~', '～'),
    ),
    reading(
      'classic-foreign-symbol',
      { about: 'a symbol that is not of the set', expect: 'UNRECOGNIZED' },
      hello.replace('嗷呜', '嗷x'),
    ),
    reading(
      'classic-other-set',
      { about: 'a set that is not enabled', expect: 'UNRECOGNIZED', sets: '0123 abcd' },
      hello,
    ),
    reading('classic-empty', { about: 'a wrapper with nothing in it', expect: 'DAMAGED' }, '3102'),
    reading(
      'classic-one-lost',
      { about: 'the last symbol but one is lost', expect: 'DAMAGED' },
      hello.slice(0, -2) + hello.slice(-1),
    ),
    reading(
      'classic-three-lines',
      {
        about: 'three ciphers on lines: together they have the shape of one',
        expect: 'DAMAGED',
        sets: '0123',
      },
      ['Are you there?', 'On my way', 'OK'].map((text) => classicOf('0123', text)).join('\n'),
    ),
    reading(
      'classic-three-pieces',
      { about: 'the same with other white space between them', expect: 'DAMAGED', sets: '0123' },
      ['Are you there?', 'On my way', 'OK', 'Yes', 'No'].map((text) => classicOf('0123', text)).join(' '),
    ),
    reading('classic-twice', { about: 'a cipher twice', expect: 'DAMAGED' }, hello + hello),
    reading(
      'classic-cut-to-a-shorter',
      { about: 'cut where c2 comes to be the last: nothing tells', expect: 'text', text: '톿', sets: '0123' },
      `${classicOf('0123', '톿鵻').slice(0, 11)}2`,
    ),
  ]
}

function bodyCases(): TestkitCase[] {
  const body = (name: string, about: string, cipher: string, rest: Omit<Reading, 'about'>) =>
    reading(name, { about, ...rest }, cipher)
  return [
    body('body-two-units', 'a body without its wrapper', bodyOf('0123', '你好'), {
      expect: 'text',
      text: '你好',
    }),
    body('body-one-unit', 'a body of 8 symbols is too short', '20231201', { expect: 'UNRECOGNIZED' }),
    body(
      'body-looks-wrapped',
      'what looks wrapped with n modulo 8 = 0, and is clearly a text',
      bodyOf('0123', '토요일에 시간 있어? 같이 영화 보러 갈래?'),
      { expect: 'text', text: '토요일에 시간 있어? 같이 영화 보러 갈래?' },
    ),
    body('body-looks-wrapped-damage', 'the same, and no clear text', bodyOf('0123', '퀃鳏'), {
      expect: 'DAMAGED',
    }),
    body('body-two-symbols', 'fewer than three different symbols', '呜~呜~呜~呜~'.repeat(2), {
      expect: 'DAMAGED',
      sets: '嗷呜啊~',
    }),
    body('body-repeats', 'a date twice: repeats every 8 symbols', '2023123120231231', { expect: 'DAMAGED' }),
    body('body-dates', 'two dates: no plausible text', '2023123120210123', { expect: 'DAMAGED' }),
    body('body-long-run', '16 times the same symbol', bodyOf('0123', 'Hi, \u0fed\ucba9, are you there?'), {
      expect: 'DAMAGED',
    }),
    body(
      'body-frame-without-beginning',
      'a frame that has lost its first two symbols',
      frameCase('', { about: '', set: '0123', type: 'RAW', text: 'See you tomorrow' }).cipher.slice(2),
      {
        expect: 'DAMAGED',
      },
    ),
    body(
      'body-plausible-only-at-first',
      'the first 16 units are text, the last are not',
      bodyOf(
        '0123',
        'See you tomorrow \u9f98\ub2a4\u3f12\u8a51\uc3b7\ue81c\u42d9\u7b06\u97e3\ub55a\u6c1f\u4b8e\uf2a1\u8e33\u3d07\ua94b',
      ),
      {
        expect: 'DAMAGED',
      },
    ),
    body(
      'body-arabic',
      'a script that the model hardly knows: units of one block',
      bodyOf('0123', 'أين المفاتيح؟'),
      {
        expect: 'text',
        text: 'أين المفاتيح؟',
      },
    ),
    body(
      'body-four-names',
      'four listed units, which the model does not shorten by two bytes',
      bodyOf('0123', '尚蒂利市'),
      {
        expect: 'text',
        text: '尚蒂利市',
      },
    ),
    body(
      'two-ciphers',
      'two classic ciphers, one after the other',
      classicOf('0123', 'Are you there?') + classicOf('0123', 'On my way'),
      {
        expect: 'DAMAGED',
      },
    ),
    body(
      'classic-after-markdown',
      'a classic cipher whose tildes a chat took for markup',
      classicOf('嗷呜啊~', '明天下午三点老地方见').replaceAll(/~~(.+?)~~/g, '$1'),
      {
        expect: 'DAMAGED',
      },
    ),
    body('body-looks-wrapped-short', '8 symbols in what looks like a wrapper', '31012102', {
      expect: 'DAMAGED',
    }),
    body('body-of-two-sets', 'only symbols that two enabled sets have', '呜~呜~呜~呜~'.repeat(2), {
      expect: 'UNRECOGNIZED',
      sets: '嗷呜啊~ 喵呜啊~',
    }),
    body('body-of-one-set', 'the same set where it is the only one', bodyOf('嗷呜啊~', '你好'), {
      expect: 'text',
      text: '你好',
      sets: '嗷呜啊~',
    }),
    body('body-of-a-cut-frame', 'begins as a frame does', bodyOf('0123', 'Ⱐ쀀'), { expect: 'DAMAGED' }),
    body('body-half-character', 'half a character', bodyOf('0123', 'See you \ud83d tomorrow'), {
      expect: 'DAMAGED',
    }),
  ]
}

const longText = Array.from({ length: 20_000 }, (_, i) =>
  String.fromCharCode((i * 40_503 + 77) & 0xffff),
).join('')

function acceptedFrames(): TestkitCase[] {
  const keyed = (['KEYPERM', 'STREAMXOR', 'VIGENERE', 'RC4'] as const).flatMap((type) => [
    frameCase(`${type.toLowerCase()}-model`, { about: 'a short text', type, text: '明天见', key: 'otter' }),
    frameCase(`${type.toLowerCase()}-utf16`, {
      about: 'what the model does not shorten',
      type,
      text: '\ud800\uffff\u0001\udc00'.repeat(12),
      key: 'otter',
    }),
  ])
  return [
    frameCase('raw-model', {
      about: 'the worked example of the page',
      set: '0123',
      type: 'RAW',
      text: '你好',
    }),
    frameCase('raw-english', { about: 'English', type: 'RAW', text: 'See you tomorrow at the station.' }),
    frameCase('raw-chinese', { about: 'Chinese', type: 'RAW', text: '今天天气不错，我们去公园吧。' }),
    frameCase('raw-mixed', {
      about: 'many scripts',
      type: 'RAW',
      text: 'Grüße, привет, こんにちは, 안녕, 😀👍🏽',
    }),
    frameCase('raw-address', {
      about: 'an address',
      type: 'RAW',
      text: 'https://example.com/a?b=1&c=%E4%BD%A0',
    }),
    frameCase('raw-json', {
      about: 'JSON with line feeds',
      type: 'RAW',
      text: '{\n  "ok": true,\n  "data": null\n}\n',
    }),
    frameCase('raw-repeated', { about: 'the match model', type: 'RAW', text: 'abcabcabd '.repeat(60) }),
    frameCase('raw-lone-surrogate', {
      about: 'half of a character',
      set: 'abcd',
      type: 'RAW',
      text: 'a\ud83d',
    }),
    frameCase('raw-unlisted', {
      about: 'units that the alphabet does not list',
      type: 'RAW',
      text: '\ue000ꙮ\u0e01ᚠᚡ',
    }),
    frameCase('raw-byte-order-mark', { about: 'a character like any other', type: 'RAW', text: '\ufeffhi' }),
    frameCase('raw-astral-symbols', {
      about: 'symbols beyond U+FFFF',
      set: '😺😸😻😼',
      type: 'RAW',
      text: 'Hi',
    }),
    frameCase('raw-folded-tilde', {
      about: 'U+FF5E in a set: the context has U+007E',
      set: '嗷呜啊～',
      type: 'RAW',
      text: 'Hi',
    }),
    frameCase('raw-utf16-longest', {
      about: '20,000 units in UTF-16',
      set: '0123',
      type: 'RAW',
      text: longText,
    }),
    frameCase('raw-model-longest', {
      about: '20,000 units through the model',
      set: '0123',
      type: 'RAW',
      text: 'a'.repeat(20_000),
    }),
    ...keyed,
    frameCase('key-normalised', {
      about: 'U+0065 U+0301 is the key é',
      type: 'STREAMXOR',
      text: 'hi',
      key: 'e\u0301',
    }),
    frameCase('key-spaces', { about: 'spaces count', type: 'STREAMXOR', text: 'hi', key: ' k ' }),
    frameCase('key-lone-surrogate', {
      about: 'a key without UTF-8',
      type: 'VIGENERE',
      text: 'hi',
      key: '\ud800',
    }),
    frameCase('key-longest', { about: '256 code points', type: 'RC4', text: 'hi', key: '😀'.repeat(256) }),
    frameCase('aesgcm-normal', {
      about: 'cost 0',
      type: 'AESGCM',
      text: '明天见',
      key: 'seven brave otters swim',
    }),
    frameCase('aesgcm-utf16', {
      about: 'cost 0, what the model does not shorten',
      type: 'AESGCM',
      text: '\ud800\uffff\u0001\udc00'.repeat(3),
      key: 'seven brave otters swim',
    }),
    frameCase('aesgcm-strong', { about: 'cost 1', type: 'AESGCM', text: '明天见', key: 'otter', cost: 1 }),
  ]
}

/** Changes a symbol of a cipher in digits. */
const changed = (cipher: string, at: number, by = 1): string =>
  cipher.slice(0, at) + ((Number(cipher.at(at)) + by) % 4) + cipher.slice(at).slice(1)

function refusedFrames(): TestkitCase[] {
  const setting = { symbols: symbolsOf('0123'), key: 'otter' }
  const hello = pack('你好')
  const raw = (packing: Packing, packed: Uint8Array) =>
    referenceWriteFrame(setting, { type: 'RAW', packing, packed, salt: new Uint8Array(0) })
  const keyedSalt = referenceSalt({ type: 'RC4', packing: hello.packing }, seeded(9, 6))
  const keyed = referenceWriteFrame(setting, {
    type: 'RC4',
    packing: hello.packing,
    packed: hello.bytes,
    salt: keyedSalt,
  })
  const aesSalt = referenceSalt({ type: 'AESGCM', packing: hello.packing }, seeded(9, 12))
  const aes = { type: 'AESGCM', packing: hello.packing, packed: hello.bytes, salt: aesSalt } as const
  const aesCipher = referenceWriteFrame(setting, aes)
  const intact = raw(hello.packing, hello.bytes)
  const refused = (
    name: string,
    about: string,
    cipher: string,
    expect: Reading['expect'] = 'DAMAGED',
    key?: string,
  ) => reading(name, { about, expect, ...(key !== undefined && { key }) }, cipher)
  const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16())
  return [
    refused('raw-changed', 'a symbol of the packed text changed', changed(intact, 7)),
    refused('raw-checksum-changed', 'a symbol of the checksum changed', changed(intact, intact.length - 3)),
    refused('raw-header-changed', 'a symbol of the header changed', changed(intact, 4)),
    refused('raw-swapped', 'two neighbours swapped', swapFirst(intact)),
    refused('raw-lost', 'a symbol lost', intact.slice(0, 8) + intact.slice(9)),
    refused('raw-added', 'a symbol added', `${intact.slice(0, 8)}0${intact.slice(8)}`),
    refused('raw-cut', 'the end lost, as many symbols as make a body', `${intact.slice(0, 16)}`),
    refused(
      'raw-other-set',
      'a set that is not enabled',
      intact.replaceAll('0', 'w').replaceAll('1', 'x').replaceAll('2', 'y').replaceAll('3', 'z'),
      'UNRECOGNIZED',
    ),
    refused('raw-no-text', 'no packed byte', raw(1, new Uint8Array(0))),
    refused('raw-odd-utf16', 'an odd number of bytes in UTF-16', raw(0, Uint8Array.of(0, 0x41, 0))),
    refused('raw-utf16-not-shortest', 'UTF-16 where the model is shorter', raw(0, utf16('你好'))),
    refused(
      'raw-model-not-canonical',
      'a byte more than the model writes',
      raw(1, Uint8Array.of(...hello.bytes, 0)),
    ),
    refused('raw-model-cut', 'a byte fewer than the model writes', raw(1, hello.bytes.slice(0, -1))),
    refused('raw-too-long', '20,001 units', raw(1, pack('a'.repeat(20_001)).bytes)),
    refused(
      'later-version',
      'the header that later versions have',
      `02300${'0'.repeat(32)}1`,
      'UNRECOGNIZED',
    ),
    refused('header-unknown', 'a header that no type has', `02301${'0'.repeat(32)}1`),
    refused('keyed-no-key', 'no key', keyed, 'KEY_NEEDED'),
    refused('keyed-wrong-key', 'another key', keyed, 'DAMAGED', 'Otter'),
    refused(
      'keyed-changed',
      'a symbol of the ciphertext changed',
      changed(keyed, keyed.length - 3),
      'DAMAGED',
      'otter',
    ),
    refused('keyed-salt-changed', 'a symbol of the salt changed', changed(keyed, 10), 'DAMAGED', 'otter'),
    refused(
      'keyed-packing-changed',
      'the first bit of the salt changed',
      changed(keyed, 5, 2),
      'DAMAGED',
      'otter',
    ),
    refused(
      'keyed-type-changed',
      'the header of RC4 made that of AESGCM',
      changed(keyed, 4, 2),
      'DAMAGED',
      'otter',
    ),
    refused('keyed-too-short', 'no byte of ciphertext', `02330${'0'.repeat(40)}1`, 'DAMAGED', 'otter'),
    refused('aesgcm-no-key', 'no key', aesCipher, 'KEY_NEEDED'),
    refused('aesgcm-wrong-key', 'another key', aesCipher, 'DAMAGED', 'Otter'),
    refused(
      'aesgcm-tag-changed',
      'a symbol of the tag changed',
      changed(aesCipher, aesCipher.length - 3),
      'DAMAGED',
      'otter',
    ),
    refused(
      'aesgcm-commitment-changed',
      'a symbol of the commitment changed',
      changed(aesCipher, 60),
      'DAMAGED',
      'otter',
    ),
    refused(
      'aesgcm-padded-length',
      'padded, and no multiple of 16 bytes: refused before a key is asked for',
      `02332${'1000'}${'0'.repeat(4 * 46)}1`,
    ),
    refused(
      'aesgcm-padding-not-shortest',
      'a step of padding more than needed',
      referenceWriteFrame(setting, {
        ...aes,
        padding: Uint8Array.of(0x80, ...new Uint8Array(31 - hello.bytes.length)),
      }),
      'DAMAGED',
      'otter',
    ),
    refused(
      'aesgcm-padding-without-mark',
      'zeros in place of 0x80',
      referenceWriteFrame(setting, { ...aes, padding: new Uint8Array(16 - hello.bytes.length) }),
      'DAMAGED',
      'otter',
    ),
    reading(
      'aesgcm-unpadded',
      {
        about: 'without padding, as the first encoders wrote it',
        expect: 'text',
        text: '你好',
        key: 'otter',
      },
      referenceWriteFrame(setting, {
        ...aes,
        salt: referenceSalt({ type: 'AESGCM', packing: hello.packing, padded: 0 }, seeded(9, 12)),
      }),
    ),
    refused(
      'aesgcm-foreign-commitment',
      'the tag fits the key, the commitment does not',
      referenceWriteFrame(setting, { ...aes, foreignCommitment: seeded(5, 16) }),
      'DAMAGED',
      'otter',
    ),
    refused('too-long', '200,001 code points', '0'.repeat(200_001), 'CIPHER_LENGTH'),
  ]
}

/** Swaps the first two different neighbours within the packed text. */
function swapFirst(cipher: string): string {
  const at = Array.from({ length: cipher.length - 8 }, (_, i) => i + 6).find(
    (i) => cipher[i] !== cipher[i + 1],
  )!
  return cipher.slice(0, at) + cipher[at + 1] + cipher[at] + cipher.slice(at + 2)
}
