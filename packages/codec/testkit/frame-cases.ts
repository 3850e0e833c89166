/** Cases of frames that fail at one place: headers, lengths before a key is asked for, and each byte of a check. */
import { pack } from '../src/packing/packing.ts'
import { aesGcmKeys, referenceSalt } from '../test/reference/frame.ts'
import { seeded, type TestkitCase } from './case.ts'
import {
  bodyAt,
  changed,
  hello,
  refused,
  setting,
  symbolsPerByte,
  withoutKey,
  written,
} from './written-frame.ts'

/** Cases of frames; those of accepted ones and of wrong lengths for a text are in `testkit.ts`. */
export const frameCases = (): TestkitCase[] => [...headerCases(), ...checkCases(), ...keyedLengthCases()]

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

const digits = written('RAW', pack('k7#Qv!x2Lp9@'))
const digitsDamaged = changed(digits, digits.length - 2)

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
    refused('digits-checksum-low', 'a bit of the checksum of digits', digitsDamaged),
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
    ...(['KEYPERM', 'STREAMXOR', 'VIGENERE'] as const).flatMap((type, i) => {
      const header = ['02', '20', '22'][i]!
      const name = `${type.toLowerCase()}-no-key`
      return [
        refused(
          `${name}-utf16-3`,
          'an odd length, which digits may have, and no key',
          withoutKey(header, 0, 13),
          'KEY_NEEDED',
        ),
        refused(`${name}-model-0`, 'no byte after salt and tag', withoutKey(header, 2, 10)),
        refused(
          `${name}-model-1`,
          'one byte after salt and tag, and no key',
          withoutKey(header, 2, 11),
          'KEY_NEEDED',
        ),
      ]
    }),
  ]
}
