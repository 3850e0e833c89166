import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createCharsetIndex } from '../src/charset-index.ts'
import { decode, decodeSync } from '../src/decode.ts'
import { detect } from '../src/detect.ts'
import { encode, encodeSync } from '../src/encode.ts'
import type { CodecError } from '../src/failure.ts'
import { maxCipherCodePoints } from '../src/limits.ts'
import { pack } from '../src/packing/packing.ts'
import { derivationCosts } from '../src/scheme.ts'
import { shippedCharsets, shippedPresets } from '../src/shipped.ts'
import { anyKey, anyShippedCharset, anyShippedPreset, anyText, seededRandom } from './arbitraries.ts'
import { nativeScrypt, quickScrypt } from './native-scrypt.ts'

const index = createCharsetIndex(shippedCharsets)

/** A text whose units a compressor can't shorten. */
const incompressibleText = (length: number): string => {
  const units = new Uint16Array(length)
  let state = 0x9e3779b9
  for (let i = 0; i < length; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    units[i] = state
  }
  return Array.from(units, (unit) => String.fromCharCode(unit)).join('')
}

test('decoding inverts encoding, for any text and key, in every set and preset', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyShippedCharset,
      anyShippedPreset,
      anyText(),
      anyKey,
      fc.nat(255),
      async (charset, { scheme }, text, key, seed) => {
        const cipher = await encode({
          text,
          charset,
          scheme,
          key,
          random: seededRandom(seed),
          scrypt: quickScrypt,
        })
        expect(await decode(detect(cipher, index), { key, scrypt: quickScrypt })).toBe(text)
      },
    ),
    { numRuns: 300 },
  )
})

/**
 * Every set and every preset, each with one of the other kind, because a preset's result does not depend on the
 * symbols. `PICTOGLYPH_PROOF=1` combines all.
 */
const setsAndPresets =
  process.env.PICTOGLYPH_PROOF === '1'
    ? index.charsets.flatMap((charset) => shippedPresets.map((preset) => [charset, preset] as const))
    : Array.from(
        { length: Math.max(index.charsets.length, shippedPresets.length) },
        (_, at) =>
          [index.charsets[at % index.charsets.length]!, shippedPresets[at % shippedPresets.length]!] as const,
      )

test.each([
  ['incompressible', incompressibleText(20_000)],
  ['the same letter', 'a'.repeat(20_000)],
  ['Chinese', '今天天气不错我们去公园散步吧你觉得怎么样呢'.repeat(1000).slice(0, 20_000)],
  ['emoji', '😀😺'.repeat(5000)],
  ['lone surrogates', '\udc00\ud800'.repeat(10_000)],
])('the longest text fits its cipher into the limit and comes back: %s', async (_, text) => {
  for (const [charset, { scheme }] of setsAndPresets) {
    const key = 'a key'
    const cipher = await encode({ text, charset, scheme, key, random: seededRandom(7), scrypt: quickScrypt })
    expect(Array.from(cipher).length).toBeLessThanOrEqual(maxCipherCodePoints)
    const decoded = await decode(detect(cipher, index), { key, scrypt: quickScrypt })
    expect(decoded === text).toBeTrue()
  }
})

test('texts of every short length come back', () => {
  const text = incompressibleText(70)
  for (let length = 1; length <= text.length; length++) {
    for (const charset of index.charsets) {
      const scheme = { kind: 'frame', type: 'RAW' } as const
      const cipher = encodeSync({ text: text.slice(0, length), charset, scheme, random: seededRandom(1) })
      expect(decodeSync(detect(cipher, index))).toBe(text.slice(0, length))
    }
  }
})

test('a text of no units or one too many is refused by every scheme', async () => {
  for (const text of ['', 'a'.repeat(20_001)]) {
    for (const { scheme } of shippedPresets) {
      const encoding = encode({
        text,
        charset: index.charsets[0]!,
        scheme,
        key: 'k',
        random: seededRandom(1),
        scrypt: quickScrypt,
      })
      expect(await encoding.catch((error) => (error as CodecError).code)).toBe('TEXT_LENGTH')
    }
  }
})

test('a frame has the documented number of symbols beyond four per packed byte', async () => {
  const overheads = {
    compact: 14,
    keyperm: 46,
    streamxor: 46,
    vigenere: 46,
    rc4: 46,
  }
  for (const [id, overhead] of Object.entries(overheads)) {
    const { scheme } = shippedPresets.find((preset) => preset.id === id)!
    const [text, charset] = ['今天天气不错，我们去公园吧。', index.get('digits')!]
    const request = { text, charset, scheme, key: 'k', random: seededRandom(1), scrypt: quickScrypt }
    expect(await encode(request)).toHaveLength(overhead + 4 * pack(text).bytes.length)
  }
})

test('the length of an AESGCM frame reveals the packed length in steps of 16 bytes', async () => {
  const { scheme } = shippedPresets.find((preset) => preset.id === 'aesgcm')!
  for (const text of [
    'y',
    'no',
    'yes',
    'a'.repeat(999),
    '\uffff\ud800\u0001'.repeat(8),
    '今天天气不错，我们去公园吧。',
  ]) {
    const request = {
      text,
      charset: index.get('digits')!,
      scheme,
      key: 'k',
      random: seededRandom(1),
      scrypt: quickScrypt,
    }
    const cipher = await encode(request)
    const padded = 16 * (1 + Math.floor(pack(text).bytes.length / 16))
    expect(cipher).toHaveLength(182 + 4 * padded)
    expect(await decode(detect(cipher, index), { key: 'k', scrypt: quickScrypt })).toBe(text)
  }
})

test('the shipped derivations open what they sealed', async () => {
  for (const cost of derivationCosts) {
    const scheme = { kind: 'frame', type: 'AESGCM', cost } as const
    const request = { text: '兽', charset: index.charsets[0]!, scheme, key: 'k', random: seededRandom(3) }
    const cipher = await encode({ ...request, scrypt: nativeScrypt })
    expect(detect(cipher, index).scheme).toEqual(scheme)
    expect(await decode(detect(cipher, index), { key: 'k', scrypt: nativeScrypt })).toBe('兽')
  }
})

test('a source of random bytes that gives too few is refused', () => {
  const scheme = { kind: 'frame', type: 'RC4' } as const
  const random = () => new Uint8Array(5)
  expect(() => encodeSync({ text: 'a', charset: index.charsets[0]!, scheme, key: 'k', random })).toThrow(
    RangeError,
  )
})
