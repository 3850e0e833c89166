/**
 * Typical texts, and damaged ciphers of them whose symbols could be a body. docs/cipher/format.md gives the measured
 * rates; `bench/codec/plausibility.ts` measures a larger sample.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeSymbolValues } from '../../src/classic-decoder.ts'
import { createClassicEncoder } from '../../src/classic-encoder.ts'
import { encodeSync } from '../../src/encode.ts'
import { shippedCharsets } from '../../src/shipped.ts'

/** Returns the next number from 0 up to 1. */
export type Numbers = () => number

/** Random numbers, reproducible by seed. */
export function seededNumbers(seed: number): Numbers {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const upTo = (random: Numbers, count: number): number => Math.floor(random() * count)
const oneOf = <T>(random: Numbers, all: readonly T[]): T => all[upTo(random, all.length)]!
const some = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

const lines = (): string[] =>
  readFileSync(join(import.meta.dir, 'plain-texts.txt'), 'utf8')
    .trimEnd()
    .split('\n')

const hex = Array.from('0123456789abcdef')
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789')
const base64 = [...letters, '+', '/']
const printable = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))
const emoji = Array.from({ length: 0x800 }, (_, i) => String.fromCodePoint(0x1f300 + i)).filter((character) =>
  /\p{Extended_Pictographic}/u.test(character),
)

const randomTexts: readonly [symbols: readonly string[], lengths: readonly number[]][] = [
  [hex, [8, 16, 32, 40, 64]],
  [base64, [8, 16, 24, 44, 88]],
  [letters, [8, 12, 16, 24]],
  [printable, [8, 12, 16, 24]],
  [emoji, [4, 6, 10]],
]

/** The lines of the sample, and as many hashes, passwords and rows of emoji. */
export function plainTexts(
  written: readonly string[] = lines(),
  random: Numbers = seededNumbers(3),
): string[] {
  const made = randomTexts.flatMap(([symbols, lengths]) =>
    some(Math.ceil(written.length / randomTexts.length), () =>
      some(oneOf(random, lengths), () => oneOf(random, symbols)).join(''),
    ),
  )
  return [...written, ...made]
}

const digits = shippedCharsets.find(({ id }) => id === 'digits')!
const { toCipher } = createClassicEncoder(digits)

/** Whether symbols in digits have the length of a body. */
export const isBody = (symbols: string): boolean => symbols.length % 8 === 0 && symbols.length >= 16

/** Makes a damaged cipher in the set `0123`. */
type Damage = (random: Numbers) => string

/** Kinds of damage to ciphers of these texts, and texts that are no ciphers but consist of symbols. */
export function damagesOf(texts: readonly string[]): Record<string, Damage> {
  const frame = (type: 'RAW' | 'KEYPERM' | 'RC4') => (random: Numbers) =>
    encodeSync({
      text: oneOf(random, texts),
      charset: digits,
      scheme: { kind: 'frame', type },
      key: 'otter',
      random: (length) => Uint8Array.from(some(length, () => upTo(random, 256))),
    })
  const withoutBeginning =
    (make: Damage): Damage =>
    (random) =>
      make(random).slice(oneOf(random, [2, 6, 10]))
  const classic: Damage = (random) => toCipher(oneOf(random, texts))
  const length = (random: Numbers) => 8 * (2 + upTo(random, 12))
  return {
    'a RAW frame without its beginning': withoutBeginning(frame('RAW')),
    'a KEYPERM frame without its beginning': withoutBeginning(frame('KEYPERM')),
    'an RC4 frame without its beginning': withoutBeginning(frame('RC4')),
    'an AESGCM frame without its beginning': withoutBeginning((random) => {
      const bytes = some(45 + oneOf(random, texts).length, () => upTo(random, 256))
      return `02332${bytes.map((byte) => byte.toString(4).padStart(4, '0')).join('')}1`
    }),
    'two classic ciphers': (random) => classic(random) + classic(random),
    'a classic cipher after Markdown': (random) => strikeThrough(classic(random)),
    'a symbol over and over': (random) => String(upTo(random, 4)).repeat(length(random)),
    'a few symbols over and over': (random) => {
      const period = some(2 + upTo(random, 10), () => upTo(random, 4)).join('')
      return period.repeat(99).slice(0, length(random))
    },
    'dates and numbers': (random) => some(2 + 2 * upTo(random, 3), () => dateIn(random)).join(''),
    'sounds of animals': (random) => {
      const sounds = some(99, () =>
        String(upTo(random, 4)).repeat(1 + upTo(random, oneOf(random, [2, 4, 9]))),
      )
      return sounds.join('').slice(0, length(random))
    },
    'mostly one symbol': (random) =>
      some(length(random), () => (random() < 0.9 ? 3 : upTo(random, 4))).join(''),
  }
}

/** The kinds of damage to the sample. */
export const damages = damagesOf(plainTexts())

/** Changes the symbols of a whole classic cipher in the set `0123`, as programs between two people do. */
type Mangle = (cipher: string, random: Numbers) => string

/** What chats, phones and translators do to a cipher without knowing that it is one. */
export const mangles: Readonly<Record<string, Mangle>> = {
  Markdown: strikeThrough,
  'repeats shortened': (cipher, random) => {
    const most = 1 + upTo(random, 3)
    return cipher.replaceAll(/(.)\1+/g, (run) => run.slice(0, most))
  },
  'one repeated symbol shortened': (cipher, random) => {
    const symbol = String(upTo(random, 4))
    return cipher.replaceAll(new RegExp(`${symbol}+`, 'g'), symbol)
  },
  'dots joined': (cipher) => cipher.replaceAll('000', '2'),
  translation: (cipher, random) =>
    Array.from(cipher)
      .filter(() => random() > 0.06)
      .join('')
      .replaceAll(/(.)\1{2,}/g, '$1$1'),
}

/** Symbols that are lost in the middle, eight of them or a multiple: often the rest is right again. */
export const cutInTheMiddle: Mangle = (cipher, random) => {
  const lost = 8 * (1 + upTo(random, (cipher.length - 12) / 8))
  const at = 3 + upTo(random, cipher.length - 4 - lost)
  return cipher.slice(0, at) + cipher.slice(at + lost)
}

/** Texts of wrapped ciphers that are others than were written. Tries `tries` of the given texts. */
export function mangledTexts(
  mangle: Mangle,
  texts: readonly string[],
  random: Numbers,
  tries: number,
): string[] {
  return some(tries, () => oneOf(random, texts)).flatMap((text) => {
    const cipher = mangle(toCipher(text), random)
    const isWrapped = cipher.length % 8 === 4 && cipher.length > 4 && /^310.*2$/.test(cipher)
    if (!isWrapped) return []
    const read = decodeSymbolValues(Uint8Array.from(cipher.slice(3, -1), Number))
    return read === text ? [] : [read]
  })
}

/** Strikes through text between tildes, as chats do, for one tilde or two. The digit 3 stands for the tilde. */
function strikeThrough(cipher: string): string {
  return cipher.replaceAll(/33(.+?)33/g, '$1')
}

const dateIn = (random: Numbers): string =>
  oneOf(random, ['2020', '2021', '2022', '2023', '2030']) +
  oneOf(random, ['01', '02', '03', '10', '11', '12']) +
  oneOf(random, ['01', '02', '03', '10', '11', '12', '13', '20', '21', '22', '23', '30', '31'])
