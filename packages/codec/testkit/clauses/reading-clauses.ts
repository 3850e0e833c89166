/** Clauses of "Reading a cipher" and "Several pieces". */
import { clausesOf } from './clause.ts'

export const readingClauses = [
  ...clausesOf('format.md#reading-a-cipher', {
    'length-first': [
      'the number of code points is judged before anything else',
      'too-long too-long-with-spaces message-too-long',
    ],
    'foreign-in-wrapper': [
      'in a wrapper, a symbol that is not in the set',
      'classic-foreign-symbol classic-symbol-of-another-set raw-foreign-symbol',
    ],
    'foreign-before-length': ['and that comes before the length', 'classic-foreign-before-length'],
    'pieces-before-reading': [
      'several pieces are seen before reading',
      'classic-three-lines keyed-three-lines pieces-28',
    ],
    'classic-length': [
      'classic wrapper: n ≡ 4 (mod 8), n > 4',
      'classic-one-unit',
      'classic-empty classic-length-* classic-one-lost classic-twice',
    ],
    'frame-length': [
      'wrapper of a frame: n ≡ 2 (mod 4), n > 6',
      'raw-model raw-english',
      'frame-empty frame-length-* raw-lost raw-added later-version-empty',
    ],
    'looks-wrapped-length': [
      'a body that looks wrapped: n ≡ 0 (mod 8), n ≥ 16',
      'body-wrapped-two-bytes body-looks-wrapped body-wrapper-of-a-frame',
      'body-looks-wrapped-short',
    ],
    'body-length': [
      'a body: n ≡ 0 (mod 8), n ≥ 16',
      'body-two-units body-of-16-symbols-twice',
      'body-one-unit body-half-unit',
    ],
    'body-one-set': [
      'exactly one enabled set has all the symbols',
      'body-of-one-set',
      'body-of-two-sets body-foreign-symbol',
    ],
    'nothing-else': [
      'anything else is not recognised',
      'empty empty-but-ignored classic-three-symbols raw-cut',
    ],
  }),
  ...clausesOf('format.md#several-pieces', {
    'pieces-white-space': [
      'each white space ends a piece',
      'pieces-first-spaces pieces-last-spaces classic-three-pieces',
      'not-a-space-*',
    ],
    'pieces-without-symbols': ['pieces without symbols do not count', 'pieces-and-nothing-else'],
    'pieces-classic': [
      'a piece in a classic wrapper: n ≡ 4 (mod 8), n > 4',
      'pieces-one-unit',
      'pieces-empty-wrapper pieces-other-length pieces-other-order pieces-other-end',
    ],
    'pieces-frame': [
      'a piece in the wrapper of a frame, with the header of a type',
      'keyed-three-lines keyed-pieces-classic keyed-pieces-raw',
      'keyed-pieces-unknown keyed-pieces-later keyed-pieces-other-end keyed-pieces-other-beginning',
    ],
    'pieces-frame-length': [
      'and with a length that is possible for it',
      'keyed-pieces-shortest',
      'keyed-pieces-impossible keyed-pieces-header-alone pieces-empty-frame',
    ],
    'pieces-checksum': ['the checksums of RAW frames match', 'keyed-pieces-raw', 'keyed-pieces-raw-damaged'],
    'pieces-well-formed': ['classic texts are well-formed', 'pieces-one-unit', 'pieces-half-character'],
    'pieces-plausible': [
      'classic texts are plausible from three units on',
      'pieces-two-units-nonsense',
      'pieces-three-units-nonsense pieces-end-nonsense',
    ],
    'pieces-16': [
      'of the first 16 pieces',
      'pieces-17-nonsense keyed-pieces-17-damaged',
      'pieces-16-nonsense keyed-pieces-16-damaged',
    ],
    'pieces-three': ['three pieces or more', 'classic-three-lines', 'pieces-of-a-body'],
    'pieces-of-one': ['one cipher that is broken is read', 'classic-spaced raw-over-lines'],
  }),
  ...clausesOf('format.md#what-a-classic-cipher-cant-tell', {
    'cut-to-a-shorter': ['cut where c2 comes to be the last', 'classic-cut-to-a-shorter'],
    'three-in-a-row': ['three ciphers without white space are one', 'classic-three-in-a-row'],
    'lost-tildes': ['the tildes that a chat takes for markup', 'classic-after-markdown'],
  }),
]
