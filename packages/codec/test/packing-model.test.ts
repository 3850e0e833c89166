import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { CodecError } from '../src/failure.ts'
import { codeLevels, createAlphabet } from '../src/packing/alphabet.ts'
import { codeContexts } from '../src/packing/contexts.ts'
import { createModel } from '../src/packing/model.ts'
import { packByModel, unpackByModel } from '../src/packing/model-packing.ts'
import { createNumberReader } from '../src/packing/number-code.ts'
import {
  maxPackedBytes,
  type Packing,
  pack,
  packedByModel,
  tableBytes,
  unpack,
} from '../src/packing/packing.ts'
import { tableSha256 } from '../src/packing/table-base64.ts'
import { anyText } from './arbitraries.ts'
import { readTable, referenceModelPack, referenceModelUnpack } from './reference/model.ts'

const table = readTable(tableBytes())

const samples = [
  'a',
  '\0',
  '\ud800',
  '\udc00\ud800',
  '好',
  '今晚一起吃饭吗？',
  'See you at eight, then.',
  '😂😂😂 ok',
  'abcabcabcabcabcabcabcabc',
  'line\nline\r\nline\n\n',
  '{"id":1,"name":"x"}',
  '\uffff\ufffe\ufeff',
  '𠮷野家で𠮷野家',
]

const unpackedOrNull = (packing: Packing, bytes: Uint8Array): string | null => {
  try {
    return unpack(packing, bytes)
  } catch (error) {
    if (error instanceof CodecError && error.code === 'DAMAGED') return null
    throw error
  }
}

test('unpacking inverts packing, for every text of sixteen bits a unit', () => {
  const units = fc.array(fc.nat(0xffff), { minLength: 1, maxLength: 60 })
  const wild = units.map((codes) => String.fromCharCode(...codes))
  fc.assert(
    fc.property(fc.oneof(anyText(300), wild, fc.constantFrom(...samples)), (text) => {
      const { packing, bytes } = pack(text)
      expect(unpack(packing, bytes)).toBe(text)
      expect(bytes.length).toBeLessThanOrEqual(2 * text.length)
    }),
  )
})

test('texts of the greatest length are packed and unpacked', () => {
  const random = Array.from({ length: 20_000 }, (_, i) =>
    String.fromCharCode((i * i * 40_503 + i) & 0xffff),
  ).join('')
  for (const text of ['好'.repeat(20_000), 'ab'.repeat(10_000), random]) {
    const { packing, bytes } = pack(text)
    expect(unpack(packing, bytes)).toBe(text)
  }
  expect(pack(random).packing).toBe(0)
})

/** `PICTOGLYPH_PROOF=1` makes the bytes again with the slow reference, which takes a quarter of a minute. */
test.each([
  ['好'.repeat(20_000), '8195fa6e7f8f94ea78e46aeaeeddef9a64b96afb721d55'],
  ['ab'.repeat(10_000), 'ce99fa3fcb453a48501a6e4afeed52d4b1b6778ea6'],
])('repetition is predicted up to the last unit of a text of the greatest length (%#)', (text, hex) => {
  expect(pack(text).bytes.toHex()).toBe(hex)
  if (process.env.PICTOGLYPH_PROOF) expect(referenceModelPack(table, text)?.toHex()).toBe(hex)
})

test('the model packs ordinary texts, and UTF-16 is refused where it does', () => {
  for (const text of ['今晚一起吃饭吗？', 'See you at eight, then.']) {
    expect(pack(text).packing).toBe(1)
    expect(unpackedOrNull(0, Uint8Array.from(Buffer.from(text, 'utf16le').swap16()))).toBeNull()
  }
})

test('bytes are refused unless their text packs to the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const text = unpackedOrNull(1, bytes)
      if (text !== null) expect(packedByModel(text)).toEqual(bytes)
    }),
    { numRuns: 1000 },
  )
})

test('a packed text with a byte more, a byte less or a bit changed gives another text or none', () => {
  for (const text of samples.filter((sample) => pack(sample).packing === 1)) {
    const { bytes } = pack(text)
    const zeroAdded = Uint8Array.of(...bytes, 0)
    const flipped = Array.from({ length: 8 * bytes.length }, (_, bit) =>
      bytes.with(bit >> 3, bytes[bit >> 3]! ^ (1 << (bit & 7))),
    )
    for (const damaged of [zeroAdded, bytes.subarray(0, -1), ...flipped]) {
      const read = unpackedOrNull(1, damaged)
      expect(read).not.toBe(text)
      if (read !== null) expect(packedByModel(read)).toEqual(Uint8Array.from(damaged))
    }
  }
})

test('a listed unit that is coded through its block is refused', () => {
  const numbers = createNumberReader(tableBytes())
  const alphabet = createAlphabet(codeLevels(numbers, { codes: [], levels: [] }))
  const contexts = codeContexts(numbers)
  const units = alphabet.codes.filter((symbol) => symbol < 0x10000)
  for (const unit of [units[0]!, 0x597d, units.at(-1)!]) {
    const spelling = createModel({ ...alphabet, ranks: alphabet.ranks.with(unit, -1) }, contexts)
    const text = `今天天气真${String.fromCharCode(unit)}，我们去公园走走吧`
    const bytes = packByModel(spelling, text)!
    expect(unpackByModel(spelling, bytes)).toBe(text)
    expect(unpackedOrNull(1, bytes)).toBeNull()
  }
})

test('hostile bytes are refused, however many units they spell', () => {
  const endless = new Uint8Array(maxPackedBytes - 1)
  for (const fill of [0x00, 0xff, 0x55]) expect(unpackedOrNull(1, endless.fill(fill))).toBeNull()
  const noise = endless.map((_, i) => (i * i * 40_503 + 7 * i) >> 5)
  expect(unpackedOrNull(1, noise)).toBeNull()
  expect(unpackedOrNull(1, new Uint8Array(0))).toBeNull()
  expect(unpackedOrNull(1, new Uint8Array(maxPackedBytes))).toBeNull()
  expect(unpackedOrNull(0, new Uint8Array(3))).toBeNull()
})

test('the slow reference packs every text to the same bytes', () => {
  fc.assert(
    fc.property(fc.oneof(anyText(30), fc.constantFrom(...samples)), (text) => {
      expect(referenceModelPack(table, text)).toEqual(packedByModel(text))
    }),
    { numRuns: 60 },
  )
  const long = '他说：“今天天气不错，我们去公园走走吧。”她说：“今天天气不错，可是我有点累。”'.repeat(3)
  expect(referenceModelPack(table, long)).toEqual(pack(long).bytes)
})

test('the slow reference reads and refuses the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 12 }), (bytes) => {
      expect(referenceModelUnpack(table, bytes)).toBe(unpackedOrNull(1, bytes))
    }),
    { numRuns: 60 },
  )
  // Its units settle two bytes, though one byte spells it.
  expect(pack('썸的是').bytes).toEqual(Uint8Array.of(6, 0))
  expect(referenceModelUnpack(table, Uint8Array.of(6))).toBeNull()
  for (const text of samples.filter((sample) => pack(sample).packing === 1))
    expect(referenceModelUnpack(table, pack(text).bytes)).toBe(text)
})

test('the table equals the data file, has at most 64,000 bytes and the stated hash', () => {
  const file = readFileSync(join(import.meta.dir, '../data/model.table'))
  expect(Buffer.from(tableBytes()).equals(file)).toBeTrue()
  expect(file.length).toBeLessThanOrEqual(64_000)
  expect(createHash('sha256').update(file).digest('hex')).toBe(tableSha256)
})

test('V8 packs to the same bytes as JavaScriptCore', async () => {
  const node = Bun.which('node')
  const bundle = await Bun.build({
    entrypoints: [join(import.meta.dir, '../src/packing/packing.ts')],
    target: 'browser',
    format: 'esm',
  })
  const script = `
    const { pack, unpack } = await import('data:text/javascript;base64,${Buffer.from(await bundle.outputs[0]!.text()).toString('base64')}')
    const texts = ${JSON.stringify([...samples, samples.join(' ').repeat(20)])}
    const packed = texts.map((text) => pack(text))
    console.log(packed.every(({ packing, bytes }, i) => unpack(packing, bytes) === texts[i]))
    console.log(packed.map(({ bytes }) => [...bytes].map((byte) => byte.toString(16)).join(' ')).join())
  `
  const expected = [...samples, samples.join(' ').repeat(20)].map((text) =>
    [...pack(text).bytes].map((byte) => byte.toString(16)).join(' '),
  )
  const engines = [[process.execPath, 'run', '-'], ...(node ? [[node, '--input-type=module', '-']] : [])]
  for (const command of engines) {
    const run = Bun.spawnSync(command, { stdin: Buffer.from(script) })
    expect(run.stderr.toString()).toBe('')
    expect(run.stdout.toString()).toBe(`true\n${expected.join()}\n`)
  }
}, 30_000)
