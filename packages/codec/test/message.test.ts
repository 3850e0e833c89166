/** Reading what people paste: ciphers within messages, of sets that are not enabled, with look-alike punctuation. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  CodecError,
  createCharsetIndex,
  createClassicEncoder,
  decodeSync,
  detect,
  detectInMessage,
  encodeSync,
  shippedCharsets,
} from '../src/index.ts'
import { anyShippedCharset, anyText, seededRandom, symbolsOf } from './arbitraries.ts'

const index = createCharsetIndex(shippedCharsets)
const setOf = (written: string) => ({ id: written, name: written, symbols: symbolsOf(written) })

const classicIn = (written: string, text: string) => createClassicEncoder(setOf(written)).toCipher(text)
const frameIn = (written: string, text: string) =>
  encodeSync({
    text,
    charset: setOf(written),
    scheme: { kind: 'frame', type: 'RAW' },
    random: seededRandom(1),
  })

function reading(message: string, enabled = index): string {
  try {
    return decodeSync(detectInMessage(message, enabled))
  } catch (error) {
    if (error instanceof CodecError) return error.code
    throw error
  }
}

test('what the plain reader reads is read alike', () => {
  fc.assert(
    fc.property(anyShippedCharset, anyText(), (set, text) => {
      const cipher = createClassicEncoder(set).toCipher(text)
      expect(detectInMessage(cipher, index)).toEqual(detect(cipher, index))
    }),
  )
})

test.each([
  ['a set that nobody enabled', classicIn('咕咚嘟锵', '你好'), '你好'],
  ['the same in a frame', frameIn('咕咚嘟锵', '你好'), '你好'],
  ['letters of nobody', classicIn('BUGK', 'Hello'), 'Hello'],
])('the set is taken from the wrapper: %s', (_, cipher, text) => {
  expect(reading(cipher)).toBe(text)
  expect(reading(`看这个：${cipher}！哈哈`)).toBe(text)
})

test('a set taken from the wrapper is told by its symbols', () => {
  const { charset } = detectInMessage(classicIn('咕咚嘟锵', '你好'), createCharsetIndex([]))
  expect([charset.id, charset.name, charset.symbols.join('')]).toEqual(['咕咚嘟锵', '咕咚嘟锵', '咕咚嘟锵'])
})

test('a cipher of any shipped set is found between the words of a message', () => {
  const wellFormed = anyText(30).filter((text) => text.isWellFormed())
  fc.assert(
    fc.property(anyShippedCharset, wellFormed, fc.boolean(), (set, text, isFrame) => {
      const written = set.symbols.join('')
      const cipher = isFrame ? frameIn(written, text) : classicIn(written, text)
      expect(reading(`小明 said “${cipher}” yesterday, 你看`)).toBe(text)
      expect(reading(`小明说\n${cipher}\n你看`)).toBe(text)
    }),
  )
})

test.each([
  ['the three dots of an ellipsis', '哦…嗯!', (cipher: string) => cipher.replaceAll('…', '...')],
  ['an ellipsis for three dots', '.:x-', (cipher: string) => cipher.replaceAll('...', '…')],
  ['fullwidth letters', 'abcd', toFullwidth],
  ['fullwidth digits', '0123', toFullwidth],
  ['a wave dash', '嗷呜啊~', (cipher: string) => cipher.replaceAll('~', '〜')],
  ['ASCII for a fullwidth mark', '嗷呜啊！', (cipher: string) => cipher.replaceAll('！', '!')],
  ['another middle dot', '.:…·', (cipher: string) => cipher.replaceAll('·', '・')],
])('look-alikes are read as what they stand for: %s', (_, written, change) => {
  const enabled = createCharsetIndex([setOf(written)])
  const text = '再见 😀, see you at 8 o’clock tomorrow. 明天八点见！'
  for (const cipher of [classicIn(written, text), frameIn(written, text)]) {
    expect(change(cipher)).not.toBe(cipher)
    expect(reading(change(cipher), enabled)).toBe(text)
  }
})

function toFullwidth(cipher: string): string {
  return cipher.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
}

test('look-alikes of a set that is not enabled are read too', () => {
  const cipher = classicIn('哦…嗯!', '再见').replaceAll('…', '...').replaceAll('!', '！')
  expect(reading(cipher)).toBe('再见')
})

test('the service reads none of these', () => {
  const cipher = classicIn('咕咚嘟锵', '你好')
  const words = `看 ${classicIn('嗷呜啊~', '你好')}`
  for (const pasted of [cipher, words, toFullwidth(classicIn('abcd', '你好'))]) {
    expect(() => detect(pasted, index)).toThrow(CodecError)
  }
})

test('a cipher that lost symbols at an end is not read as a shorter one', () => {
  fc.assert(
    fc.property(anyShippedCharset, anyText(40), fc.integer({ min: 1, max: 7 }), (set, text, lost) => {
      const symbols = Array.from(frameIn(set.symbols.join(''), text))
      for (const rest of [symbols.slice(lost), symbols.slice(0, -lost)]) {
        expect(reading(`看 ${rest.join('')} 看`)).toMatch(/^(DAMAGED|UNRECOGNIZED)$/)
      }
    }),
  )
})

test('words are no ciphers', () => {
  for (const words of [
    '',
    '20231201',
    'Hello, world',
    '哈哈哈哈哈哈哈哈哈哈哈哈',
    'abcabcabcabcdabcabc',
    '~~~ ... !!!',
  ]) {
    expect(reading(words)).toMatch(/^(DAMAGED|UNRECOGNIZED)$/)
  }
})

test('a hostile message is given up on, not searched for long', () => {
  const spaced = 'wxyz '.repeat(40_000).slice(0, 199_999)
  expect(reading(spaced)).toBe('UNRECOGNIZED')
})
