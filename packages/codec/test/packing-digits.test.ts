/** The packing by digits, and the choice among the three packings. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DigitReader, DigitWriter } from '../src/packing/digit-coder.ts'
import { packDigits, unpackDigits } from '../src/packing/digit-packing.ts'
import { packByModel } from '../src/packing/model-packing.ts'
import {
  loadModel,
  maxPackedBytes,
  type Packing,
  pack,
  packedByModel,
  unpackShort,
} from '../src/packing/packing.ts'
import { encodeUtf16 } from '../src/text-bytes.ts'
import { anySecret, anyText } from './arbitraries.ts'
import { referenceDigitPack, referenceDigitUnpack } from './reference/digits.ts'
import { seededNumbers } from './sample/damages.ts'

const isProof = Boolean(process.env.PICTOGLYPH_PROOF)
const maxUnits = 20_000
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const anyOfBoth = fc.oneof(anySecret(80), anyText(80))

/** Bytes of UTF-8; three for a lone surrogate. */
const utf8Length = (text: string): number => Buffer.byteLength(text)

test('the slow reference packs every text to the same digits, and reads them', () => {
  fc.assert(
    fc.property(anyOfBoth, (text) => {
      const bytes = packDigits(text)
      expect(bytes).toEqual(referenceDigitPack(text))
      expect(unpackDigits(bytes, maxUnits)).toBe(text)
      expect(referenceDigitUnpack(bytes)).toBe(text)
    }),
    { numRuns: isProof ? 20_000 : 500 },
  )
})

test('every bytes are read or refused as the slow reference does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
      expect(unpackDigits(bytes, maxUnits)).toBe(referenceDigitUnpack(bytes))
    }),
    { numRuns: isProof ? 20_000 : 500 },
  )
})

test('every character alone is packed as digits and comes back', () => {
  const wrong: number[] = []
  for (let codePoint = 0; codePoint < 0x110000; codePoint += isProof || codePoint < 0x11000 ? 1 : 251) {
    const text = String.fromCodePoint(codePoint)
    if (unpackDigits(packDigits(text), maxUnits) !== text) wrong.push(codePoint)
  }
  expect(wrong).toEqual([])
})

/** The state from which a byte is read, and the radices in use. */
const lowerBound = 2 ** 20 * 3 ** 2 * 11 * 23 * 31 * 73
const radices = [2, 4, 16, 18, 22, 69, 96, 128, 146, 63_488, 2 ** 20]

/** Writes digits in the order of reading, and reads them. */
function writeAndRead(digits: readonly (readonly [digit: number, radix: number])[]): number[] {
  const writer = new DigitWriter()
  for (const [digit, radix] of digits.slice(1).toReversed()) writer.write(digit, radix)
  const bytes = writer.finish(...digits[0]!)
  expect(bytes.length > 1 && bytes[0] === 0).toBeFalse()
  const reader = new DigitReader(bytes)
  expect(reader.first(digits[0]![1])).toBe(digits[0]![0])
  const read = digits.map(([, radix], i) => (i === 0 ? reader.readFirst(radix) : reader.read(radix)))
  expect(reader.isAtEnd).toBeTrue()
  return read
}

test('digits of any radices come back', () => {
  const anyDigit = fc
    .constantFrom(...radices)
    .chain((radix) => fc.tuple(fc.integer({ min: 0, max: radix - 1 }), fc.constant(radix)))
  fc.assert(
    fc.property(fc.array(anyDigit, { maxLength: 40 }), anyDigit, (others, first) => {
      const digits = [first, ...others, [1, 2] as const]
      expect(writeAndRead(digits)).toEqual(digits.map(([digit]) => digit))
    }),
    { numRuns: isProof ? 20_000 : 500 },
  )
})

test('digits come back where the state is at a bound', () => {
  const step = 2 ** 20
  for (const radix of radices)
    for (const bound of [lowerBound, lowerBound / radix, 256 * (lowerBound / radix), 256 * lowerBound])
      for (const state of [-2, -1, 0, 1, 2].map((more) => bound + more).filter((x) => x < 256 * lowerBound)) {
        const digits = [state % step, Math.floor(state / step) % step, Math.floor(state / step ** 2)]
        const written = digits.map((digit) => [digit, step] as const)
        for (const first of [2, 4, 16].map((most) => [most - 1, most] as const)) {
          expect(writeAndRead([first, ...written])).toEqual([first[0], ...digits])
          expect(writeAndRead([first, [radix - 1, radix], ...written])).toEqual([
            first[0],
            radix - 1,
            ...digits,
          ])
        }
      }
})

test('no text is longer than in UTF-8 or UTF-16, or than by the model', () => {
  fc.assert(
    fc.property(anyOfBoth, (text) => {
      const { length } = pack(text).bytes
      expect(length).toBeLessThanOrEqual(utf8Length(text))
      expect(length).toBeLessThanOrEqual(2 * text.length)
      expect(length).toBeLessThanOrEqual(packedByModel(text)?.length ?? Number.POSITIVE_INFINITY)
      expect(length).toBeLessThanOrEqual(packDigits(text).length)
    }),
    { numRuns: isProof ? 20_000 : 500 },
  )
  for (let unit = 0; unit < 0x10000; unit += isProof ? 1 : 37) {
    const text = String.fromCharCode(unit)
    expect(pack(text).bytes.length).toBeLessThanOrEqual(utf8Length(text))
  }
})

/** The ways to pack a text in the order of preference; the model only where it saves something. */
function waysOf(text: string): [Packing, Uint8Array][] {
  const byModel = packedByModel(text)
  return [
    ...(byModel === null ? [] : [[1, byModel] as [Packing, Uint8Array]]),
    [0, encodeUtf16(text)],
    [2, packDigits(text)],
  ]
}

test('the way with the fewest bytes is taken, of equal ones the model, then UTF-16', () => {
  fc.assert(
    fc.property(anyOfBoth, (text) => {
      const [packing, bytes] = waysOf(text).toSorted(([, a], [, b]) => a.length - b.length)[0]!
      expect(pack(text)).toEqual({ packing, bytes })
    }),
  )
})

test('digits are read only where an encoder takes them; the other ways as before', () => {
  fc.assert(
    fc.property(anyOfBoth, (text) => {
      const taken = pack(text).packing
      for (const [packing, bytes] of waysOf(text)) {
        const isRead = packing === 2 ? taken === 2 : packing === (packedByModel(text) === null ? 0 : 1)
        expect([packing, unpackShort(packing, bytes, maxUnits)]).toEqual([packing, isRead ? text : undefined])
      }
    }),
  )
})

test('bytes of digits are refused unless their text packs to the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const text = unpackShort(2, bytes, maxUnits)
      if (text !== undefined) expect(pack(text)).toEqual({ packing: 2, bytes })
    }),
    { numRuns: isProof ? 20_000 : 1000 },
  )
})

test('a text of digits is read short exactly if it has no more units than the limit', () => {
  fc.assert(
    fc.property(anySecret(60), fc.integer({ min: 1, max: 60 }), (text, most) => {
      expect(unpackDigits(packDigits(text), most)).toBe(text.length <= most ? text : null)
    }),
  )
})

test('texts of the greatest length are packed as digits and come back, one unit more is refused', () => {
  const text = random(base64, maxUnits + 1, 5)
  const longest = text.slice(0, maxUnits)
  const { packing, bytes } = pack(longest)
  expect(packing).toBe(2)
  expect(unpackShort(packing, bytes, maxUnits) === longest).toBeTrue()
  expect(unpackDigits(packDigits(text), maxUnits)).toBeNull()
})

test('hostile bytes of digits are refused, however many units they spell', () => {
  for (const fill of [0x00, 0xff, 0x55])
    expect(unpackShort(2, new Uint8Array(maxPackedBytes - 1).fill(fill), maxUnits)).toBeUndefined()
  for (const length of [0, maxPackedBytes, maxPackedBytes + 1])
    expect(unpackShort(2, new Uint8Array(length).fill(0x55), maxUnits)).toBeUndefined()
})

test('packing by the model stops at a limit exactly if it takes as many bytes', () => {
  const model = loadModel()
  fc.assert(
    fc.property(anyText(40), fc.integer({ min: 0, max: 90 }), (text, limit) => {
      const bytes = packByModel(model, text)
      expect(packByModel(model, text, limit)).toEqual(bytes !== null && bytes.length < limit ? bytes : null)
    }),
  )
})

function random(characters: string, length: number, seed: number): string {
  const next = seededNumbers(seed)
  return Array.from({ length }, () => characters[Math.floor(next() * characters.length)]).join('')
}

test.each([
  ['16 hexadecimal digits', '0123456789abcdef', 16, 3.2],
  ['32 hexadecimal digits', '0123456789ABCDEF', 32, 3.2],
  ['24 characters of Base64', base64, 24, 4.6],
  ['12 printable characters', String.fromCharCode(...Array.from({ length: 94 }, (_, i) => 33 + i)), 12, 4.75],
])('a frame of %s has few symbols a character', (_, characters, length, most) => {
  const counts = Array.from(
    { length: 50 },
    (_, seed) => 14 + 4 * pack(random(characters, length, seed)).bytes.length,
  )
  expect(counts.reduce((sum, count) => sum + count) / (50 * length)).toBeLessThanOrEqual(most)
})
