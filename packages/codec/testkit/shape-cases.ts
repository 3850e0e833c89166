/** Cases of how many symbols a cipher has, and of pieces that together have the shape of one. */
import { type ReferenceFrame, referenceSalt, referenceWriteFrame } from '../test/reference/frame.ts'
import {
  bodyOf,
  classicOf,
  frameCase,
  packAtFirst,
  type Reading,
  reading,
  seeded,
  symbolsOf,
  type TestkitCase,
} from './case.ts'

const digits = '0123'
const hello = classicOf(digits, '你好')
const rawIn = (text: string) => frameCase('', { about: '', set: digits, type: 'RAW', text }).cipher
const hi = rawIn('Hi')

/** A cipher with more symbols after its first ten. */
const longer = (cipher: string, by: number) => cipher.slice(0, 10) + '0'.repeat(by) + cipher.slice(10)

const refused = (
  name: string,
  about: string,
  cipher: string,
  expect: Reading['expect'] = 'DAMAGED',
): TestkitCase => reading(name, { about, expect, sets: digits }, cipher)

const accepted = (name: string, about: string, cipher: string, text: string): TestkitCase =>
  reading(name, { about, expect: 'text', text, sets: digits }, cipher)

/** Cases of lengths and of several pieces. */
export const shapeCases = (): TestkitCase[] => [...lengthCases(), ...pieceCases(), ...keyedPieceCases()]

function lengthCases(): TestkitCase[] {
  const longest = 'See you there. '.repeat(1667)
  return [
    ...[1, 2, 3, 4, 5, 6, 7].map((by) =>
      refused(`classic-length-${(4 + by) % 8}`, `${20 + by} symbols in a classic wrapper`, longer(hello, by)),
    ),
    ...[1, 2, 3, 5, 6, 7].map((by) =>
      refused(
        `frame-length-${(hi.length + by) % 8}`,
        `${hi.length + by} symbols in the wrapper of a frame`,
        longer(hi, by),
      ),
    ),
    refused('frame-empty', 'a frame without a body', '023111'),
    refused('later-version-empty', 'the same with the header of later versions', '023001'),
    refused('classic-three-symbols', 'the beginning of a classic cipher', '310', 'UNRECOGNIZED'),
    refused(
      'classic-foreign-before-length',
      'a foreign symbol, and a length that nothing has',
      `${hello.slice(0, 10)}x${hello.slice(10)}`,
      'UNRECOGNIZED',
    ),
    refused(
      'classic-length-of-a-frame',
      'the header of RC4 in a classic wrapper',
      `310302${'0'.repeat(43)}2`,
    ),
    refused('body-half-unit', 'a body of 20 symbols', `${bodyOf(digits, '你好')}0000`, 'UNRECOGNIZED'),
    accepted(
      'classic-three-in-a-row',
      'three classic ciphers without white space: nothing tells',
      hello + hello + hello,
      '\u4f60\u597d\u3ba5\uc6bf\ud391\u0b2c\u1539',
    ),
    accepted('classic-one-unit', 'the shortest classic cipher', classicOf(digits, 'x'), 'x'),
    accepted('classic-nonsense', 'in a wrapper every text is read', classicOf(digits, nonsense), nonsense),
    accepted(
      'classic-longest',
      '24,999 units',
      classicOf(digits, longest.slice(0, 24_999)),
      longest.slice(0, 24_999),
    ),
    accepted(
      'body-longest',
      '25,000 units',
      bodyOf(digits, longest.slice(0, 25_000)),
      longest.slice(0, 25_000),
    ),
  ]
}

const nonsense = '\u9f98\ub2a4\u3f12\u8a51\uc3b7\ue81c\u42d9'

const emptyFrame = referenceWriteFrame(
  { symbols: symbolsOf(digits) },
  { type: 'RAW', packing: 0, packed: new Uint8Array(0), salt: new Uint8Array(0) },
)

/** A body of three units. Its first half and its second are classic ciphers too. */
const herLook = bodyOf(digits, '크她看')

function pieceCases(): TestkitCase[] {
  const short = classicOf(digits, 'OK')
  const inPieces = (...pieces: string[]) => pieces.join('\n')
  return [
    refused(
      'pieces-one-unit',
      'pieces of one unit',
      inPieces(...['x', 'y', 'z'].map((text) => classicOf(digits, text))),
    ),
    refused(
      'pieces-two-units-nonsense',
      'two units are too few to judge',
      inPieces(short, classicOf(digits, '\u9f98\ub2a4'), short),
    ),
    unseen('pieces-three-units-nonsense', 'a piece of three units that is no plausible text', [
      short,
      classicOf(digits, '\u9f98\ub2a4\u3f12'),
      short,
    ]),
    unseen('pieces-half-character', 'a piece with half a character', [
      short,
      classicOf(digits, '\ud83d'),
      short,
    ]),
    unseen('pieces-end-nonsense', 'a piece whose end is no plausible text', [
      short,
      classicOf(digits, `See you tomorrow${nonsense}\u3434\u3501\ue123\uabcd\u4dc0\u2d45\u0e88\u1234\ua123`),
      short,
    ]),
    unseen('pieces-empty-wrapper', 'a piece that is a wrapper with nothing in it', [short, '3102', short]),
    unseen('pieces-empty-frame', 'pieces that are frames with nothing in them', [
      short,
      emptyFrame,
      emptyFrame,
      short,
    ]),
    unseen('pieces-other-length', 'pieces in a wrapper with 24 symbols', [
      short,
      longer(short, 4),
      longer(short, 4),
    ]),
    refused(
      'pieces-28',
      'three pieces of 28 symbols',
      inPieces(...['you', 'the', '你好吗'].map((text) => classicOf(digits, text))),
    ),
    accepted(
      'pieces-of-a-body',
      'pieces whose symbols together look like a wrapped body',
      `${herLook.slice(0, 12)} ${herLook.slice(12)}`,
      '크她看',
    ),
    unseen('pieces-other-order', 'a piece whose wrapper has another order', [
      short,
      `0${short.slice(1)}`,
      short,
    ]),
    unseen('pieces-other-end', 'a piece whose last symbol is of no wrapper', [
      short,
      `${short.slice(0, -1)}0`,
      short,
    ]),
    refused(
      'pieces-17-nonsense',
      'the 17th piece is not judged',
      inPieces(...Array.from({ length: 16 }, () => short), classicOf(digits, nonsense)),
    ),
    unseen('pieces-16-nonsense', 'the 16th piece is judged', [
      ...Array.from({ length: 15 }, () => short),
      classicOf(digits, nonsense),
      short,
    ]),
  ]
}

/** Pieces that are not all ciphers: together they are read as one. */
function unseen(name: string, about: string, pieces: readonly string[]): TestkitCase {
  return accepted(name, `${about}: read as one cipher`, pieces.join('\n'), textOfClassic(pieces.join('')))
}

/** The text of a classic cipher in digits. */
function textOfClassic(cipher: string): string {
  const nibbles = Array.from(cipher.slice(3, -1).match(/../g)!, (pair) => Number.parseInt(pair, 4))
  const shifted = nibbles.map((m, k) => (((m - k) % 16) + 16) % 16)
  return shifted.reduce(
    (text, _, k) =>
      k % 4 === 0
        ? text +
          String.fromCharCode(
            Number.parseInt(
              shifted
                .slice(k, k + 4)
                .map((n) => n.toString(16))
                .join(''),
              16,
            ),
          )
        : text,
    '',
  )
}

function keyedPieceCases(): TestkitCase[] {
  const { packing, bytes } = packAtFirst('hi')
  const keyedOf = (frame: Partial<ReferenceFrame> & { type: ReferenceFrame['type'] }) =>
    referenceWriteFrame(
      { symbols: symbolsOf(digits), key: 'otter' },
      { packing, packed: bytes, salt: referenceSalt({ type: frame.type, packing }, seeded(4, 6)), ...frame },
    )
  const keyed = keyedOf({ type: 'RC4' })
  const damagedRaw = `${hi.slice(0, -2)}${(Number(hi.at(-2)) + 1) % 4}1`
  const keyedPieces = (
    name: string,
    about: string,
    pieces: readonly string[],
    expect: 'DAMAGED' | 'KEY_NEEDED',
  ) =>
    refused(
      `keyed-pieces-${name}`,
      expect === 'DAMAGED' ? about : `${about}: one cipher, which needs a key`,
      pieces.join('\n'),
      expect,
    )
  const withHeader = (header: string) => `023${header}${keyed.slice(5)}`
  return [
    keyedPieces('raw', 'a RAW frame between keyed ones', [keyed, hi, keyed], 'DAMAGED'),
    keyedPieces(
      'raw-damaged',
      'a RAW frame with another checksum between',
      [keyed, damagedRaw, keyed],
      'KEY_NEEDED',
    ),
    keyedPieces(
      'classic',
      'classic ciphers between keyed ones',
      [keyed, hello, hello, keyed, keyed],
      'DAMAGED',
    ),
    keyedPieces(
      'unknown',
      'a header that no type has between',
      [keyed, withHeader('01'), keyed],
      'KEY_NEEDED',
    ),
    keyedPieces(
      'later',
      'the header of later versions between',
      [keyed, withHeader('00'), keyed],
      'KEY_NEEDED',
    ),
    keyedPieces(
      'impossible',
      'a frame without a packed byte between',
      [keyed, `02330${'2'.repeat(40)}1`, keyed],
      'KEY_NEEDED',
    ),
    keyedPieces(
      'shortest',
      'the shortest frame between',
      [keyed, `02330${'2'.repeat(44)}1`, keyed],
      'DAMAGED',
    ),
    keyedPieces('header-alone', 'a frame of six symbols between', [keyed, '023301', keyed], 'KEY_NEEDED'),
    keyedPieces(
      'other-end',
      'a frame whose last symbol is of no wrapper between',
      [keyed, `${hi.slice(0, -1)}0`, keyed],
      'KEY_NEEDED',
    ),
    keyedPieces(
      'other-beginning',
      'a frame whose first symbol is of no wrapper between',
      [keyed, `1${hi.slice(1)}`, keyed],
      'KEY_NEEDED',
    ),
    keyedPieces(
      '17-damaged',
      'the checksum of the 17th piece is not compared',
      [...Array.from({ length: 16 }, () => keyed), damagedRaw],
      'DAMAGED',
    ),
    keyedPieces(
      '16-damaged',
      'the checksum of the 16th piece is compared',
      [...Array.from({ length: 15 }, () => keyed), damagedRaw, keyed],
      'KEY_NEEDED',
    ),
  ]
}
