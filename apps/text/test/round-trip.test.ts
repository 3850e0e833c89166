import { afterAll, expect, test } from 'bun:test'
import { shippedCharsets, shippedPresets } from '@pictoglyph/codec/shipped'
import fc from 'fast-check'
import { readAnswer } from './answers.ts'
import { openTextSite } from './text-site.ts'

const isProof = process.env.PICTOGLYPH_PROOF === '1'

const site = await openTextSite()
afterAll(() => site[Symbol.asyncDispose]())

async function roundTrip(text: string, charsetId: string, algorithmId: string, key: string): Promise<string> {
  const request = { text, charsetId, algorithmId, key }
  const encrypted = await readAnswer(await site.post('/api/public/encrypt', request))
  const { cipher } = encrypted.data
  return (await readAnswer(await site.post('/api/public/decrypt', { cipher, key }))).data.text
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 60 })
    .map((units) => String.fromCharCode(...units)),
)
const anyKey = fc.string({ unit: 'binary', minLength: 1, maxLength: 100 })
const anyCharset = fc.constantFrom(...shippedCharsets.map(({ id }) => id))
const quickPresets = shippedPresets.filter(({ id }) => !id.startsWith('aesgcm')).map(({ id }) => id)

test('every text comes back through every set and preset, lone surrogates too', async () => {
  const anyPreset = fc.constantFrom(...quickPresets)
  await fc.assert(
    fc.asyncProperty(anyText, anyCharset, anyPreset, anyKey, async (text, charset, preset, key) => {
      expect(await roundTrip(text, charset, preset, key)).toBe(text)
    }),
    { numRuns: isProof ? 20_000 : 300 },
  )
})

test('every text also comes back through the presets that derive a key', async () => {
  const anyPreset = isProof ? fc.constantFrom('aesgcm', 'aesgcm-strong') : fc.constant('aesgcm')
  await fc.assert(
    fc.asyncProperty(anyText, anyCharset, anyPreset, anyKey, async (text, charset, preset, key) => {
      expect(await roundTrip(text, charset, preset, key)).toBe(text)
    }),
    { numRuns: isProof ? 100 : 3 },
  )
})

test('the longest texts come back through every set and preset', async () => {
  const longest = {
    'Chinese characters': Array.from({ length: 20_000 }, (_, i) =>
      String.fromCharCode(0x4e00 + ((i * 7919) % 20_000)),
    ),
    'lone surrogates': Array.from({ length: 20_000 }, (_, i) =>
      String.fromCharCode(0xd800 + ((i * 31) % 1024)),
    ),
  }
  const sets = isProof ? shippedCharsets.map(({ id }) => id) : ['cats']
  for (const units of Object.values(longest)) {
    const text = units.join('')
    for (const charset of sets) {
      for (const preset of quickPresets) expect(await roundTrip(text, charset, preset, 'key')).toBe(text)
    }
  }
}, 60_000)
