/** The fast frames against the slow ones of test/reference, written from the format's description. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  createCharsetIndex,
  decode,
  detect,
  encode,
  type Scheme,
  shippedCharsets,
  typeOf,
} from '../src/index.ts'
import { packings, packText } from '../src/packing.ts'
import { anyKey, anyShippedCharset, anyShippedPreset, anyText, seededRandom } from './arbitraries.ts'
import { quickCosts, quickScrypt } from './native-scrypt.ts'
import { referencePack, referenceReadFrame, referenceUnpack, referenceWriteFrame } from './reference/frame.ts'

const index = createCharsetIndex(shippedCharsets)
const frameSchemes = anyShippedPreset.map(({ scheme }) => scheme).filter((scheme) => scheme.kind === 'frame')

const saltOf = (scheme: Scheme, seed: number): Uint8Array => {
  const type = typeOf(scheme)
  return seededRandom(seed)(type === 'RAW' ? 0 : type === 'AESGCM' ? 16 : 8)
}

const costOf = (scheme: Scheme): number =>
  scheme.kind === 'frame' && scheme.type === 'AESGCM' && scheme.cost === 'strong' ? 1 : 0

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
        const { packing, bytes } = packText(text)
        const frame = {
          type: typeOf(scheme),
          packing: packings.indexOf(packing),
          packed: bytes,
          salt: saltOf(scheme, seed),
          cost: costOf(scheme),
        }
        const setting = { symbols: charset.symbols, key, costs: quickCosts }
        expect(referenceWriteFrame(setting, frame)).toBe(cipher)
        const read = referenceReadFrame(setting, cipher)
        expect(referenceUnpack(read.packing, read.packed)).toBe(text)
      },
    ),
  )
})

test('what the reference writes, in any packing, is read', async () => {
  const packing = fc.integer({ min: 0, max: 3 })
  await fc.assert(
    fc.asyncProperty(
      anyShippedCharset,
      frameSchemes,
      anyText(100),
      anyKey,
      packing,
      async (charset, scheme, text, key, packing) => {
        fc.pre(text.isWellFormed() || packing === 0 || packing === 3)
        const frame = {
          type: typeOf(scheme),
          packing,
          packed: referencePack(packing, text),
          salt: saltOf(scheme, 3),
          cost: costOf(scheme),
        }
        const cipher = referenceWriteFrame({ symbols: charset.symbols, key, costs: quickCosts }, frame)
        const detection = detect(cipher, index)
        expect(detection.scheme).toEqual(scheme)
        expect(await decode(detection, { key, scrypt: quickScrypt })).toBe(text)
      },
    ),
  )
})
