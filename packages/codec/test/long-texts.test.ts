import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createCharsetIndex } from '../src/charset-index.ts'
import { decode, decodeShort } from '../src/decode.ts'
import { detect } from '../src/detect.ts'
import { encode, encodeSync } from '../src/encode.ts'
import { type Packer, pack, unpack } from '../src/packing/packing.ts'
import { portableScrypt } from '../src/scrypt.ts'
import { shippedCharsets, shippedPresets } from '../src/shipped.ts'
import { anyText } from './arbitraries.ts'

const index = createCharsetIndex(shippedCharsets)
const charset = shippedCharsets[0]!
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const key = 'otter'
const schemes = shippedPresets.flatMap(({ scheme }) =>
  scheme.kind === 'frame' && scheme.type !== 'AESGCM' ? [scheme] : [],
)

test('a text is read short exactly if it has no more units than the limit', () => {
  fc.assert(
    fc.property(
      anyText(60),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(...schemes),
      (text, most, scheme) => {
        const detection = detect(encodeSync({ text, charset, scheme, key, random }), index)
        expect(decodeShort(detection, most, key)).toBe(text.length <= most ? text : undefined)
      },
    ),
  )
})

test('few bytes that spell a long text are not read short', () => {
  const cipher = encodeSync({ text: 'a'.repeat(20_000), charset, scheme: schemes[0]!, random })
  expect(cipher.length).toBeLessThan(500)
  expect(decodeShort(detect(cipher, index), 500)).toBeUndefined()
})

test('texts are packed and unpacked where the caller says, under every scheme without derivation', async () => {
  for (const scheme of schemes) {
    const calls: string[] = []
    const packer: Packer = {
      async pack(text) {
        calls.push('pack')
        return pack(text)
      },
      async unpack(packing, bytes) {
        calls.push('unpack')
        return unpack(packing, bytes)
      },
    }
    const text = '明天见，记得带伞'
    const cipher = await encode({ text, charset, scheme, key, random, scrypt: portableScrypt, packer })
    const read = await decode(detect(cipher, index), { key, scrypt: portableScrypt, packer })
    expect(read).toBe(text)
    expect(calls).toEqual(['pack', 'unpack'])
  }
})
