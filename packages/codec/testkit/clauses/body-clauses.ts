/** Clauses of "A body without its wrapper". */
import { clausesOf } from './clause.ts'

export const bodyClauses = clausesOf('format.md#a-body-without-its-wrapper', {
  'body-frame': [
    '1: c0 c2 c3 and a header that a type has',
    'body-begins-as-later-version body-wrapper-of-a-frame',
    'body-frame-plausible body-of-a-cut-frame',
  ],
  'body-well-formed': [
    '2: the whole text is well-formed',
    'body-cut-character',
    'body-half-character body-half-character-within body-other-half-within',
  ],
  'looks-wrapped': [
    '3: c3 c1 c0 … c2',
    'body-begins-wrapped-alone',
    'body-wrapped-a-fifth body-wrapped-other-end body-looks-wrapped-damage',
  ],
  'a-quarter': [
    '3: each end saves a quarter',
    'body-wrapped-a-quarter body-looks-wrapped',
    'body-wrapped-a-fifth',
  ],
  'a-quarter-two-bytes': ['3: and two bytes', 'body-wrapped-two-bytes', 'body-wrapped-one-byte'],
  'looks-wrapped-ends': ['3: at either end', 'body-looks-wrapped', 'body-wrapped-end-nonsense'],
  'looks-wrapped-alone': ['3: rules 4 to 6 do not count then', 'body-wrapped-run lines-looks-wrapped'],
  'three-symbols': [
    '4: three different symbols at least',
    'body-three-symbols',
    'body-two-symbols body-two-symbols-listed',
  ],
  'run-of-16': [
    '4: the same symbol 16 times in a row',
    'body-run-of-15 body-ends-in-a-run-of-15',
    'body-run-of-16 body-long-run body-ends-in-a-run-of-16',
  ],
  'repeats-8-16': ['4: as 8 or 16 places before', 'body-repeats-24', 'body-repeats body-repeats-16'],
  'repeats-longer': ['4: where there are more than 16 symbols', 'body-of-16-symbols-twice body-two-units'],
  'a-fifth': ['5: an end saves a fifth', 'body-saves-a-fifth', 'body-saves-less body-dates'],
  'a-fifth-two-bytes': ['5: and two bytes', 'body-saves-two-bytes body-two-units', 'body-saves-one-byte'],
  'both-ends': [
    '5: at either end',
    'body-two-units',
    'body-plausible-only-at-first body-last-nonsense body-frame-without-beginning',
  ],
  'ends-16': ['the ends have 16 units', 'body-first-16 body-last-16', 'body-first-15'],
  'ends-alone': ['the ends are judged, not the whole', 'body-nonsense-within body-cut-character'],
  'four-units': [
    'together: four units, the same one counted again',
    'body-four-units body-four-units-of-two body-four-names',
    'body-three-units',
  ],
  'few-strangers': [
    'together: 3s ≤ d − 2',
    'body-one-stranger-of-five body-two-strangers-of-eight body-four-units-of-two',
    'body-one-stranger-of-four body-two-strangers-of-seven body-four-units-of-one',
  ],
  'different-units': [
    'together: d and s count different units',
    'body-stranger-twice',
    'body-one-stranger-of-four-in-five',
  ],
  'no-stranger-listed': ['no stranger: the alphabet lists it', 'body-four-units', 'body-block-e0'],
  'no-stranger-in-a-row': ['no stranger: twice in a row', 'body-in-a-row', 'body-not-in-a-row'],
  'no-stranger-of-block': [
    'no stranger: another unit, listed or not, is of its block',
    'body-block-of-a-listed body-arabic body-block-of-256',
    'body-blocks-of-256',
  ],
  'block-surrogates': [
    'block D800–DFFF',
    'body-block-d800 body-block-dfff',
    'body-block-d7ff body-block-e000',
  ],
  'block-symbols': ['block 2000–2BFF', 'body-block-2000-2bff', 'body-block-1fff-2000 body-block-2bff-2c00'],
  'block-of-256': [
    'blocks of the same high byte',
    'body-block-of-256 body-block-2c00-2cff',
    'body-blocks-of-256 body-blocks-1eff-1f00',
  ],
  'blocks-from-0020': ['from 0020', 'body-block-0020', 'body-block-001f'],
  'blocks-to-33ff': ['to 33FF', 'body-block-33ff', 'body-block-3400'],
  'no-block': ['other units have no block', 'body-block-d7 body-block-e0'],
  'one-script-eight': [
    'one script: eight units, the same one counted again',
    'script-eight-again',
    'script-seven',
  ],
  'one-script': [
    'one script: 4E00–9FFF or AC00–D7A3, and punctuation',
    'script-with-*',
    'script-not-with-* script-two',
  ],
  'one-script-punctuation': ['one script: or punctuation alone', 'script-punctuation-alone'],
  'one-script-each-end': ['one script: each end has its own', 'script-each-end'],
  'no-stranger-in-chats': ['no stranger: the characters of chats', 'script-chat-*', 'script-no-chat'],
  'line-breaks': [
    '6: a line ends at U+000A, 000D, 2028, 2029',
    'body-two-on-lines lines-return lines-line-separator lines-paragraph-separator',
    'lines-vertical-tab lines-form-feed lines-next-line lines-space lines-without-break',
  ],
  'lines-without-symbols': [
    '6: lines without symbols do not count',
    'lines-blank-lines lines-equal-three-blank body-line-at-end',
  ],
  'line-places': [
    '6: lines after 8, 16 or 24 symbols modulo 32',
    'lines-before-8 lines-before-16 lines-before-24',
    'body-two-of-four-units lines-in-a-unit',
  ],
  'lines-16': ['6: the first 16 of them', 'lines-judged-16 lines-judged-16-of-19', 'lines-judged-17'],
  'units-16': ['6: the next 16 units of either', 'lines-next-16', 'lines-other-16'],
  'better-by-two-bytes': [
    '6: the former have two bytes more',
    'lines-one-byte lines-fewer-bytes-not-plausible',
    'lines-two-bytes',
  ],
  'better-unpacked': [
    '6: what the model does not pack has two bytes a unit',
    'lines-one-byte-unpacked',
    'lines-two-bytes-unpacked',
  ],
  'may-be-two': ['6: the former are not plausible', 'body-at-a-column', 'body-two-on-lines-short'],
  'lines-equal': [
    '6: unless lines have the same number of symbols',
    'lines-equal-three body-at-a-column',
    'lines-second-longer lines-first-shorter',
  ],
  'lines-three': ['6: three or more', 'lines-equal-three', 'lines-equal-two'],
  'lines-last': ['6: the last one fewer', 'lines-last-shorter', 'lines-last-longer'],
  'ciphers-in-a-row': ['two ciphers, one after the other', 'two-ciphers'],
})
