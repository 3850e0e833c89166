import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createCharsetIndex } from '../src/charset-index.ts'
import { decode, decodeSync } from '../src/decode.ts'
import { detect } from '../src/detect.ts'
import { encode, encodeSync } from '../src/encode.ts'
import { CodecError } from '../src/failure.ts'
import { pack } from '../src/packing/packing.ts'
import { shippedCharsets, shippedPresets } from '../src/shipped.ts'
import { anyKey, anyText, seededRandom } from './arbitraries.ts'
import { countCalls, quickCosts, quickScrypt } from './native-scrypt.ts'
import { referenceSalt, referenceWriteFrame } from './reference/frame.ts'

const index = createCharsetIndex(shippedCharsets)
const charset = index.get('digits')!
const keyedPresets = shippedPresets.filter(({ scheme }) => scheme.kind === 'frame' && scheme.type !== 'RAW')

const seal = (presetId: string, key: string | undefined, text = 'secret', seed = 9) =>
  encode({
    text,
    charset,
    scheme: shippedPresets.find(({ id }) => id === presetId)!.scheme,
    key,
    random: seededRandom(seed),
    scrypt: quickScrypt,
  })

const open = (cipher: string, key: string | undefined, scrypt = quickScrypt) =>
  decode(detect(cipher, index), { key, scrypt })

const failureOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise
  } catch (error) {
    if (error instanceof CodecError) return `${error.code} ${error.message}`
    throw error
  }
  return 'no failure'
}

const wrongKeyOrDamage = 'DAMAGED The cipher is damaged, or the key is not the one it was made with.'

test.each(keyedPresets.map(({ id }) => id))(
  '%s: no key, or an empty one, is refused both ways',
  async (id) => {
    const cipher = await seal(id, 'k')
    for (const missing of [undefined, '']) {
      expect(await failureOf(seal(id, missing))).toStartWith('KEY_NEEDED')
      expect(await failureOf(open(cipher, missing))).toStartWith('KEY_NEEDED')
    }
  },
)

test.each(keyedPresets.map(({ id }) => id))('%s: a wrong key fails as damage does', async (id) => {
  const cipher = await seal(id, 'right')
  const last = cipher.length - 2
  const damagedCipher = cipher.slice(0, last) + ((Number(cipher[last]) + 1) % 4) + cipher.slice(last + 1)
  expect(await failureOf(open(cipher, 'wrong'))).toBe(wrongKeyOrDamage)
  expect(await failureOf(open(damagedCipher, 'right'))).toBe(wrongKeyOrDamage)
})

test.each(keyedPresets.map(({ id }) => id))(
  '%s: keys that look alike are told apart, or are one',
  async (id) => {
    const cipher = await seal(id, 'é')
    expect(await open(cipher, 'e\u0301')).toBe('secret')
    for (const other of [' é', 'é ', 'É', 'é\0', 'e'])
      expect(await failureOf(open(cipher, other))).toBe(wrongKeyOrDamage)
    const loneSurrogate = await seal(id, '\ud800')
    expect(await failureOf(open(loneSurrogate, '\ud801'))).toBe(wrongKeyOrDamage)
    expect(await failureOf(open(loneSurrogate, '\ufffd'))).toBe(wrongKeyOrDamage)
  },
)

test('any other key fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...keyedPresets),
      anyText(20),
      anyKey,
      anyKey,
      async ({ id }, text, right, wrong) => {
        fc.pre(right.normalize('NFC') !== wrong.normalize('NFC'))
        expect(await failureOf(open(await seal(id, right, text), wrong))).toBe(wrongKeyOrDamage)
      },
    ),
  )
})

test('the same text under the same key gives another cipher each time', async () => {
  for (const { id } of keyedPresets) {
    expect(await seal(id, 'k', 'secret', 1)).not.toBe(await seal(id, 'k', 'secret', 2))
  }
})

test('nothing is derived before the shape is right and a key is there, nor for other types', async () => {
  const { scrypt, calls } = countCalls(quickScrypt)
  const cipher = await seal('aesgcm', 'k')
  await failureOf(open(cipher, undefined, scrypt))
  for (const misshapen of [
    cipher.slice(1),
    `${cipher}0`,
    cipher.slice(0, 100) + cipher.slice(-2),
    `023${cipher.slice(2)}`,
  ]) {
    await failureOf((async () => open(misshapen, 'k', scrypt))())
  }
  await open(await seal('rc4', 'k'), 'k', scrypt)
  expect(calls()).toBe(0)
  await open(cipher, 'k', scrypt)
  expect(calls()).toBe(1)
})

test('AESGCM: a packed text without padding, as older versions wrote it, is read', async () => {
  const setting = { symbols: charset.symbols, key: 'k', costs: quickCosts }
  const { packing, bytes: packed } = pack('secret')
  const salt = referenceSalt({ type: 'AESGCM', packing, padded: 0 }, seededRandom(4)(12))
  expect(await open(referenceWriteFrame(setting, { type: 'AESGCM', packing, packed, salt }), 'k')).toBe(
    'secret',
  )
})

test('AESGCM: padding that no encoder writes is refused', async () => {
  const setting = { symbols: charset.symbols, key: 'k', costs: quickCosts }
  const { packing, bytes: packed } = pack('secret')
  const salt = referenceSalt({ type: 'AESGCM', packing }, seededRandom(4)(12))
  const rest = 16 - packed.length
  for (const padding of [
    Uint8Array.of(...new Uint8Array(rest - 1), 0x80),
    Uint8Array.of(0x80, ...new Uint8Array(rest + 15)),
    new Uint8Array(rest),
    Uint8Array.of(0x80, ...new Uint8Array(rest)),
  ]) {
    const cipher = referenceWriteFrame(setting, { type: 'AESGCM', packing, packed, salt, padding })
    expect(await failureOf((async () => open(cipher, 'k'))())).toMatch(/damaged/)
  }
})

test('AESGCM: a ciphertext whose tag fits the key, but which commits to another, is refused', async () => {
  const setting = { symbols: charset.symbols, key: 'k', costs: quickCosts }
  const { packing, bytes: packed } = pack('secret')
  const salt = referenceSalt({ type: 'AESGCM', packing }, seededRandom(4)(12))
  const frame = { type: 'AESGCM', packing, packed, salt } as const
  expect(await open(referenceWriteFrame(setting, frame), 'k')).toBe('secret')
  const foreignCommitment = seededRandom(5)(16)
  const committedElsewhere = referenceWriteFrame(setting, { ...frame, foreignCommitment })
  expect(await failureOf(open(committedElsewhere, 'k'))).toBe(wrongKeyOrDamage)
})

test('AESGCM is not opened synchronously', async () => {
  const cipher = await seal('aesgcm', 'k')
  expect(() => decodeSync(detect(cipher, index), 'k')).toThrow('asynchronous')
})

test('a key sent for a cipher without one is ignored', () => {
  const cipher = encodeSync({
    text: 'a',
    charset,
    scheme: { kind: 'frame', type: 'RAW' },
    key: 'k',
    random: seededRandom(1),
  })
  expect(decodeSync(detect(cipher, index), 'other')).toBe('a')
})

test('the rejection of a derivation is passed on', async () => {
  const busy = new Error('busy')
  const cipher = await seal('aesgcm', 'k')
  expect(open(cipher, 'k', () => Promise.reject(busy))).rejects.toBe(busy)
})
