import { expect, test } from 'bun:test'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { dictionaryText } from '../src/dictionary.ts'
import { CodecError } from '../src/index.ts'
import { InflateError, inflate } from '../src/inflate.ts'
import { type Packing, packings, packText, unpackText } from '../src/packing.ts'
import { anyText } from './arbitraries.ts'
import { referencePack, referenceUnpack } from './reference/frame.ts'

const noDictionary = new Uint8Array(0)
const limitBytes = 60_000

function inflated(input: Uint8Array, dictionary = noDictionary, limit = limitBytes): Uint8Array | null {
  try {
    return inflate(input, dictionary, limit)
  } catch (error) {
    if (error instanceof InflateError) return null
    throw error
  }
}

const unpacked = (packing: Packing, bytes: Uint8Array): string | null => {
  try {
    return unpackText({ packing, bytes })
  } catch (error) {
    if (error instanceof CodecError && error.code === 'DAMAGED') return null
    throw error
  }
}

test('unpacking inverts packing, and zlib reads the same', () => {
  fc.assert(
    fc.property(anyText(400), (text) => {
      const { packing, bytes } = packText(text)
      expect(unpackText({ packing, bytes })).toBe(text)
      expect(referenceUnpack(packings.indexOf(packing), bytes)).toBe(text)
    }),
  )
})

test('what zlib packs in any way is unpacked', () => {
  fc.assert(
    fc.property(anyText(400), fc.constantFrom(...packings), (text, packing) => {
      fc.pre(text.isWellFormed() || packing.endsWith('utf-16'))
      expect(unpackText({ packing, bytes: referencePack(packings.indexOf(packing), text) })).toBe(text)
    }),
  )
})

test('the packing is never longer than UTF-16 or UTF-8', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const utf8Bytes = text.isWellFormed() ? Buffer.byteLength(text) : Number.POSITIVE_INFINITY
      expect(packText(text).bytes.length).toBeLessThanOrEqual(Math.min(2 * text.length, utf8Bytes))
    }),
  )
})

test('a byte order mark is text like any other', () => {
  for (const text of ['\ufeff', '\ufeffa', 'a\ufeff', '\ufeff'.repeat(100)]) {
    const { packing, bytes } = packText(text)
    expect(unpackText({ packing, bytes })).toBe(text)
    for (const code of packings.keys()) {
      expect(unpackText({ packing: packings[code]!, bytes: referencePack(code, text) })).toBe(text)
    }
  }
})

test.each([
  ['utf-16', '00'],
  ['utf-16', '004100'],
  ['utf-16', ''],
  ['utf-8', ''],
  ['utf-8', 'ff'],
  ['utf-8', 'c080'],
  ['utf-8', 'eda080'],
  ['deflated utf-8', '0300'],
  ['deflated utf-16', '4b0400'],
  ['deflated utf-16', '6370640000'],
] as const)('%s of the bytes "%s" is damage', (packing, hex) => {
  expect(unpacked(packing, Uint8Array.from(Buffer.from(hex, 'hex')))).toBeNull()
})

test('texts longer than the limit are damage in every packing', () => {
  for (const [code, packing] of packings.entries()) {
    expect(unpacked(packing, referencePack(code, 'a'.repeat(20_000)))).toHaveLength(20_000)
    expect(unpacked(packing, referencePack(code, 'a'.repeat(20_001)))).toBeNull()
  }
})

test('decompression stops at its bound, however much a stream holds', () => {
  const bomb = deflateRawSync(new Uint8Array(50_000_000), { level: 9 })
  expect(bomb.length).toBeLessThan(50_000)
  expect(inflated(bomb)).toBeNull()
  const stored = deflateRawSync(new Uint8Array(limitBytes + 1), { level: 0 })
  expect(inflated(stored)).toBeNull()
  expect(inflated(stored, noDictionary, limitBytes + 1)).toHaveLength(limitBytes + 1)
})

test('a stream of more blocks than any compressor makes is refused', () => {
  const emptyBlock = [0, 0, 0, 0xff, 0xff]
  const stream = (blocks: number) => {
    const bytes = Uint8Array.from({ length: 5 * blocks }, (_, i) => emptyBlock[i % 5]!)
    bytes[5 * (blocks - 1)] = 1
    return bytes
  }
  expect(inflated(stream(1024))).toHaveLength(0)
  expect(inflated(stream(1025))).toBeNull()
  const manyBlocks = deflateRawSync(
    Uint8Array.from({ length: limitBytes }, (_, i) => (i * i) >> 3),
    { memLevel: 1 },
  )
  expect(inflated(manyBlocks)).toHaveLength(limitBytes)
})

test('decompression agrees with zlib on streams of every kind', () => {
  const options = fc.record({
    level: fc.integer({ min: 0, max: 9 }),
    strategy: fc.integer({ min: 0, max: 4 }),
    memLevel: fc.integer({ min: 1, max: 9 }),
  })
  const data = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc.array(fc.constantFrom(0, 1, 2), { maxLength: 5000 }).map((bytes) => Uint8Array.from(bytes)),
  )
  fc.assert(
    fc.property(data, fc.uint8Array({ maxLength: 300 }), options, (bytes, dictionary, setting) => {
      const withDictionary = dictionary.length > 0 ? { ...setting, dictionary } : setting
      expect(inflated(deflateRawSync(bytes, withDictionary), dictionary)).toEqual(bytes)
    }),
  )
})

test('a damaged stream is read as zlib reads it, or refused as by zlib', () => {
  const compressible = fc.array(fc.integer({ min: 97, max: 110 }), { minLength: 1, maxLength: 400 })
  const data = fc.oneof(fc.array(fc.nat(255), { minLength: 1, maxLength: 200 }), compressible)
  const change = fc.tuple(fc.oneof(fc.nat(20), fc.nat()), fc.nat(7))
  fc.assert(
    fc.property(data, fc.array(change, { minLength: 1, maxLength: 3 }), (bytes, changes) => {
      const stream = Uint8Array.from(deflateRawSync(Uint8Array.from(bytes)))
      for (const [at, bit] of changes) stream[at % stream.length]! ^= 1 << bit
      expectReadAsByZlib(stream)
    }),
    { numRuns: 5000 },
  )
})

test('random bytes, many of which begin as a block does, are read as zlib reads them, or refused as by zlib', () => {
  const lastDynamicBlock = fc.nat(31).map((rest) => (rest << 3) | 0b101)
  fc.assert(
    fc.property(fc.option(lastDynamicBlock), fc.uint8Array({ minLength: 1, maxLength: 60 }), (first, rest) =>
      expectReadAsByZlib(first === null ? rest : Uint8Array.of(first, ...rest)),
    ),
    { numRuns: 5000 },
  )
})

/** Only zlib passes over bits that are set after the end of a stream, in its last byte. */
function expectReadAsByZlib(stream: Uint8Array): void {
  const output = inflated(stream)
  const expected = zlibInflated(stream)
  if (output !== null || expected === null) {
    expect(output).toEqual(expected)
    return
  }
  const last = stream.length - 1
  const withoutBitsAfter = [1, 2, 3, 4, 5, 6, 7].map((kept) =>
    inflated(stream.with(last, stream[last]! & ((1 << kept) - 1))),
  )
  expect(withoutBitsAfter).toContainEqual(expected)
}

/** What zlib makes of a stream that ends in its last byte; null for others. */
function zlibInflated(stream: Uint8Array): Uint8Array | null {
  try {
    const { buffer, engine } = inflateRawSync(stream, { info: true }) as unknown as InflatedWithInfo
    return engine.bytesWritten === stream.length ? Uint8Array.from(buffer) : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^Z_(DATA|BUF)_ERROR$/.test(String(error.code)))
      return null
    throw error
  }
}

/** What zlib gives with `info`, of which the types of Node's functions say nothing. */
interface InflatedWithInfo {
  readonly buffer: Uint8Array
  /** How much of the stream was read. */
  readonly engine: { readonly bytesWritten: number }
}

/** A stream of bits written in its order, filled up with zeros. */
function streamOf(bits: string): Uint8Array {
  const byteAt = (at: number) => Number.parseInt([...bits.slice(at, at + 8)].reverse().join(''), 2)
  return Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) => byteAt(8 * i))
}

test('a stored block begins at any bit of a byte', () => {
  for (let literals = 0; literals < 8; literals++) {
    const fixed = `010${'111111111'.repeat(literals)}0000000`
    const stream = Uint8Array.of(...streamOf(`${fixed}100`), 1, 0, 0xfe, 0xff, 7)
    expect(inflated(stream)).toEqual(Uint8Array.of(...new Array<number>(literals).fill(255), 7))
  }
})

test('every stream cut short or followed by a byte is refused', () => {
  const stream = Uint8Array.from(deflateRawSync(Buffer.from(dictionaryText.slice(0, 600))))
  expect(inflated(stream)).not.toBeNull()
  for (let length = 0; length < stream.length; length++)
    expect(inflated(stream.subarray(0, length))).toBeNull()
  expect(inflated(Uint8Array.of(...stream, 0))).toBeNull()
})
