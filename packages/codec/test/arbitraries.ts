import fc from 'fast-check'
import type { Symbols } from '../src/charset.ts'
import { shippedCharsets, shippedPresets } from '../src/shipped.ts'

/** Texts of any UTF-16 code units, including lone surrogates, and of kinds that people write. */
export const anyText = (maxLength = 200) =>
  fc.oneof(
    anySecret(maxLength),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength })
      .map((units) => String.fromCharCode(...units)),
    fc.string({ unit: 'binary', minLength: 1, maxLength }),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength }),
    fc
      .array(
        fc.constantFrom(
          '今天',
          '天气',
          '谢谢',
          '的',
          ' the ',
          'https://',
          'example.com/',
          '😀',
          '\n',
          'hello',
        ),
        {
          minLength: 1,
          maxLength: Math.ceil(maxLength / 12),
        },
      )
      .map((words) => words.join('')),
  )

/** Texts of an alphabet, such as hashes, passwords, Base64 and dates. */
export const anySecret = (maxLength = 40) =>
  fc
    .constantFrom(
      '0123456789abcdef',
      '0123456789ABCDEF-',
      '0123456789 -:/.TZ',
      'AQZaqz059+/=',
      '!#A~z 7',
      'é\x7f\0~',
      '𠮷中Ω\ud800',
    )
    .chain((characters) =>
      fc
        .array(fc.constantFrom(...characters.split(''), ...Array.from(characters)), {
          minLength: 1,
          maxLength,
        })
        .map((some) => some.join('').slice(0, maxLength)),
    )

export const anyKey = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 32 }),
  fc.string({ minLength: 1, maxLength: 32 }),
)

export const anyShippedCharset = fc.constantFrom(...shippedCharsets)
export const anyShippedPreset = fc.constantFrom(...shippedPresets)

/** Random bytes for salts, reproducible by seed. */
export const seededRandom = (seed: number) => (length: number) =>
  Uint8Array.from({ length }, (_, i) => (seed * 31 + i * 17 + ((seed >> 3) ^ i)) & 0xff)

/** Splits a string into four symbols, unchecked. */
export const symbolsOf = (written: string): Symbols => Array.from(written) as unknown as Symbols
