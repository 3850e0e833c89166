/** Compares the fast frames with the slow ones of test/reference, which follow the format's description. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createCharsetIndex } from '../src/charset-index.ts'
import { decode } from '../src/decode.ts'
import { detect } from '../src/detect.ts'
import { encode } from '../src/encode.ts'
import { pack, unpack } from '../src/packing/packing.ts'
import { type Scheme, typeOf } from '../src/scheme.ts'
import { shippedCharsets } from '../src/shipped.ts'
import { anyKey, anyShippedCharset, anyShippedPreset, anyText, seededRandom } from './arbitraries.ts'
import { quickCosts, quickScrypt } from './native-scrypt.ts'
import { referenceReadFrame, referenceSalt, referenceWriteFrame } from './reference/frame.ts'

const index = createCharsetIndex(shippedCharsets)
const frameSchemes = anyShippedPreset.map(({ scheme }) => scheme).filter((scheme) => scheme.kind === 'frame')

/** Encodes a text as a frame with seeded random bytes. */
function frameOf(scheme: Scheme, text: string, seed: number) {
  const type = typeOf(scheme)
  const { packing, bytes: packed } = pack(text)
  const cost = scheme.kind === 'frame' && scheme.type === 'AESGCM' && scheme.cost === 'strong' ? 1 : 0
  if (type === 'RAW') return { type, packing, packed, salt: new Uint8Array(0) }
  const random = seededRandom(seed)(type === 'AESGCM' ? 12 : 6)
  return { type, packing, packed, salt: referenceSalt({ type, packing, cost }, random) }
}

test('the same packed text under the same salt makes the same cipher', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyShippedCharset,
      frameSchemes,
      anyText(100),
      anyKey,
      fc.nat(255),
      async (charset, scheme, text, key, seed) => {
        const cipher = await encode({
          text,
          charset,
          scheme,
          key,
          random: seededRandom(seed),
          scrypt: quickScrypt,
        })
        const setting = { symbols: charset.symbols, key, costs: quickCosts }
        const frame = frameOf(scheme, text, seed)
        expect(referenceWriteFrame(setting, frame)).toBe(cipher)
        const read = referenceReadFrame(setting, cipher)
        expect(unpack(frame.packing, read.packed)).toBe(text)
      },
    ),
  )
})

test('ciphers of the reference are read', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyShippedCharset,
      frameSchemes,
      anyText(100),
      anyKey,
      async (charset, scheme, text, key) => {
        const setting = { symbols: charset.symbols, key, costs: quickCosts }
        const cipher = referenceWriteFrame(setting, frameOf(scheme, text, 3))
        const detection = detect(cipher, index)
        expect(detection.scheme).toEqual(scheme)
        expect(await decode(detection, { key, scrypt: quickScrypt })).toBe(text)
      },
    ),
  )
})
