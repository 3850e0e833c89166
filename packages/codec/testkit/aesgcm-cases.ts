/** Cases of lengths and padding of AESGCM. */
import type { PackedText } from '../src/packing/packing.ts'
import type { ReferenceFrame } from '../test/reference/frame.ts'
import { frameCase, packAtFirst, type TestkitCase } from './case.ts'
import { hello, refused, withoutKey, written } from './written-frame.ts'

/** Cases of AESGCM; those of its checks are in `frame-cases.ts`. */
export const aesGcmCases = (): TestkitCase[] => [...lengthCases(), ...paddingCases()]

function lengthCases(): TestkitCase[] {
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
    (text) => packAtFirst(text).bytes.length % 16 === length,
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
