/** The laws of reading classic ciphers, whole and damaged, and the fast reader against the slow one. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { decodeSymbolValues } from '../src/classic-decoder.ts'
import {
  CodecError,
  createCharsetIndex,
  createClassicEncoder,
  detect,
  shippedCharsets,
} from '../src/index.ts'
import { anyShippedCharset, anyText } from './arbitraries.ts'
import { referenceHeaders } from './reference/frame.ts'
import { type ReferenceReading, referenceReading } from './reference/reading.ts'

const index = createCharsetIndex(shippedCharsets)
const shippedSymbols = shippedCharsets.map((set) => set.symbols)
const onlySet = anyShippedCharset.map((set) => ({ set, enabled: createCharsetIndex([set]) }))

const wellFormedText = (maxLength = 60) => anyText(maxLength).filter((text) => text.isWellFormed())
/** A body without its wrapper is read from two units on. */
const longEnough = (text: string): string => (text.length > 1 ? text : text + text)

function reading(cipher: string, enabled = index): ReferenceReading {
  try {
    const detection = detect(cipher, enabled)
    return detection.format === 'frame' ? 'frame' : { text: detection.text }
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    if (error.code === 'DAMAGED' || error.code === 'UNRECOGNIZED') return { refusal: error.code }
    throw error
  }
}

const isRefused = (found: ReferenceReading): boolean => found !== 'frame' && 'refusal' in found

test('a wrapped cipher of any text, lone surrogates included, is read exactly', () => {
  fc.assert(
    fc.property(anyShippedCharset, anyText(), (set, text) => {
      expect(reading(createClassicEncoder(set).toCipher(text))).toEqual({ text })
    }),
  )
})

test.each(shippedCharsets)('$id: a foreign character is refused anywhere in a wrapped cipher', (set) => {
  const cipher = Array.from(createClassicEncoder(set).toCipher('text'))
  for (const foreign of ['\u00e9', '\u4e00', '\ue000']) {
    for (const at of cipher.keys()) {
      expect(isRefused(reading(cipher.with(at, foreign).join('')))).toBeTrue()
    }
  }
})

test('the bare body of any well-formed text is read exactly, unless it begins as a frame does', () => {
  const startingWrapped = fc
    .tuple(fc.integer({ min: 0xd000, max: 0xd2ff }), wellFormedText(20))
    .map(([first, rest]) => String.fromCharCode(first) + rest)
  fc.assert(
    fc.property(
      onlySet,
      fc.oneof(wellFormedText(), startingWrapped).map(longEnough),
      ({ set, enabled }, text) => {
        const body = Array.from(createClassicEncoder(set).toCipher(text)).slice(3, -1).join('')
        fc.pre(!referenceHeaders(set.symbols).some((header) => body.startsWith(header)))
        expect(reading(body, enabled)).toEqual({ text })
      },
    ),
  )
})

test('a bare body that begins with a header that no frame of this version has is read', () => {
  const [set] = shippedCharsets
  const headers = referenceHeaders(set!.symbols)
  for (let header = 0; header < 16; header++) {
    const values = Uint8Array.from([0, 2, 3, header >> 2, header & 3, ...Array(11).fill(0)])
    const text = decodeSymbolValues(values)
    const body = Array.from(values, (value) => set!.symbols[value]).join('')
    const isFrames = headers.some((known) => body.startsWith(known))
    if (text.isWellFormed()) expect(reading(body)).toEqual(isFrames ? { refusal: 'DAMAGED' } : { text })
  }
})

test('the bare body of a text with half a surrogate pair is read, unless it begins or ends as a wrapped cipher does', () => {
  const illFormed = fc
    .tuple(
      fc.constantFrom('', '퀀'),
      wellFormedText(20),
      fc.integer({ min: 0xd800, max: 0xdfff }),
      wellFormedText(20),
    )
    .map(([first, before, half, after]) => first + before + String.fromCharCode(half) + after)
  fc.assert(
    fc.property(onlySet, illFormed.map(longEnough), ({ set, enabled }, text) => {
      const cipher = Array.from(createClassicEncoder(set).toCipher(text))
      const body = cipher.slice(3, -1)
      const hasOneEnd =
        body.slice(0, 3).join('') === cipher.slice(0, 3).join('') || body.at(-1) === cipher.at(-1)
      const found = reading(body.join(''), enabled)
      if (hasOneEnd) expect(isRefused(found)).toBeTrue()
      else if (!isRefused(found)) expect(found).toEqual({ text })
      else expect(referenceHeaders(set.symbols)).toContain(body.slice(0, 5).join(''))
    }),
  )
})

test('a wrapped cipher of a text that begins below U+4000 is refused without its last 4, 12, 20 … symbols', () => {
  fc.assert(
    fc.property(
      anyShippedCharset,
      fc.integer({ min: 0, max: 0x3fff }),
      wellFormedText(30),
      fc.nat(),
      (set, first, rest, cut) => {
        const cipher = Array.from(createClassicEncoder(set).toCipher(String.fromCharCode(first) + rest))
        const lost = 4 + 8 * (cut % (cipher.length >> 3))
        expect(isRefused(reading(cipher.slice(0, -lost).join('')))).toBeTrue()
      },
    ),
  )
})

test('a wrapped cipher of a well-formed text that was cut off gives its beginning, a well-formed body, or a refusal', () => {
  fc.assert(
    fc.property(anyShippedCharset, wellFormedText(30), fc.nat(), (set, text, cut) => {
      const cipher = Array.from(createClassicEncoder(set).toCipher(text))
      const lost = 1 + (cut % (cipher.length - 1))
      const found = reading(cipher.slice(0, -lost).join(''))
      if (isRefused(found)) return
      expect(found).toHaveProperty('text')
      const read = found as { text: string }
      if (lost % 8 === 0) expect(text.startsWith(read.text)).toBeTrue()
      else
        expect({ cut: lost % 8, wellFormed: read.text.isWellFormed() }).toEqual({ cut: 4, wellFormed: true })
    }),
  )
})

test('a wrapped cipher written twice is refused, white space between or not', () => {
  fc.assert(
    fc.property(anyShippedCharset, anyText(60), fc.constantFrom('', '\n', ' '), (set, text, between) => {
      const cipher = createClassicEncoder(set).toCipher(text)
      expect(isRefused(reading(cipher + between + cipher))).toBeTrue()
    }),
  )
})

test('a body of two halves that are alike is read where they are no wrapped ciphers', () => {
  expect(reading('3102'.repeat(4))).toEqual({ text: '톿鵻' })
  expect(reading('31010212'.repeat(2))).toEqual({ text: '퀃鳏' })
})

test.each(shippedCharsets.map((set) => [set.id, set] as const))(
  'a frame in %s of which only its beginning is left is refused',
  (_, set) => {
    for (const header of referenceHeaders(set.symbols)) {
      for (const length of [8, 16, 24]) {
        expect(isRefused(reading(header + set.symbols[0].repeat(length - 5)))).toBeTrue()
      }
    }
  },
)

test('the fast reader reads, and refuses, what the slow one does', () => {
  const part = (symbols: readonly string[]) => {
    const [c0, c1, c2, c3] = symbols
    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...symbols, ' ') },
      fc.constantFrom(`${c3}${c1}${c0}`, `${c0}${c2}${c3}`, `${c0}${c2}${c3}${c1}`),
    )
  }
  const anySymbols = fc
    .constantFrom(...shippedSymbols)
    .chain((symbols) => fc.array(part(symbols), { maxLength: 40 }).map((parts) => parts.join('')))
  const damagedCipher = fc
    .tuple(anyShippedCharset, anyText(12), fc.nat(), fc.nat(), fc.boolean())
    .map(([set, text, from, to, isTwice]) => {
      const cipher = Array.from(createClassicEncoder(set).toCipher(text))
      if (isTwice) return cipher.join('').repeat(2)
      return cipher.slice(from % 9, cipher.length - (to % cipher.length)).join('')
    })
  const folded = (cipher: string) => cipher.replaceAll('~', '～')
  fc.assert(
    fc.property(fc.oneof(anySymbols, damagedCipher), fc.boolean(), (cipher, isWide) => {
      const written = isWide ? folded(cipher) : cipher
      expect(reading(written)).toEqual(expectedFrame(written) ?? referenceReading(written, shippedSymbols))
    }),
    { numRuns: 500 },
  )
})

/** What the fast reader says of a frame it has taken apart already, where the slow one stops. */
function expectedFrame(cipher: string): ReferenceReading | undefined {
  return referenceReading(cipher, shippedSymbols) === 'frame' ? reading(cipher) : undefined
}
