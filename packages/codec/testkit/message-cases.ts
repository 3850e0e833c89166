/** Cases of "Reading what people paste": messages, and the texts that a reader finds in them. */
import { bodyOf, classicOf, frameCase, shippedSets, type TestkitCase, utf16Hex } from './case.ts'

const roar = '嗷呜啊~'
const dinner = '今天晚上一起吃饭吧'
const way = '好的，马上下来'
const rawIn = (set: string, text: string) => frameCase('', { about: '', set, type: 'RAW', text }).cipher
const partsOf = (cipher: string) => cipher.match(/.{1,30}/gu)!

interface Message {
  readonly about: string
  readonly message: string
  /** Empty if the message is refused. */
  readonly texts: readonly string[]
  readonly isPartial?: boolean
}

const messages: Readonly<Record<string, Message>> = {
  'words-around': {
    about: 'a cipher between words',
    message: `看这个：${classicOf(roar, dinner)}！哈哈`,
    texts: [dinner],
  },
  'two-lines': {
    about: 'two classic ciphers, a line each',
    message: `${classicOf(roar, dinner)}\n${classicOf(roar, way)}`,
    texts: [dinner, way],
  },
  'three-lines': {
    about: 'three classic ciphers: together they have the shape of one',
    message: [dinner, way, 'See you there'].map((text) => classicOf(roar, text)).join('\n'),
    texts: [dinner, way, 'See you there'],
  },
  'three-frames': {
    about: 'three frames: together they have the shape of one',
    message: [dinner, way, 'See you there'].map((text) => rawIn(roar, text)).join('\n小红：'),
    texts: [dinner, way, 'See you there'],
  },
  'two-sets': {
    about: 'ciphers of two sets, in the order of the message',
    message: `小明 ${classicOf('abcd', 'See you there')}\n小红 ${rawIn(roar, way)}`,
    texts: ['See you there', way],
  },
  partial: {
    about: 'a cipher, and one that was cut off',
    message: `${classicOf(roar, dinner)} 和 ${classicOf(roar, way).slice(0, -9)}`,
    texts: [dinner],
    isPartial: true,
  },
  quoted: {
    about: 'a cipher quoted in lines',
    message: partsOf(classicOf(roar, dinner))
      .map((part) => `> ${part}`)
      .join('\n'),
    texts: [dinner],
  },
  parts: {
    about: 'a frame in parts',
    message: partsOf(rawIn(roar, `${dinner}，${way}`))
      .map((part, i, all) => `${part} (${i + 1}/${all.length})`)
      .join('\n'),
    texts: [`${dinner}，${way}`],
  },
  'other-set': {
    about: 'a set that is not enabled',
    message: classicOf('咕咚嘟锵', '你好，在吗'),
    texts: ['你好，在吗'],
  },
  'other-order': {
    about: 'an enabled set in another order',
    message: classicOf('嗷喵呜~', dinner),
    texts: [dinner],
  },
  'other-order-frame': {
    about: 'the same in a frame: refused',
    message: rawIn('~啊呜嗷', dinner),
    texts: [],
  },
  'wave-dash': {
    about: 'look-alikes',
    message: classicOf(roar, dinner).replaceAll('~', '〜'),
    texts: [dinner],
  },
  ellipsis: {
    about: 'three dots for an ellipsis',
    message: classicOf('.:…·', dinner).replaceAll('…', '...'),
    texts: [],
  },
  backslashes: { about: 'markup', message: classicOf(roar, dinner).replaceAll('~', '\\~'), texts: [dinner] },
  entities: { about: 'markup', message: classicOf(roar, dinner).replaceAll('~', '&#126;'), texts: [dinner] },
  percent: { about: 'markup', message: encodeURIComponent(classicOf(roar, dinner)), texts: [dinner] },
  'bodies-on-lines': {
    about: 'bodies without wrapper, a line each',
    message: `${bodyOf('0123', 'See you there')}\n${bodyOf('0123', 'On my way!')}`,
    texts: ['See you there', 'On my way!'],
  },
  'changed-wrapper': {
    about: 'a changed symbol in the wrapper of an enabled set is no other order',
    message: `~${classicOf(roar, dinner).slice(2)}`,
    texts: [],
  },
}

/** The cases with the header `reader: message`. */
export const messageCases = (): TestkitCase[] =>
  Object.entries(messages).map(([name, { about, message, texts, isPartial }]) => ({
    name: `message-${name}`,
    headers: {
      about,
      reader: 'message',
      expect: texts.length > 0 ? 'text' : 'refused',
      sets: shippedSets,
      ...(texts.length > 0 && { 'texts-utf16': texts.map(utf16Hex).join(' ') }),
      ...(isPartial && { partial: 'yes' }),
    },
    cipher: message,
  }))
