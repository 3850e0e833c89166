/** Laws of reading classic ciphers, whole and damaged. Compares the fast reader with the slow one. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Charset } from '../src/charset.ts'
import { createCharsetIndex } from '../src/charset-index.ts'
import { createClassicEncoder } from '../src/classic-encoder.ts'
import { detect } from '../src/detect.ts'
import { encodeSync } from '../src/encode.ts'
import { CodecError } from '../src/failure.ts'
import { shippedCharsets } from '../src/shipped.ts'
import { anyShippedCharset, anyText, seededRandom } from './arbitraries.ts'
import { referenceHeaders } from './reference/frame.ts'
import { type ReferenceReading, referenceReading } from './reference/reading.ts'
import { damages, isBody, plainTexts, seededNumbers } from './sample/damages.ts'

const index = createCharsetIndex(shippedCharsets)
const shippedSymbols = shippedCharsets.map((set) => set.symbols)
const onlySet = anyShippedCharset.map((set) => ({ set, enabled: createCharsetIndex([set]) }))

const wellFormedText = (maxLength = 60) => anyText(maxLength).filter((text) => text.isWellFormed())
/** Doubles a text of one unit, because a bare body needs two. */
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

const bodyOf = (set: Charset, text: string): string =>
  Array.from(createClassicEncoder(set).toCipher(text)).slice(3, -1).join('')

test('the bare body of any text is read exactly or refused', () => {
  fc.assert(
    fc.property(onlySet, anyText().map(longEnough), ({ set, enabled }, text) => {
      const found = reading(bodyOf(set, text), enabled)
      if (!isRefused(found)) expect(found).toEqual({ text })
    }),
  )
})

test('the bare body of every text of the sample is read', () => {
  const texts = plainTexts().filter((text) => text.length >= 8)
  expect(texts.length).toBeGreaterThan(300)
  for (const text of texts) {
    const set = shippedCharsets[text.length % shippedCharsets.length]!
    expect(reading(bodyOf(set, text), createCharsetIndex([set]))).toEqual({ text })
  }
})

test('the bare body of a text with half a surrogate pair is refused', () => {
  for (const text of ['a\ud800', '\udc00 today', 'See you \ud83d tomorrow'])
    expect(reading(bodyOf(shippedCharsets[3]!, text))).toEqual({ refusal: 'DAMAGED' })
})

test.each(['\u0fed\ucba9, are you there?', 'Hi, \u0fed\ucba9, you', 'Are you there, now? \u0fed\ucba9'])(
  'a bare body with a symbol 16 times in a row, wherever it is, is refused, and with one 15 times read: %j',
  (text) => {
    const body = bodyOf(shippedCharsets[3]!, text)
    const [fifteen, sixteen] = [15, 16].map((times) => '0'.repeat(times)) as [string, string]
    expect(body.split(/(?<!0)0{16}(?!0)/)).toHaveLength(2)
    expect(reading(body)).toEqual({ refusal: 'DAMAGED' })
    for (const shorter of [`1${fifteen}`, `${fifteen}1`])
      expect(reading(body.replace(sixteen, shorter))).toHaveProperty('text')
  },
)

test.each(Object.entries(damages))('%s is read in at most one of a thousand', (_, damage) => {
  const random = seededNumbers(7)
  const bodies = Array.from({ length: 1500 }, () => damage(random)).filter(isBody)
  expect(bodies.length).toBeGreaterThan(300)
  const read = bodies.filter((body) => !isRefused(reading(body)))
  expect(read.length).toBeLessThanOrEqual(bodies.length / 1000)
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

test('a body that looks wrapped is read where its text is clearly one', () => {
  expect(reading('3102'.repeat(4))).toEqual({ refusal: 'DAMAGED' })
  const korean = '토요일에 시간 있어? 같이 영화 보러 갈래?'
  const body = bodyOf(shippedCharsets[3]!, korean)
  expect(body).toMatch(/^310.*2$/)
  expect(reading(body)).toEqual({ text: korean })
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

/** Bodies of sample texts, one per line, or one body broken over lines. */
function bodies(set: Charset, from: number, to: number): string {
  const texts = plainTexts().filter((text) => text.length < 40)
  const [first, second] = [from, to].map((n) => bodyOf(set, texts[n % texts.length]!)) as [string, string]
  if (from % 2 === 0) return `${first}\n${second}`
  return Array.from(first, (symbol, i) =>
    i > 0 && i % (8 * (1 + (to % 9))) === 0 ? `\n${symbol}` : symbol,
  ).join('')
}

/** Two to five ciphers, including frames, separated by one kind of white space. */
function pieces(charset: Charset, text: string, from: number, to: number): string {
  const classic = createClassicEncoder(charset).toCipher(text)
  const types = ['RAW', 'RC4', 'KEYPERM'] as const
  const frames = types.map((type, i) =>
    encodeSync({ text, charset, scheme: { kind: 'frame', type }, key: 'k', random: seededRandom(from + i) }),
  )
  const all = [classic, ...frames, classic, classic]
  const offset = from % 3
  const separator = ['\n', ' ', '\v', '\u0085', '\u200b'][to % 5]!
  return Array.from(
    { length: 2 + (to % 4) },
    (_, i) => all[(from % 2 ? offset + i : offset) % all.length],
  ).join(separator)
}

test('the fast reader agrees with the slow one', () => {
  const part = (symbols: readonly string[]) => {
    const [c0, c1, c2, c3] = symbols
    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...symbols, ' ') },
      fc.constant('\n'),
      fc.constantFrom(`${c3}${c1}${c0}`, `${c0}${c2}${c3}`, `${c0}${c2}${c3}${c1}`),
    )
  }
  const anySymbols = fc
    .constantFrom(...shippedSymbols)
    .chain((symbols) => fc.array(part(symbols), { maxLength: 40 }).map((parts) => parts.join('')))
  const damagedCipher = fc
    .tuple(
      anyShippedCharset,
      anyText(12),
      fc.nat(),
      fc.nat(),
      fc.constantFrom('twice', 'bodies', 'cut', 'pieces'),
    )
    .map(([set, text, from, to, damage]) => {
      const cipher = Array.from(createClassicEncoder(set).toCipher(text))
      if (damage === 'pieces') return pieces(set, text, from, to)
      if (damage === 'twice') return cipher.join('').repeat(2)
      if (damage === 'bodies') return bodies(set, from, to)
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

/** The fast reader's result for a frame that it has already parsed, where the slow one stops. */
function expectedFrame(cipher: string): ReferenceReading | undefined {
  return referenceReading(cipher, shippedSymbols) === 'frame' ? reading(cipher) : undefined
}
