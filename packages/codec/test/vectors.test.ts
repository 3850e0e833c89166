/** The published vectors of docs/cipher-vectors.json, with the codec and with the reference. */
import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import published from '../../../docs/cipher-vectors.json' with { type: 'json' }
import { dictionaryText } from '../src/dictionary.ts'
import {
  CodecError,
  createCharsetIndex,
  decode,
  decodeSync,
  detect,
  encode,
  isAlgorithmType,
  schemeOf,
  shippedCharsets,
} from '../src/index.ts'
import { type Packing, packings, packText, unpackText } from '../src/packing.ts'
import { encodeUtf8, encodeUtf16 } from '../src/text-bytes.ts'
import { symbolsOf } from './arbitraries.ts'
import { nativeScrypt } from './native-scrypt.ts'
import {
  aesGcmKeys,
  keyedKeys,
  referenceKeyMaterial,
  referenceReadFrame,
  referenceWriteFrame,
} from './reference/frame.ts'
import { referenceReading } from './reference/reading.ts'

interface FrameVector {
  readonly id: string
  readonly symbols: string
  readonly type: string
  readonly variant: string
  readonly text?: string
  readonly textUtf16Hex?: string
  readonly textRecipe?: string
  readonly packing: string
  readonly packedHex: string
  readonly key?: string
  readonly keyUtf16Hex?: string
  readonly randomHex?: string
  readonly keyMaterialHex?: string
  readonly masterKeyHex?: string
  readonly subkeysHex?: string
  readonly cipher: string
}

const frames: readonly FrameVector[] = published.frames
const index = createCharsetIndex(shippedCharsets)

const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const fromUtf16Hex = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const named = frames.map((vector) => [vector.id, vector] as const)

const textOf = ({ textUtf16Hex }: FrameVector): string =>
  textUtf16Hex === undefined ? 'a'.repeat(20_000) : fromUtf16Hex(textUtf16Hex)

const keyOf = ({ key, keyUtf16Hex }: FrameVector): string | undefined =>
  keyUtf16Hex === undefined ? key : fromUtf16Hex(keyUtf16Hex)

function typeOfVector({ type }: FrameVector) {
  if (!isAlgorithmType(type)) throw new Error(`no such type: ${type}`)
  return type
}

test('the dictionary is the published one', () => {
  const { dictionary } = published
  expect(dictionaryText).toBe(dictionary.text)
  expect(encodeUtf8(dictionaryText)).toHaveLength(dictionary.utf8Bytes)
  expect(encodeUtf16(dictionaryText)).toHaveLength(dictionary.utf16Bytes)
  expect(sha256(encodeUtf8(dictionaryText))).toBe(dictionary.utf8Sha256)
  expect(sha256(encodeUtf16(dictionaryText))).toBe(dictionary.utf16Sha256)
})

test.each(named)('frame %s is written and read', async (_, vector) => {
  const scheme = schemeOf(typeOfVector(vector), vector.variant)
  const text = textOf(vector)
  const key = keyOf(vector)
  const charset = { id: 'vector', name: 'Vector', symbols: symbolsOf(vector.symbols) }
  const random = () => fromHex(vector.randomHex ?? '')
  expect(vector.text ?? text).toBe(text)
  expect(await encode({ text, charset, scheme, key, random, scrypt: nativeScrypt })).toBe(vector.cipher)
  const detection = detect(vector.cipher, index)
  expect(detection.scheme).toEqual(scheme)
  expect(await decode(detection, { key, scrypt: nativeScrypt })).toBe(text)
})

test.each(named)('frame %s holds what is published of it', (_, vector) => {
  const packing = vector.packing as Packing
  const packed = fromHex(vector.packedHex)
  expect(packText(textOf(vector))).toEqual({ packing, bytes: packed })
  expect(unpackText({ packing, bytes: packed })).toBe(textOf(vector))
  const setting = { symbols: symbolsOf(vector.symbols), key: keyOf(vector) }
  const frame = referenceReadFrame(setting, vector.cipher)
  expect(packings[frame.packing]).toBe(packing)
  expect(toHex(frame.packed)).toBe(vector.packedHex)
  expect(toHex(frame.salt)).toBe(vector.randomHex ?? '')
  expect(referenceWriteFrame(setting, frame)).toBe(vector.cipher)
})

test.each(named.filter(([, { keyMaterialHex }]) => keyMaterialHex !== undefined))(
  'frame %s has the published keys',
  (_, vector) => {
    expect(toHex(referenceKeyMaterial(keyOf(vector)!))).toBe(vector.keyMaterialHex!)
    expect(derivedKeysOf(vector)).toEqual({ master: vector.masterKeyHex, subkeys: vector.subkeysHex! })
  },
)

function derivedKeysOf(vector: FrameVector): { master: string | undefined; subkeys: string } {
  const type = typeOfVector(vector)
  const setting = { symbols: symbolsOf(vector.symbols), key: keyOf(vector) }
  const salt = fromHex(vector.randomHex!)
  if (type !== 'AESGCM') {
    const { cipher, mac } = keyedKeys(setting, type, salt)
    return { master: undefined, subkeys: toHex(cipher) + toHex(mac) }
  }
  const { master, key, nonce, commitment } = aesGcmKeys(setting, vector.variant === 'strong' ? 1 : 0, salt)
  return { master: toHex(master), subkeys: [key, nonce, commitment].map(toHex).join('') }
}

test.each(published.readings.map((reading) => [reading.about, reading] as const))(
  'reading %s',
  (_, reading) => {
    const enabled = reading.enabled.map((symbols) => ({
      id: symbols,
      name: symbols,
      symbols: symbolsOf(symbols),
    }))
    const { refusal, textUtf16Hex } = reading
    const text = textUtf16Hex === undefined ? reading.text : fromUtf16Hex(textUtf16Hex)
    const expected = refusal === undefined ? { text } : { refusal }
    expect<unknown>(outcomeOf(reading.cipher, createCharsetIndex(enabled))).toEqual(expected)
    const slow = referenceReading(
      reading.cipher,
      enabled.map(({ symbols }) => symbols),
    )
    if (slow !== 'frame') expect<unknown>(slow).toEqual(expected)
  },
)

function outcomeOf(cipher: string, sets: typeof index): { text: string } | { refusal: string } {
  try {
    return { text: decodeSync(detect(cipher, sets)) }
  } catch (error) {
    if (error instanceof CodecError) return { refusal: error.code }
    throw error
  }
}
