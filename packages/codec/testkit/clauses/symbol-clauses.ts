/** Clauses of format.md from "Words and bounds" to "Classic". */
import { clausesOf } from './clause.ts'

export const symbolClauses = [
  ...clausesOf('format.md#words-and-bounds', {
    'text-shortest': [
      'a text has one unit at least',
      'raw-one-unit raw-one-unit-utf16 classic-one-unit',
      'raw-no-text raw-no-utf16 frame-empty classic-empty',
    ],
    'text-longest': [
      'a text of a frame has at most 20,000 units',
      'raw-utf16-longest raw-model-longest',
      'raw-too-long raw-utf16-too-long',
    ],
    'text-any-order': [
      'a lone surrogate is a unit like any other',
      'classic-lone-surrogate raw-lone-surrogate raw-one-unit-utf16',
    ],
    'encoder-text': [
      'an encoder refuses other lengths',
      'encoder-no-text encoder-long-text encoder-long-astral-text',
    ],
    'utf16-no-mark': ['no byte order mark is written or removed', 'raw-byte-order-mark'],
    'cipher-longest': [
      'at most 200,000 code points, ignored ones too',
      'long-with-spaces long-astral',
      'too-long too-long-with-spaces',
    ],
    'classic-reader-longest': [
      'a reader of the classic encoding takes up to 24,999 units, without wrapper 25,000',
      'classic-20001 classic-longest body-longest',
      'too-long',
    ],
    'key-longest': [
      'a key has at most 256 code points as it is given, before NFC',
      'key-longest key-grows key-256-surrogates',
      'key-too-long key-shrinks key-257-surrogates',
    ],
  }),
  ...clausesOf('format.md#symbols', {
    'set-of-four': [
      'four symbols of one code point, all different',
      'sets-letters sets-emoji',
      'sets-three sets-five sets-same-twice sets-tildes',
    ],
    'symbol-unsuitable': [
      'no white space, control, format, combining or unassigned code point',
      'sets-private',
      'sets-white-space sets-control sets-format sets-combining sets-enclosing sets-unassigned',
    ],
    'symbol-invisible': ['none that is invisible or ignored', 'sets-letters', 'sets-invisible sets-ignored'],
    'symbol-replacement': ['not U+FFFD', 'sets-letters', 'sets-replacement'],
    'symbol-nfc': [
      'no two change under NFC, in any order',
      'sets-letters',
      'sets-joined-by-nfc sets-joined-in-another-order sets-changed-by-nfc',
    ],
    'sets-same-symbols': [
      'two sets with the same symbols, in whatever order',
      'sets-three-in-common',
      'sets-other-order sets-other-order-folded',
    ],
    'sets-same-check': [
      'two sets that agree in three places and whose contexts have the same CRC-16',
      'sets-other-check',
      'sets-same-check',
    ],
    'not-enabled': ['a set that is not enabled is never read', 'classic-other-set raw-other-set'],
    folded: [
      'U+FF5E is read as U+007E, in a cipher, a set and the context',
      'classic-fullwidth-tilde raw-fullwidth-tilde raw-folded-tilde',
    ],
    'symbols-astral': [
      'a symbol is one code point, of one unit or two',
      'classic-astral-symbols raw-astral-symbols',
    ],
    ignored: [
      'the ignored characters, from the first of each range to the last',
      'ignored-first ignored-last classic-spaced raw-over-lines',
      'not-ignored-*',
    ],
  }),
  ...clausesOf('format.md#classic', {
    'classic-writing': [
      'nibbles, the highest first, each plus k modulo 16',
      'classic-digits classic-chinese classic-emoji classic-chime',
    ],
    'classic-count': ['k counts over the whole text', 'classic-other-tool classic-20001'],
    'classic-wrapper': ['before them c3 c1 c0, after them c2', 'classic-digits classic-other-tool'],
    'classic-any-text': [
      'in a wrapper every text is read',
      'classic-nonsense classic-three-units-nonsense classic-lone-surrogate',
    ],
  }),
]
