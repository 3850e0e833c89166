import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Charset } from '../src/charset.ts'
import { createCharsetIndex } from '../src/charset-index.ts'
import { createClassicEncoder } from '../src/classic-encoder.ts'
import { detect } from '../src/detect.ts'
import { CodecError } from '../src/failure.ts'
import { beginsAsFrame } from '../src/frame.ts'
import { isPlausible } from '../src/plausibility.ts'
import { prepareCharset } from '../src/prepared-charset.ts'
import { shippedCharsets } from '../src/shipped.ts'
import { readSymbolValues } from '../src/symbol-values.ts'
import { createUnitScratch } from '../src/unit-scratch.ts'
import { anyShippedCharset, anyText, symbolsOf } from './arbitraries.ts'
import known from './classic-vectors.json' with { type: 'json' }
import { referenceClassicDecode, referenceClassicEncode } from './reference/classic.ts'

interface KnownAnswer {
  readonly id: string
  readonly charset: string
  readonly utf16Units: number
  readonly cipherChars: number
  readonly cipherSha256: string
  readonly text?: string
  readonly textUtf16Hex?: string
  readonly cipher?: string
  readonly cipherHead?: string
  readonly cipherTail?: string
}

const knownAnswers: readonly KnownAnswer[] = known.vectors
const index = createCharsetIndex(shippedCharsets)

const encoderOf = (written: string) =>
  createClassicEncoder({ id: 'test', name: 'Test', symbols: symbolsOf(written) })

function textOf({ text, textUtf16Hex }: KnownAnswer): string {
  if (text !== undefined) return text
  if (textUtf16Hex === undefined) return '兽音译者abc，今天天气不错。😀\n'.repeat(500).trimEnd()
  return String.fromCharCode(...textUtf16Hex.match(/.{4}/g)!.map((hex) => Number.parseInt(hex, 16)))
}

function textFrom(cipher: string): string {
  const detection = detect(cipher, index)
  if (detection.format !== 'classic') throw new Error('not recognised as classic')
  return detection.text
}

const jsonOf = (written: string, text: string, offset = 0): string => {
  const encoder = encoderOf(written)
  const target = new ArrayBuffer(offset + encoder.maxJsonBytes(text.length))
  const end = encoder.writeJson(text, new DataView(target), offset)
  return new TextDecoder().decode(target.slice(offset, end))
}

test.each(knownAnswers.map((answer) => [answer.id, answer] as const))('known answer %s', (_, answer) => {
  const text = textOf(answer)
  const cipher = encoderOf(answer.charset).toCipher(text)
  expect(text).toHaveLength(answer.utf16Units)
  expect(Array.from(cipher)).toHaveLength(answer.cipherChars)
  expect(new Bun.CryptoHasher('sha256').update(cipher).digest('hex')).toBe(answer.cipherSha256)
  expect(cipher).toBe(answer.cipher ?? cipher)
  expect(cipher).toStartWith(answer.cipherHead ?? '')
  expect(cipher).toEndWith(answer.cipherTail ?? '')
  expect(textFrom(cipher)).toBe(text)
  const body = Array.from(cipher).slice(3, -1).join('')
  if (isPlausible(text) && text.length > 1) expect(textFrom(body)).toBe(text)
  else expect(() => textFrom(body)).toThrow(CodecError)
  expect(jsonOf(answer.charset, text)).toBe(cipher)
})

test('encoding agrees with the definition and decoding inverts it, for any text in any set', () => {
  fc.assert(
    fc.property(anyShippedCharset, anyText(), (set, text) => {
      const cipher = createClassicEncoder(set).toCipher(text)
      expect(cipher).toBe(referenceClassicEncode(set.symbols, text))
      expect(referenceClassicDecode(set.symbols, cipher)).toBe(text)
      expect(textFrom(cipher)).toBe(text)
    }),
  )
})

test('the longest text is encoded and decoded in every set', () => {
  const text = Array.from({ length: 20_000 }, (_, i) => String.fromCharCode((i * 40_503) & 0xffff)).join('')
  for (const set of shippedCharsets) {
    const cipher = createClassicEncoder(set).toCipher(text)
    expect(Array.from(cipher)).toHaveLength(160_004)
    expect(textFrom(cipher)).toBe(text)
  }
})

test('the written JSON equals that of JSON.stringify', () => {
  const sets = [...shippedCharsets.map((set) => set.symbols.join('')), '"\\/~', 'é߿ࠀ￿'.replace('￿', '𐀀')]
  fc.assert(
    fc.property(fc.constantFrom(...sets), anyText(60), fc.nat(9), (written, text, offset) => {
      const cipher = encoderOf(written).toCipher(text)
      expect(jsonOf(written, text, offset)).toBe(JSON.stringify(cipher).slice(1, -1))
    }),
  )
})

test('writing JSON beyond the room throws, and never writes before the offset', () => {
  const encoder = encoderOf('嗷呜啊~')
  const room = (bytes: number) => new DataView(new ArrayBuffer(bytes))
  expect(() => encoder.writeJson('hello', room(encoder.maxJsonBytes(5) - 40), 0)).toThrow(RangeError)
  const target = new Uint8Array(7 + encoder.maxJsonBytes(1)).fill(0xaa)
  encoder.writeJson('A', new DataView(target.buffer), 7)
  expect(target.subarray(0, 7)).toEqual(new Uint8Array(7).fill(0xaa))
})

test('white space, line breaks and invisible characters are ignored everywhere', () => {
  const ignored = fc.constantFrom(
    ' ',
    '\n',
    '\r\n',
    '\t',
    '\u3000',
    '\u200b',
    '\u200d',
    '\ufeff',
    '\ufe0f',
    '\u00a0',
  )
  fc.assert(
    fc.property(
      anyShippedCharset,
      anyText(20),
      fc.boolean(),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), ignored), { maxLength: 30 }),
      (set, anyOf, wrapped, insertions) => {
        const text = wrapped ? anyOf : `See you tomorrow ${anyOf.length}, 明天见！`
        const symbols = Array.from(createClassicEncoder(set).toCipher(text))
        const spaced = wrapped ? symbols : symbols.slice(3, -1)
        const plain = spaced.join('')
        fc.pre(
          wrapped ||
            (text.length > 1 &&
              text.isWellFormed() &&
              unwrappedSet(plain) === set.id &&
              !looksCutOff(plain, set)),
        )
        for (const [place, what] of insertions)
          spaced.splice(Math.floor(place * (spaced.length + 1)), 0, what)
        expect(textFrom(spaced.join(''))).toBe(text)
      },
    ),
  )
})

test('a body without its wrapper that begins as a frame does is taken for a damaged one', () => {
  const cipher = encoderOf('嗷呜啊~').toCipher('Ⱐ쀀')
  expect(textFrom(cipher)).toBe('Ⱐ쀀')
  expect(() => textFrom(cipher.slice(3, -1))).toThrow('The end of the cipher is missing')
})

/** Whether a body begins as a frame, so that it counts as a frame without its end (docs/cipher/format.md). */
const looksCutOff = (body: string, set: Charset): boolean =>
  beginsAsFrame(readSymbolValues(body, prepareCharset(set)))

const unwrappedSet = (body: string): string | undefined => {
  const fitting = shippedCharsets.filter((set) =>
    Array.from(body).every((symbol) => set.symbols.includes(symbol)),
  )
  return fitting.length === 1 ? fitting[0]!.id : undefined
}

test('the fullwidth tilde is read as the ASCII one, and the other way round', () => {
  const cipher = encoderOf('嗷呜啊~').toCipher('你好，世界')
  expect(textFrom(cipher.replaceAll('~', '～'))).toBe('你好，世界')
  const wide = createCharsetIndex([{ id: 'wide', name: 'Wide', symbols: symbolsOf('嗷呜啊～') }])
  const detection = detect(cipher, wide)
  expect(detection.format === 'classic' && detection.text).toBe('你好，世界')
})

test('strings are made alike with and without a native shortcut, lone surrogates included', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const scratch = createUnitScratch(512, null)
      for (let i = 0; i < text.length; i++) scratch.units[i] = text.charCodeAt(i)
      expect(scratch.text(0, text.length)).toBe(text)
    }),
  )
})
