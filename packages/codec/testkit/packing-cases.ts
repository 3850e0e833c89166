/** Cases of which packing a text has, at the bounds between the two. */
import { referenceWriteFrame } from '../test/reference/frame.ts'
import { frameCase, packAtFirst, reading, symbolsOf, type TestkitCase, utf16Hex } from './case.ts'

const written = (packing: 0 | 1, packed: Uint8Array) =>
  referenceWriteFrame(
    { symbols: symbolsOf('0123'), key: undefined },
    { type: 'RAW', packing, packed, salt: new Uint8Array(0) },
  )

const refused = (name: string, about: string, cipher: string): TestkitCase =>
  reading(name, { about, expect: 'DAMAGED', sets: '0123' }, cipher)

const raw = (name: string, about: string, text: string) =>
  frameCase(name, { about, set: '0123', type: 'RAW', text })

/** Units that the model does not shorten. */
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => String.fromCharCode((i * 40_503 + 77) & 0xffff)).join('')

/** Cases of the bounds of both packings. */
export function packingCases(): TestkitCase[] {
  const tooLong = Uint8Array.from(Buffer.from(utf16Hex(many(20_001)), 'hex'))
  const there = packAtFirst('See you there').bytes
  return [
    raw('raw-one-unit', 'one unit through the model', '我'),
    raw('raw-one-unit-utf16', 'one unit that the model does not shorten', '\ud800'),
    raw('raw-one-byte-fewer', 'three bytes by the model, four in UTF-16', '学习'),
    raw('raw-as-many-bytes', 'four bytes by the model and in UTF-16', '怎属'),
    refused(
      'raw-as-many-bytes-by-model',
      'the same by the model',
      written(1, Uint8Array.of(0x43, 0x2e, 0xe4, 0x80)),
    ),
    refused('raw-one-byte-of-utf16', 'one byte of UTF-16', written(0, Uint8Array.of(0x78))),
    refused('raw-no-utf16', 'no byte of UTF-16', written(0, new Uint8Array(0))),
    refused('raw-utf16-too-long', '20,001 units of UTF-16', written(0, tooLong)),
    refused(
      'raw-model-other-last-byte',
      'another last byte that decodes to the same text',
      written(1, Uint8Array.of(...there.slice(0, -1), there.at(-1)! + 1)),
    ),
  ]
}
