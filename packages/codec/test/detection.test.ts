import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createCharsetIndex } from '../src/charset-index.ts'
import { createClassicEncoder } from '../src/classic-encoder.ts'
import { detect, detectWhole, recognize } from '../src/detect.ts'
import { encodeSync } from '../src/encode.ts'
import { CodecError, type CodecErrorCode } from '../src/failure.ts'
import { typeOf } from '../src/scheme.ts'
import { shippedCharsets, shippedPresets } from '../src/shipped.ts'
import { anyShippedCharset, anyShippedPreset, anyText, seededRandom, symbolsOf } from './arbitraries.ts'

const index = createCharsetIndex(shippedCharsets)

function outcomeOf(cipher: string, sets = index): CodecErrorCode | string {
  try {
    const detection = detect(cipher, sets)
    return `${detection.charset.id} ${detection.format} ${detection.type}`
  } catch (error) {
    if (error instanceof CodecError) return error.code
    throw error
  }
}

const frameIn = (setId: string, text: string) =>
  encodeSync({
    text,
    charset: index.get(setId)!,
    scheme: { kind: 'frame', type: 'RAW' },
    random: seededRandom(1),
  })

test('every set and preset is recognised by the cipher alone', () => {
  for (const set of shippedCharsets) {
    for (const { scheme } of shippedPresets) {
      if (scheme.kind === 'frame' && scheme.type === 'AESGCM') continue
      const cipher = encodeSync({ text: 'Hello', charset: set, scheme, key: 'k', random: seededRandom(2) })
      const detection = detect(cipher, index)
      expect(detection.charset.id).toBe(set.id)
      expect(detection.scheme).toEqual(scheme)
      expect(detection.needsKey).toBe(typeOf(scheme) !== 'RAW')
    }
  }
})

test.each([
  ['nothing', ''],
  ['white space', ' \n\u200b '],
  ['plain text', 'Hello, world'],
  ['a wrapper with nothing in it', '3102'],
  ['a wrapper of fewer symbols', '310'],
  ['five different symbols', '01234567'],
  ['a foreign symbol inside', '3101x0221002'],
  ['a symbol of another set inside', '3101a0221002'],
  ['a lone surrogate', '\ud83d'.repeat(8)],
  ['a body of no full unit, without wrapper', '0101011'],
  ['a date', '20231201'],
  ['a body of a single unit, without wrapper', '31012102'],
  ['the same in letters', 'dbabcbac'],
])('%s is not recognised', (_, cipher) => {
  expect(outcomeOf(cipher)).toMatch(/UNRECOGNIZED|DAMAGED/)
})

test('a cipher in a set that is not enabled is not recognised', () => {
  const cipher = createClassicEncoder(shippedCharsets[0]!).toCipher('Hello')
  expect(outcomeOf(cipher, createCharsetIndex(shippedCharsets.slice(3)))).toBe('UNRECOGNIZED')
  expect(outcomeOf(cipher, createCharsetIndex([]))).toBe('UNRECOGNIZED')
})

test('a body without its wrapper is read where exactly one enabled set has its symbols', () => {
  const roar = createCharsetIndex(shippedCharsets.slice(0, 1))
  const body = createClassicEncoder(shippedCharsets[0]!).toCipher('你好').slice(3, -1)
  expect(outcomeOf(body)).toBe('roar classic RAW')
  expect(outcomeOf(body.replaceAll('嗷', '~'))).toBe('UNRECOGNIZED')
  expect(outcomeOf('呜~呜~呜~呜~'.repeat(2), roar)).toBe('DAMAGED')
})

test('ignored characters before the wrapper never shift the reading', () => {
  for (let cut = 0; cut < 12; cut++) {
    const symbols = '310110221002'.slice(0, 12 - cut)
    for (let spaces = 0; spaces < 10; spaces++) {
      const expected = outcomeOf(symbols)
      expect(outcomeOf(' '.repeat(spaces) + symbols)).toBe(expected)
      expect(outcomeOf(symbols + ' '.repeat(spaces))).toBe(expected)
    }
  }
})

test('a frame cut off anywhere after its header is never read as classic', () => {
  fc.assert(
    fc.property(anyText(20), fc.constantFrom(...shippedCharsets), fc.nat(), (text, set, at) => {
      const symbols = Array.from(frameIn(set.id, text))
      const cut = symbols.slice(0, 5 + (at % (symbols.length - 5)))
      expect(outcomeOf(cut.join(''))).not.toContain('classic')
    }),
  )
})

test('frames have lengths that no classic cipher has', () => {
  fc.assert(
    fc.property(anyText(50), (text) => {
      expect(frameIn('digits', text).length % 4).toBe(2)
      expect(createClassicEncoder(shippedCharsets[3]!).toCipher(text).length % 8).toBe(4)
    }),
  )
})

test('a frame of a later version is not recognised, rather than called damaged', () => {
  // Header 0000, which no type of version 1 uses.
  expect(outcomeOf(`023${'00'}${'0000'.repeat(8)}1`)).toBe('UNRECOGNIZED')
  expect(outcomeOf(`023${'01'}${'0000'.repeat(8)}1`)).toBe('DAMAGED')
})

test('the length of a cipher is counted in code points', () => {
  expect(outcomeOf('0'.repeat(200_001))).toBe('CIPHER_LENGTH')
  expect(outcomeOf('0'.repeat(200_000))).toBe('DAMAGED')
  expect(outcomeOf(`${createClassicEncoder(shippedCharsets[6]!).toCipher('猫'.repeat(24_999))}    `)).toBe(
    'cats classic RAW',
  )
  expect(outcomeOf('😺'.repeat(200_001))).toBe('CIPHER_LENGTH')
})

const classicIn = (written: string, text: string): string =>
  createClassicEncoder({ id: written, name: written, symbols: symbolsOf(written) }).toCipher(text)

test('which set an ambiguous body belongs to does not depend on the order of the sets', () => {
  const sets = [
    { id: 'a', name: 'A', symbols: symbolsOf('wxyz') },
    { id: 'b', name: 'B', symbols: symbolsOf('vwxy') },
    { id: 'c', name: 'C', symbols: symbolsOf('uvwx') },
  ]
  for (const order of [sets, sets.toReversed()]) {
    const enabled = createCharsetIndex(order)
    expect(outcomeOf('wxwxwxwxwxwxwxwx', enabled)).toBe('UNRECOGNIZED')
    expect(outcomeOf('wxwxwxwxwxwxwxyw', enabled)).toBe('UNRECOGNIZED')
    expect(outcomeOf(classicIn('wxyz', '你好').slice(3, -1), enabled)).toBe('a classic RAW')
    expect(outcomeOf(classicIn('uvwx', '你好').slice(3, -1), enabled)).toBe('c classic RAW')
  }
})

const changes: Readonly<Record<string, (symbols: string[], place: number) => string[]>> = {
  none: (symbols) => symbols,
  spaces: (symbols) => symbols.map((symbol, i) => (i % 7 === 6 ? `${symbol} \n` : symbol)),
  edges: (symbols) => [' \u200b', ...symbols, '\n'],
  bare: (symbols) => symbols.slice(3, -1),
  cut: (symbols, place) => symbols.slice(0, place),
  changed: (symbols, place) => symbols.with(place, symbols[0]!),
  twice: (symbols) => [...symbols, ' ', ...symbols],
}

/** Ciphers: whole, broken by white space, without their wrapper, cut off, or with a symbol changed. */
const anyCipher = fc
  .tuple(anyText(40), anyShippedCharset, anyShippedPreset, fc.constantFrom(...Object.keys(changes)), fc.nat())
  .map(([text, charset, { scheme }, change, at]) => {
    const plain = scheme.kind === 'frame' && scheme.type === 'AESGCM' ? { kind: 'classic' as const } : scheme
    const cipher = encodeSync({ text, charset, scheme: plain, key: 'k', random: seededRandom(at) })
    const symbols = Array.from(cipher)
    return changes[change]!(symbols, at % symbols.length).join('')
  })

test('the quick detection, with or without a reason, agrees with the careful one', () => {
  fc.assert(
    fc.property(anyCipher, (cipher) => {
      const found = outcomeOf(cipher)
      const whole = detectWhole(cipher, index)
      const recognized = recognize(cipher, index)
      if (whole !== undefined) expect(recognized).toEqual(whole)
      const isRead = !/^[A-Z_]+$/.test(found)
      expect(recognized !== undefined).toBe(isRead)
      if (isRead) expect(recognized).toEqual(detect(cipher, index))
    }),
  )
})

test('every cipher with its wrapper is detected quickly, whatever surrounds it', () => {
  fc.assert(
    fc.property(anyText(40), anyShippedCharset, anyShippedPreset, (text, charset, { scheme }) => {
      if (scheme.kind === 'frame' && scheme.type === 'AESGCM') return
      const cipher = encodeSync({ text, charset, scheme, key: 'k', random: seededRandom(3) })
      expect(detectWhole(`\n ${cipher}\u200b\n`, index)).toEqual(detect(cipher, index))
    }),
  )
})
