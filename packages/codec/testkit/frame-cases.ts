/** Cases of frames that fail at one place: headers, lengths before a key is asked for, and each byte of a check. */
import { type PackedText, pack } from '../src/packing/packing.ts'
import {
  aesGcmKeys,
  type ReferenceFrame,
  type ReferenceType,
  referenceSalt,
  referenceWriteFrame,
} from '../test/reference/frame.ts'
import { frameCase, type Reading, reading, seeded, symbolsOf, type TestkitCase } from './case.ts'

const setting = { symbols: symbolsOf('0123'), key: 'otter' }
const hello = pack('你好')

const refused = (
  name: string,
  about: string,
  cipher: string,
  expect: Reading['expect'] = 'DAMAGED',
  key?: string,
): TestkitCase => reading(name, { about, expect, ...(key !== undefined && { key }) }, cipher)

const written = (type: ReferenceType, { packing, bytes }: PackedText, rest: Partial<ReferenceFrame> = {}) =>
  referenceWriteFrame(setting, {
    type,
    packing,
    packed: bytes,
    salt:
      type === 'RAW'
        ? new Uint8Array(0)
        : referenceSalt({ type, packing }, seeded(9, type === 'AESGCM' ? 12 : 6)),
    ...rest,
  })

/** Changes a symbol of a cipher in digits. */
const changed = (cipher: string, at: number): string =>
  cipher.slice(0, at) + ((Number(cipher[at]) + 1) % 4) + cipher.slice(at + 1)

/** Cases of frames; those of accepted ones and of wrong lengths for a text are in `testkit.ts`. */
export const frameCases = (): TestkitCase[] => [
  ...headerCases(),
  ...checkCases(),
  ...keyedLengthCases(),
  ...aesGcmLengthCases(),
  ...paddingCases(),
  ...keyCases(),
]

function headerCases(): TestkitCase[] {
  const unknown = ['03', '10', '12', '21', '23', '31', '33']
  return [
    ...unknown.map((header) =>
      refused(
        `header-unknown-${Number.parseInt(header, 4).toString(2).padStart(4, '0')}`,
        'a header that no type has',
        `023${header}${'0'.repeat(32)}1`,
      ),
    ),
    refused(
      'header-unknown-key',
      'the same with a key that is too long',
      `02321${'0'.repeat(32)}1`,
      'DAMAGED',
      'k'.repeat(257),
    ),
  ]
}

/** Symbols before the body of a frame, and of a byte. */
const bodyAt = 5
const symbolsPerByte = 4

function checkCases(): TestkitCase[] {
  const raw = written('RAW', hello)
  const keyed = written('RC4', hello)
  const aes = written('AESGCM', hello)
  const at = (byte: number) => bodyAt + symbolsPerByte * byte
  const { commitment } = aesGcmKeys(
    setting,
    referenceSalt({ type: 'AESGCM', packing: hello.packing }, seeded(9, 12)),
  )
  const foreign = (byte: number) => commitment.map((value, i) => (i === byte ? value ^ 1 : value))
  return [
    refused('raw-checksum-high', 'a bit of the first byte of the checksum', changed(raw, at(2))),
    refused('raw-checksum-low', 'a bit of the second byte of the checksum', changed(raw, at(3))),
    ...[0, 1, 2, 3].map((byte) =>
      refused(
        `keyed-tag-${byte}`,
        `a bit of byte ${byte} of the tag`,
        changed(keyed, at(6 + byte)),
        'DAMAGED',
        'otter',
      ),
    ),
    refused(
      'keyed-salt-last',
      'a bit of the last byte of the salt',
      changed(keyed, at(5)),
      'DAMAGED',
      'otter',
    ),
    refused(
      'keyed-ciphertext-first',
      'a bit of the first byte of the ciphertext',
      changed(keyed, at(10)),
      'DAMAGED',
      'otter',
    ),
    ...[0, 15].map((byte) =>
      refused(
        `aesgcm-foreign-commitment-${byte}`,
        `the tag fits, and the commitment does but for a bit of byte ${byte}`,
        written('AESGCM', hello, { foreignCommitment: foreign(byte) }),
        'DAMAGED',
        'otter',
      ),
    ),
    refused(
      'aesgcm-tag-first',
      'a bit of the first byte of the tag',
      changed(aes, at(44)),
      'DAMAGED',
      'otter',
    ),
    refused(
      'aesgcm-salt-last',
      'a bit of the last byte of the salt',
      changed(aes, at(11)),
      'DAMAGED',
      'otter',
    ),
    refused(
      'aesgcm-ciphertext-first',
      'a bit of the first byte of the ciphertext',
      changed(aes, at(28)),
      'DAMAGED',
      'otter',
    ),
  ]
}

/** A keyed frame without a key: what its length and the salt's first symbol tell decides. */
const withoutKey = (header: string, firstSymbol: number, bytes: number): string =>
  `023${header}${firstSymbol}${'0'.repeat(symbolsPerByte * bytes - 1)}1`

function keyedLengthCases(): TestkitCase[] {
  const length = (name: string, packingBit: 0 | 1, packed: number, isPossible: boolean) =>
    refused(
      `keyed-no-key-${name}`,
      `${packed} bytes, the packing's bit ${packingBit}, and no key`,
      withoutKey('30', 2 * packingBit, 10 + packed),
      isPossible ? 'KEY_NEEDED' : 'DAMAGED',
    )
  return [
    length('utf16-0', 0, 0, false),
    length('utf16-1', 0, 1, true),
    length('utf16-2', 0, 2, true),
    length('utf16-3', 0, 3, true),
    length('utf16-40000', 0, 40_000, true),
    length('utf16-40002', 0, 40_002, false),
    length('model-0', 1, 0, false),
    length('model-1', 1, 1, true),
    length('model-39999', 1, 39_999, true),
    length('model-40000', 1, 40_000, false),
    refused('keyed-no-salt', 'shorter than salt and tag', withoutKey('30', 2, 3)),
    ...(['KEYPERM', 'STREAMXOR', 'VIGENERE'] as const).map((type, i) =>
      refused(
        `${type.toLowerCase()}-no-key-utf16-3`,
        'an odd length, which digits may have, and no key',
        withoutKey(['02', '20', '22'][i]!, 0, 13),
        'KEY_NEEDED',
      ),
    ),
  ]
}

function aesGcmLengthCases(): TestkitCase[] {
  const length = (name: string, firstSymbol: 0 | 1 | 2 | 3, bytes: number, isPossible: boolean) =>
    refused(
      `aesgcm-no-key-${name}`,
      `${bytes} bytes, ${firstSymbol & 1 ? 'padded' : 'not padded'}, of packing ${firstSymbol >> 1}, and no key`,
      withoutKey('32', firstSymbol, 44 + bytes),
      isPossible ? 'KEY_NEEDED' : 'DAMAGED',
    )
  return [
    length('padded-0', 3, 0, false),
    length('padded-15', 3, 15, false),
    length('padded-16', 3, 16, true),
    length('padded-17', 3, 17, false),
    length('padded-utf16-16', 1, 16, true),
    length('padded-40016', 1, 40_016, true),
    length('padded-40032', 1, 40_032, false),
    length('unpadded-0', 2, 0, false),
    length('unpadded-1', 2, 1, true),
    length('unpadded-utf16-2', 0, 2, true),
    length('unpadded-utf16-3', 0, 3, false),
  ]
}

/** A text whose packed form has this length modulo 16. */
function textOfPackedLength(length: number): string {
  const words = 'The ferry leaves at noon from the old harbour, and we meet at the corner of the market.'
  return Array.from({ length: words.length }, (_, i) => words.slice(0, i + 1)).find(
    (text) => pack(text).bytes.length % 16 === length,
  )!
}

function paddingCases(): TestkitCase[] {
  const key = 'otter'
  const aes = (rest: Partial<ReferenceFrame>, packed: PackedText = hello) => written('AESGCM', packed, rest)
  const zeros = (count: number) => Array.from({ length: count }, () => 0)
  const empty: PackedText = { packing: 1, bytes: new Uint8Array(0) }
  return [
    frameCase('aesgcm-padding-1', {
      about: 'a byte of padding, the mark',
      type: 'AESGCM',
      text: textOfPackedLength(15),
      key,
    }),
    frameCase('aesgcm-padding-16', {
      about: '16 bytes of padding',
      type: 'AESGCM',
      text: textOfPackedLength(0),
      key,
    }),
    refused(
      'aesgcm-padding-other-mark',
      'the mark 0x40',
      aes({ padding: Uint8Array.of(0x40, ...zeros(13)) }),
      'DAMAGED',
      key,
    ),
    refused(
      'aesgcm-padding-not-zero',
      'a byte after the mark that is not zero',
      aes({ padding: Uint8Array.of(0x80, ...zeros(12), 1) }),
      'DAMAGED',
      key,
    ),
    refused(
      'aesgcm-padding-all',
      'nothing but padding',
      aes({ padding: Uint8Array.of(0x80, ...zeros(15)) }, empty),
      'DAMAGED',
      key,
    ),
    refused(
      'aesgcm-padding-zeros',
      'nothing but zeros',
      aes({ padding: Uint8Array.from(zeros(16)) }, empty),
      'DAMAGED',
      key,
    ),
    refused(
      'aesgcm-padded-odd-utf16',
      'three bytes of UTF-16 before the padding',
      aes(
        { padding: Uint8Array.of(0x80, ...zeros(12)) },
        { packing: 0, bytes: Uint8Array.of(0xd8, 0, 0xff) },
      ),
      'DAMAGED',
      key,
    ),
    refused(
      'aesgcm-padded-not-canonical',
      'UTF-16 where the model is shorter',
      aes({}, { packing: 0, bytes: Uint8Array.of(0x4f, 0x60, 0x59, 0x7d) }),
      'DAMAGED',
      key,
    ),
  ]
}

function keyCases(): TestkitCase[] {
  const keyed = written('RC4', hello)
  const raw = written('RAW', hello)
  return [
    refused('key-empty', 'an empty key is no key', keyed, 'KEY_NEEDED', ''),
    reading('raw-key', { about: 'RAW ignores a key', expect: 'text', text: '你好', key: 'otter' }, raw),
    refused('key-257-surrogates', '257 lone surrogates', keyed, 'KEY_LENGTH', '\udc00'.repeat(257)),
    frameCase('key-256-surrogates', {
      about: '256 lone surrogates',
      type: 'RC4',
      text: 'hi',
      key: '\udc00'.repeat(256),
    }),
    refused(
      'key-long-before-tag',
      'a key that is too long is seen before the tag',
      changed(keyed, 30),
      'KEY_LENGTH',
      'k'.repeat(257),
    ),
    frameCase('key-followed-by-nul', {
      about: 'a key followed by NUL is another key',
      type: 'STREAMXOR',
      text: 'hi',
      key: 'otter\0',
    }),
    frameCase('key-order', {
      about: 'NFC puts combining characters in order',
      type: 'STREAMXOR',
      text: 'hi',
      key: 'a\u0301\u0323',
    }),
    frameCase('key-hangul', {
      about: 'NFC joins Hangul',
      type: 'STREAMXOR',
      text: 'hi',
      key: '\u1112\u1161\u11ab',
    }),
  ]
}
