/** Ciphers of every preset with typical losses of symbols, and a reader's answer to each. */
import type { CharsetIndex } from '../../src/charset-index.ts'
import { detect } from '../../src/detect.ts'
import { encode } from '../../src/encode.ts'
import { CodecError, type Refusal, refusals } from '../../src/failure.ts'
import { refusalOf } from '../../src/message.ts'
import { prepareCharset } from '../../src/prepared-charset.ts'
import { shippedCharsets, shippedPresets } from '../../src/shipped.ts'
import { quickScrypt } from '../native-scrypt.ts'
import type { Numbers } from './damages.ts'

const upTo = (random: Numbers, count: number): number => Math.floor(random() * count)
const oneOf = <T>(random: Numbers, all: readonly T[]): T => all[upTo(random, all.length)]!

/** Removes symbols from a cipher. */
type Loss = (symbols: readonly string[], random: Numbers) => string[]

const within =
  (count: number): Loss =>
  (symbols, random) =>
    symbols.toSpliced(6 + upTo(random, symbols.length - 8 - count), count)

/** Losses by position. */
export const losses = {
  within: {
    'one within': within(1),
    'two within': within(2),
    'three within': within(3),
    'four within': within(4),
    'six within': within(6),
  },
  end: {
    'the last': (symbols) => symbols.slice(0, -1),
    'the last four': (symbols) => symbols.slice(0, -4),
    'the last 5 to 20': (symbols, random) => symbols.slice(0, -5 - upTo(random, 16)),
  },
  beginning: {
    'the first three': (symbols) => symbols.slice(3),
    'the first four': (symbols) => symbols.slice(4),
    'the first five': (symbols) => symbols.slice(5),
    'the first six': (symbols) => symbols.slice(6),
    'the first 5 to 20': (symbols, random) => symbols.slice(5 + upTo(random, 16)),
  },
} as const satisfies Record<string, Record<string, Loss>>

const words = 'the quick brown fox jumps over a lazy dog and rests by our river in June'.split(' ')
const characters = Array.from('今天晚上一起吃饭吧我在老桥等你带地图和面包明早八点见不要迟到了')

function textOf(length: number, random: Numbers): string {
  let text = ''
  const isChinese = random() < 0.3
  while (text.length < length) text += isChinese ? oneOf(random, characters) : `${oneOf(random, words)} `
  return text
}

/** Encodes a random text of this many units by a preset, and returns the cipher's symbols. */
export async function cipherOf(preset: string, length: number, random: Numbers): Promise<string[]> {
  const cipher = await encode({
    text: textOf(length, random),
    charset: prepareCharset(oneOf(random, shippedCharsets)),
    scheme: shippedPresets.find(({ id }) => id === preset)!.scheme,
    key: 'k',
    random: (count) => Uint8Array.from({ length: count }, () => upTo(random, 256)),
    scrypt: quickScrypt,
  })
  return Array.from(cipher)
}

/** Breaks lines as mails and chats do. */
export const brokenAt = (symbols: readonly string[], column: number): string =>
  symbols.map((symbol, i) => (i > 0 && i % column === 0 ? `\n${symbol}` : symbol)).join('')

/** The reason why a service refuses a cipher; `read` if it reads it. */
export function whyRefused(cipher: string, index: CharsetIndex): Refusal | 'read' {
  try {
    detect(cipher, index)
    return 'read'
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    const said = refusalOf(error, cipher, index).message
    return Object.keys(refusals).find((why): why is Refusal => refusals[why as Refusal] === said)!
  }
}
