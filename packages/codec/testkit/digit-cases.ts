/** Cases of packing 2: each mode and type with its stages, and what a decoder has to refuse. */
import { DigitWriter } from '../src/packing/digit-coder.ts'
import { packDigits } from '../src/packing/digit-packing.ts'
import { pack, packedByModel } from '../src/packing/packing.ts'
import { type ReferenceFrame, referenceSalt, referenceWriteFrame } from '../test/reference/frame.ts'
import { seededNumbers } from '../test/sample/damages.ts'
import { packedCase, reading, saltBytes, seeded, symbolsOf, type TestkitCase } from './case.ts'
import { symbolsPerByte } from './written-frame.ts'

export function digitCases(): TestkitCase[] {
  return [...acceptedDigits(), ...refusedDigits()]
}

const password = 'k7#Qv!x2Lp9@'
const digest = 'd41d8cd98f00b204e9800998ecf8427e'

/** SHA-512 of nothing. */
const sha512 =
  'cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e'

/** Characters of a range in any order. */
function anyOf(length: number, count: number, first: number): string {
  const random = seededNumbers(length)
  return Array.from({ length }, () => String.fromCharCode(first + Math.floor(count * random()))).join('')
}

/** A text for each mode. */
const modes: readonly (readonly [name: string, about: string, text: string])[] = [
  [
    'digits-utf8',
    'characters of one to four bytes of UTF-8',
    '\u007f\u00e9\u07ff\u0800\u{1f63a}\u{10ffff}\0',
  ],
  ['digits-utf8-surrogate', 'half of a character as digits', 'q\ud800\u0000z\u001f\u007fW'],
  ['digits-utf8-one', 'one character: the number is one less', '\u007f'],
  ['digits-ascii', 'printable ASCII, a password', password],
  ['digits-numbers', 'numbers and dates', '2026-11-29T07:58:13.482Z'],
  ['digits-hex-small', 'hexadecimal in small letters', digest],
  ['digits-hex-capital', 'hexadecimal in capitals, a UUID', '6BA7B810-9DAD-11D1-80B4-00C04FD430C8'],
  ['digits-base64', 'Base64', 'x3JJHMbDL1EzLkh9GBhXDw=='],
  ['digits-long', 'bytes are written out of the state', sha512],
  [
    'digits-utf8-bounds',
    'the first and the last character of each length in UTF-8',
    '\u0001\u0002\uffff\u0003\u{10000}\u0004\u0080\u007f',
  ],
  ['digits-hex-12', 'twelve digits, which the state holds, but not with the mode', 'd41d8cd98f09'],
  ['digits-nul', 'the smallest number is a byte', '\0'],
  ['digits-longer', 'more bytes are written out of the state', anyOf(400, 0x5f, 0x20)],
  ['digits-ascii-bounds', 'the first and the last character of printable ASCII', '~ }|{z !"#$%&()*+ ~'],
]

function acceptedDigits(): TestkitCase[] {
  const [key, set] = ['otter', '0123']
  return [
    ...modes.map(([name, about, text]) => packedCase(name, { about, set, type: 'RAW', text }, pack(text))),
    ...(['KEYPERM', 'STREAMXOR', 'VIGENERE', 'RC4', 'AESGCM'] as const).map((type) =>
      packedCase(
        `digits-${type.toLowerCase()}`,
        { about: 'a password', type, text: password, key },
        pack(password),
      ),
    ),
    packedCase(
      'digits-padding-whole',
      {
        about: 'a step of padding where the digits fill theirs',
        type: 'AESGCM',
        text: digest.slice(0, 29),
        key,
      },
      pack(digest.slice(0, 29)),
    ),
  ]
}

/** The bytes of a mode's mark and digits, in the order of reading. */
function digitBytes(...[first, ...others]: readonly (readonly [digit: number, radix: number])[]): Uint8Array {
  const writer = new DigitWriter()
  for (const [digit, radix] of others.toReversed()) writer.write(digit, radix)
  return writer.finish(...first!)
}

const numbers = seededNumbers(1)
const tooLong = Array.from({ length: 20_001 }, () =>
  String.fromCharCode(33 + Math.floor(94 * numbers())),
).join('')

const asciiDigits = (text: string) => Array.from(text, (_, i) => [text.charCodeAt(i) - 31, 96] as const)

/** Symbols from the last byte of a frame to its end. */
const lastByte = symbolsPerByte + 1

function refusedDigits(): TestkitCase[] {
  const key = 'otter'
  const cipherOf = (frame: Omit<ReferenceFrame, 'salt'>) => {
    const { type, packing } = frame
    const salt =
      type === 'RAW' ? new Uint8Array(0) : referenceSalt({ type, packing }, seeded(3, saltBytes[type]))
    return referenceWriteFrame({ symbols: symbolsOf('0123'), key }, { ...frame, salt })
  }
  const damaged = (name: string, about: string, cipher: string) =>
    reading(`digits-${name}`, { about, expect: 'DAMAGED', sets: '0123', key }, cipher)
  const refused = (name: string, about: string, frame: Omit<ReferenceFrame, 'salt'>) =>
    damaged(name, about, cipherOf(frame))
  const raw = (packed: Uint8Array) => ({ type: 'RAW', packing: 2, packed }) as const
  const odd = packDigits('k7#Qv!x2Lp9@m')
  const marked = cipherOf(raw(odd))
  const unmarked = cipherOf({ ...raw(odd), toldPacking: 0 })
  const byModel = { packing: 1, packed: packedByModel('hi there')! } as const
  const lead = (codePoint: number) =>
    [
      [144, 146],
      [codePoint - 0x800, 63_488],
    ] as const
  const padding = (mark: number, { length }: Uint8Array) =>
    Uint8Array.of(mark, ...new Uint8Array(15 - length))
  return [
    reading(
      'digits-unpadded-length',
      { about: 'an odd length that is not padded is impossible, and seen before the key', expect: 'DAMAGED' },
      `02332${'0'.repeat(4 * (12 + 16 + 3 + 16))}1`,
    ),
    refused('zero-first', 'a zero byte before the first', raw(Uint8Array.of(0, ...odd))),
    refused(
      'no-character',
      'the digit 0, which no character has',
      raw(digitBytes([7, 16], [3, 18], [0, 18], [5, 18])),
    ),
    refused(
      'no-lead',
      'the lead 0, which no character has',
      raw(digitBytes([0, 2], [66, 146], [0, 146], [67, 146])),
    ),
    refused(
      'other-mode',
      'hexadecimal in the mode of ASCII',
      raw(digitBytes([1, 4], ...asciiDigits(digest))),
    ),
    refused(
      'pair-as-two',
      'a surrogate pair as two characters',
      raw(digitBytes([0, 2], [2, 146], ...lead(0xd83d), ...lead(0xde3a), [1, 146])),
    ),
    refused('model-shorter', 'what the model packs shorter', raw(packDigits('hi there, see you'))),
    refused('model-as-short', 'what the model packs in as many bytes', raw(packDigits('éqé'))),
    refused('utf16-as-short', 'what UTF-16 packs in as many bytes', raw(packDigits('ñж'))),
    refused('too-long', '20,001 units', raw(packDigits(tooLong))),
    refused('told-utf16', 'the checksum of UTF-16', { ...raw(odd), toldPacking: 0 }),
    damaged(
      'mark-high',
      'the mark in the first byte of the checksum alone',
      marked.slice(0, -lastByte) + unmarked.slice(-lastByte),
    ),
    damaged(
      'mark-low',
      'the mark in the second byte of the checksum alone',
      unmarked.slice(0, -lastByte) + marked.slice(-lastByte),
    ),
    refused('told-in-model', 'the mark in the checksum under the header of the model', {
      type: 'RAW',
      ...byModel,
      toldPacking: 2,
    }),
    refused('tag-of-utf16', 'the first four bytes of the HMAC', {
      type: 'RC4',
      packing: 2,
      packed: odd,
      toldPacking: 0,
    }),
    refused('tag-in-model', 'the next four bytes of the HMAC where the salt says the model', {
      type: 'RC4',
      ...byModel,
      toldPacking: 2,
    }),
    refused('padding-of-utf16', '0x80 after digits', {
      type: 'AESGCM',
      packing: 2,
      packed: odd,
      toldPacking: 0,
    }),
    refused('padding-in-model', '0x81 where the salt says the model', {
      type: 'AESGCM',
      ...byModel,
      toldPacking: 2,
    }),
    refused('padding-unknown', '0x82 after digits', {
      type: 'AESGCM',
      packing: 2,
      packed: odd,
      padding: padding(0x82, odd),
    }),
  ]
}
