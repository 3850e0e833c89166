/** Ciphers in pasted messages: among words, of sets that are not enabled, with look-alike punctuation. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createCharsetIndex } from '../src/charset-index.ts'
import { createClassicEncoder } from '../src/classic-encoder.ts'
import { decodeMessage, decodeSync } from '../src/decode.ts'
import { detect } from '../src/detect.ts'
import { encodeSync } from '../src/encode.ts'
import { CodecError, DoubtedBody, refusals } from '../src/failure.ts'
import { detectInMessage, readMessage, refusalOf } from '../src/message.ts'
import { shippedCharsets } from '../src/shipped.ts'
import { anyShippedCharset, anyText, seededRandom, symbolsOf } from './arbitraries.ts'
import { nativeScrypt } from './native-scrypt.ts'

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

test('messages read the same as in the plain reader', () => {
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

test('a set taken from the wrapper is identified by its symbols', () => {
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

test('a hostile message is refused before a long search', () => {
  const spaced = 'wxyz '.repeat(40_000).slice(0, 199_999)
  expect(reading(spaced)).toBe('UNRECOGNIZED')
})

const readings = (message: string): string[] =>
  readMessage(message, index).detections.map((found) => decodeSync(found))

test('all ciphers of a message are read in order, and unread parts are reported', () => {
  const [first, second] = [classicIn('嗷呜啊~', '在吗？我到楼下了'), classicIn('嗷呜啊~', '好的，马上下来')]
  for (const between of ['\n', ' ', ' 然后 ', '\n小红：'])
    expect(readings(first + between + second)).toEqual(['在吗？我到楼下了', '好的，马上下来'])
  expect(readMessage(`${first}\n${second}`, index).unread).toEqual([])
  const third = classicIn('0123', 'See you there, then')
  expect(readings(`小明 ${first}\n小红 ${third}\n小明 ${second}`)).toEqual([
    '在吗？我到楼下了',
    'See you there, then',
    '好的，马上下来',
  ])
  const cut = second.slice(0, -9)
  for (const [message, unread] of [
    [`${first} 和 ${cut}`, [1]],
    [`${cut} 和 ${first}`, [0]],
    [`小明 ${cut}\n小红 ${first} 小明 ${third}\n小红 ${cut} 小明 ${second}，小红 ${cut}`, [0, 2, 3]],
    [`哈哈哈 ${first} 和 ${second} 嘻嘻嘻`, []],
  ] as const)
    expect(readMessage(message, index).unread).toEqual([...unread])
})

test('three ciphers of one set on lines, which have the shape of one together, are three', () => {
  const texts = ['在吗？我到楼下了', '好的，马上下来', 'See you there']
  for (const write of [classicIn, frameIn])
    for (const between of ['\n', ' ', '\n小红：'])
      expect(readings(texts.map((text) => write('嗷呜啊~', text)).join(between))).toEqual(texts)
})

test('three classic ciphers on lines are refused as several; one that is broken over lines is read', () => {
  const three = ['在吗？我到楼下了', '好', 'See you there'].map((text) => classicIn('嗷呜啊~', text))
  expect(() => detect(three.join('\n'), index)).toThrow(refusals.severalCiphers)
  const broken = fc.tuple(anyShippedCharset, anyText(60), fc.integer({ min: 1, max: 40 }))
  fc.assert(
    fc.property(broken, ([set, text, width]) => {
      const cipher = Array.from(createClassicEncoder(set).toCipher(text))
      const lines = cipher.map((symbol, i) => (i % width === 0 ? `\n${symbol}` : symbol)).join('')
      expect(decodeSync(detect(lines, index))).toBe(text)
    }),
  )
})

test('a cipher of a message that does not open is left out and reported', async () => {
  const keyed = (text: string, key: string) =>
    encodeSync({
      text,
      key,
      charset: setOf('嗷呜啊~'),
      scheme: { kind: 'frame', type: 'STREAMXOR' },
      random: seededRandom(1),
    })
  const message = `${keyed('one', 'k')}\n${frameIn('嗷呜啊~', 'two')}\n${keyed('three', 'l')}`
  const read = async (key?: string) => {
    const { ciphers, unread } = await decodeMessage(readMessage(message, index), {
      key,
      scrypt: nativeScrypt,
    })
    return [ciphers.map(({ text }) => text), unread]
  }
  expect(await read('k')).toEqual([['one', 'two'], [2]])
  expect(await read('l')).toEqual([['two', 'three'], [0]])
  expect(await read('m')).toEqual([['two'], [0, 1]])
  const named = `小明：${keyed('one', 'k')}\n小红：${keyed('two', 'k')}\n小明：${keyed('three', 'k')}`
  const { ciphers } = await decodeMessage(readMessage(named, index), { key: 'k', scrypt: nativeScrypt })
  expect(ciphers.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  expect(read()).rejects.toThrow(expect.objectContaining({ code: 'KEY_NEEDED' }))
  const both = `${keyed('one', 'k')}\n${keyed('three', 'l')}`
  const neither = decodeMessage(readMessage(both, index), { key: 'm', scrypt: nativeScrypt })
  expect(neither).rejects.toThrow(expect.objectContaining({ code: 'DAMAGED' }))
})

test('a cipher that is quoted, numbered, split by names and times, or in parts is joined', () => {
  const text = '明天下午三点老地方见，别迟到了'
  for (const cipher of [classicIn('嗷呜啊~', text), frameIn('嗷呜啊~', `${text}${text}`)]) {
    const parts = cipher.match(/.{1,30}/gu)!
    for (const message of [
      parts.map((part) => `> ${part}`).join('\n'),
      parts.map((part, i) => `${i + 1}. ${part}`).join('\n'),
      parts.map((part, i) => `${part} (${i + 1}/${parts.length})`).join('\n'),
      parts.map((part) => `小明 12:30\n${part}`).join('\n'),
    ])
      expect(readings(message)).toEqual([cipher.startsWith('嗷') ? text + text : text])
  }
})

const numbered = [
  ['1) 2)', (line: string, i: number) => `${i + 1}) ${line}`],
  ['1. 2. without a space', (line: string, i: number) => `${i + 1}.${line}`],
  ['WhatsApp', (line: string, i: number) => `26/11/2026, 12:0${i} - Bob: ${line}`],
  ['WhatsApp in brackets', (line: string, i: number) => `[12/30/21, 10:2${i}:31 PM] Bob: ${line}`],
  ['dates', (line: string, i: number) => `2021-12-30 01:2${i}:13 ${line}`],
  ['a name', (line: string) => `嗷~ ${line}`],
  ['a name with a mark', (line: string) => `abba: ${line}`],
] as const

test.each(numbered)('parts are joined if number, time or name has symbols of the set: %s', (_, write) => {
  const text = '明天下午三点老地方见，别迟到了, and bring the map'
  for (const set of ['0123', 'abcd', '嗷呜啊~', '😺😸😻😼'])
    for (const cipher of [classicIn(set, text), frameIn(set, text)])
      for (const width of [30, 37, 40, 41, 43, 60]) {
        const parts = Array.from({ length: Math.ceil(Array.from(cipher).length / width) }, (_, i) =>
          Array.from(cipher)
            .slice(i * width, (i + 1) * width)
            .join(''),
        )
        expect(readings(parts.map(write).join('\n'))).toEqual([text])
      }
})

test.each([
  ['traditional characters', '叮咚嘟锵', (cipher: string) => cipher.replaceAll('锵', '鏘')],
  ['traditional characters', '嗷呜啊~', (cipher: string) => cipher.replaceAll('呜', '嗚')],
  ['simplified characters', '嗷嗚啊~', (cipher: string) => cipher.replaceAll('嗚', '呜')],
  ['a swung dash', '嗷呜啊~', (cipher: string) => cipher.replaceAll('~', '⁓')],
  ['a small tilde', '嗷呜啊~', (cipher: string) => cipher.replaceAll('~', '˜')],
  ['capitals', 'abcd', (cipher: string) => cipher.toUpperCase()],
  ['a capital at the beginning', 'abcd', (cipher: string) => cipher[0]!.toUpperCase() + cipher.slice(1)],
  ['small letters', 'BUGK', (cipher: string) => cipher.toLowerCase()],
])('what converters and keyboards change is read: %s', (_, written, change) => {
  const enabled = createCharsetIndex([setOf(written)])
  for (const cipher of [classicIn(written, '再见, see you'), frameIn(written, '再见, see you')]) {
    expect(change(cipher)).not.toBe(cipher)
    expect(reading(change(cipher), enabled)).toBe('再见, see you')
    expect(reading(`A Cab and BAD DAD: ${change(cipher)}`, enabled)).toBe('再见, see you')
  }
})

test('a set with both cases of a letter keeps them apart', () => {
  const enabled = createCharsetIndex([setOf('aAbB')])
  expect(reading(`x ${classicIn('aAbB', '再见, see you')}`, enabled)).toBe('再见, see you')
  expect(reading(`x ${classicIn('aAbB', '再见, see you').toUpperCase()}`, enabled)).not.toBe('再见, see you')
})

test('other orders of the symbols of an enabled set are read if classic and plausible', () => {
  const text = '今天晚上一起吃饭吧'
  for (const written of ['嗷喵呜~', '呜嗷啊~', '~啊呜嗷']) {
    expect(readings(classicIn(written, text))).toEqual([text])
    expect(() => readings(frameIn('~啊呜嗷', text))).toThrow(CodecError)
  }
  const symbols = Array.from(classicIn('嗷呜啊~', text))
  const order = symbolsOf('嗷呜啊~')
  for (const at of [0, 1, 2, symbols.length - 1])
    for (const other of order.filter((symbol) => symbol !== symbols[at]))
      expect(() => readings(symbols.with(at, other).join(''))).toThrow(CodecError)
})

test.each([
  ['a backslash before each tilde', (cipher: string) => cipher.replaceAll('~', '\\~')],
  ['entities', (cipher: string) => cipher.replaceAll('~', '&#126;')],
  ['entities in hexadecimal', (cipher: string) => cipher.replaceAll('~', '&#x7E;')],
  ['percent-encoding', (cipher: string) => encodeURIComponent(cipher)],
  ['escapes of JSON', (cipher: string) => cipher.replaceAll('嗷', '\\u55f7')],
  ['line breaks of HTML', (cipher: string) => cipher.match(/.{1,20}/gu)!.join('<br>')],
])('markup is undone: %s', (_, change) => {
  const cipher = classicIn('嗷呜啊~', '今天晚上一起吃饭吧')
  expect(readings(`看：${change(cipher)}`)).toEqual(['今天晚上一起吃饭吧'])
})

const bodyIn = (written: string, text: string) => Array.from(classicIn(written, text)).slice(3, -1).join('')

test('bare bodies are read one per line, and refused together on a line', () => {
  const said = ['在吗？我到楼下了', '好的，马上下来啦', 'See you there', '晚上一起吃饭吧朋友', 'On my way!']
  for (const first of said)
    for (const second of said) {
      const bodies = [bodyIn('0123', first), bodyIn('0123', second)]
      const read = first.length % 4 === 0 ? [first + second] : [first, second]
      expect(readings(bodies.join('\n'))).toEqual(read)
    }
  const words = (message: string) => {
    try {
      return detect(message, index).format
    } catch (error) {
      if (error instanceof CodecError) return refusalOf(error, message, index).message
      throw error
    }
  }
  const bodies = `${bodyIn('0123', 'See you there')}\n${bodyIn('0123', 'On my way!')}`
  expect(words(bodies)).toBe(refusals.severalCiphers)
  for (const [other, between] of [
    [classicIn('abcd', 'On my way!'), ' '],
    [frameIn('abcd', 'On my way!'), '\n'],
    [classicIn('0123', 'On my way!'), ' and then '],
    [bodyIn('abcd', 'On my way!'), '\n'],
  ])
    expect(words(classicIn('0123', 'See you there') + between + other)).toBe(refusals.severalCiphers)
  expect(words(`x ${classicIn('0123', 'See you there')}`)).toBe(refusals.unrecognized)
})

test('the error for a doubtful body has its text, one for visible damage does not', () => {
  const refusalFor = (cipher: string) => {
    try {
      return detect(cipher, index).format
    } catch (error) {
      return error instanceof DoubtedBody ? `doubted: ${error.text}` : (error as Error).message
    }
  }
  expect(refusalFor(bodyIn('0123', '在吗'))).toBe('doubted: 在吗')
  expect(refusalFor('0'.repeat(16))).toBe(refusals.partOfAnother)
  expect(refusalFor(bodyIn('0123', '\ud800'.repeat(3)))).toBe(refusals.partOfAnother)
  expect(refusalFor(frameIn('0123', 'Are you there?').slice(2))).toBe(refusals.beginningMissing)
})

test.each(['\n', '\r\n', ' \n\n'])('a body may end with a line break', (lineBreak) => {
  expect(readings(lineBreak + bodyIn('0123', 'See you there') + lineBreak)).toEqual(['See you there'])
})

test('a body that is broken over lines is read at one column', () => {
  const text = '学习一门新的语言并没有捷径，关键在于坚持。与其一口气背下几百个单词，不如每天读一小段文章。'
  for (const width of [40, 41, 64, 72, 80])
    expect(readings(bodyIn('0123', text).replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n'))).toEqual([text])
})

const invitation = '今晚八点老地方见，一起去'
const bodyOf = (text: string) => Array.from(classicIn('嗷呜啊~', text)).slice(3, -1).join('')

test('a body without its wrapper is read between words and in quotes, or doubted with the true reason', () => {
  for (const message of [
    `看：${bodyOf(invitation)} 哈哈`,
    `“${bodyOf(invitation)}”`,
    `「${bodyOf(invitation)}」~`,
  ])
    expect(readings(message)).toEqual([invitation])
  expect(() => readMessage(`看：${bodyOf('在吗')} 哈哈`, index)).toThrow(DoubtedBody)
})

test.each([
  [
    'names of emoji',
    '😺😸😻😼',
    ['😺', '😸', '😻', '😼'],
    [':smiley_cat:', ':smile_cat:', ':heart_eyes_cat:', ':smirk_cat:'],
  ],
  ['the entity of a tilde', '嗷呜啊~', ['~'], ['&sim;']],
  ['a wavy dash', '嗷呜啊~', ['~'], ['〰']],
  ['Arabic digits', '0123', ['0', '1', '2', '3'], ['٠', '١', '٢', '٣']],
  ['Persian digits', '0123', ['0', '1', '2', '3'], ['۰', '۱', '۲', '۳']],
  ['the letter O', '0123', ['0'], ['O']],
  ['a small o', '0123', ['0'], ['o']],
])('symbols are recognised as phones and people write them: %s', (_, set, symbols, written) => {
  for (const cipher of [classicIn(set, invitation), frameIn(set, invitation)]) {
    const changed = symbols.reduce((all, symbol, i) => all.replaceAll(symbol, written[i]!), cipher)
    expect(readings(changed)).toEqual([invitation])
  }
})

/** The nibbles of a text's UTF-8, as some relatives write them. */
const utf8CipherOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => [byte >> 4, byte & 15])
    .flat()
    .map((nibble, place) => (nibble + place) % 16)
    .map((shifted) => '嗷呜啊~'[shifted >> 2]! + '嗷呜啊~'[shifted & 3]!)
    .join('')

test('ciphers of UTF-8 are read, with the wrapper and without', () => {
  // The example of a relative's own program.
  expect(readings('呜嗷嗷嗷啊嗷嗷~啊呜~啊~呜呜嗷')).toEqual([expect.any(String)])
  for (const text of ['你好', invitation, 'See you there tonight', 'Привет, как дела?', 'さようなら😀'])
    for (const cipher of [utf8CipherOf(text), `~呜嗷${utf8CipherOf(text)}啊`])
      expect([text, readings(cipher)]).toEqual([text, [text]])
})
