/** Clauses of "Reading what people paste". */
import { clausesOf } from './clause.ts'

export const messageClauses = clausesOf('format.md#reading-what-people-paste', {
  'paste-as-it-is': ['1: the message as it is', 'message-as-it-is message-body-as-it-is'],
  'paste-pieces': [
    '1: ciphers between white space',
    'message-two-lines message-three-lines message-pieces-and-words',
  ],
  'look-alikes': ['2: look-alikes', 'message-look-alike-* message-wave-dash', 'message-no-look-alike-*'],
  'own-look-alikes': ['2: a symbol of the set is no look-alike', 'message-own-look-alike'],
  ellipsis: [
    '2: three dots and the ellipsis, if the set has only one of the two',
    'message-dots-to-ellipsis message-ellipsis-to-dots',
    'message-ellipsis',
  ],
  capitals: [
    '2: capitals and small letters, if the set has only one of the two',
    'message-capitals message-small-letters message-cyrillic-capitals',
    'message-both-cases',
  ],
  'several-sets': ['2: ciphers of several sets come first', 'message-two-sets message-partial'],
  joined: [
    '3: runs of the symbols are together one cipher',
    'message-quoted message-parts message-joined-frame',
  ],
  'joined-runs': [
    '3: without runs of up to 1, 2, 3, 5, 8 symbols',
    'message-runs-of-1 message-runs-of-2 message-runs-of-3 message-runs-of-5 message-runs-of-8',
    'message-runs-of-9',
  ],
  'joined-spaces': ['3: runs that white space ends too', 'message-white-space-ends-runs'],
  'joined-last': ['3: the last run of each line', 'message-last-runs'],
  'joined-plausible': [
    '3: a classic text of three units or more is plausible',
    'message-joined-two-units',
    'message-joined-nonsense',
  ],
  within: [
    '4: a cipher between other characters or white space',
    'message-words-around message-at-other-characters message-after-own-symbols',
    'message-after-four',
  ],
  'within-order': ['4: all are read, in order', 'message-several-in-order message-three-frames'],
  'other-set': ['5: a set that is not enabled', 'message-other-set message-other-set-frame'],
  'other-order': [
    '5: an enabled set in another order, classic alone',
    'message-other-order message-other-order-two',
    'message-other-order-frame message-changed-wrapper',
  ],
  'other-set-repeated': ['5: each symbol occurs once more', 'message-other-set', 'message-other-set-once'],
  'other-set-plausible': [
    '5: a classic text is plausible',
    'message-other-set',
    'message-other-set-nonsense',
  ],
  markup: [
    '6: markup is undone',
    'message-break message-break-closed message-percent message-entities message-entity-hex message-entity-named message-escapes message-backslashes',
    'message-percent-broken',
  ],
  'line-each': [
    '7: every line is a cipher, but for those of white space',
    'message-bodies-on-lines message-line-each-blank',
    'message-line-each-damaged',
  ],
  'body-in-words': ['8: the only body between words', 'message-body-in-words', 'message-bodies-in-words'],
  'utf8-cipher': ["9: the nibbles of a text's UTF-8", 'message-utf8-body message-utf8-wrapped'],
  'utf8-enough': [
    '9: 12 bytes, or two characters of several bytes',
    'message-utf8-ascii-12 message-utf8-body',
    'message-utf8-ascii-11 message-utf8-one-long',
  ],
  'beside-frame': [
    '10: a frame with up to 16 symbols on either side',
    'message-frame-after-16 message-frame-between-16',
    'message-frame-after-17 message-frame-before-17',
  ],
  'beside-classic-after': [
    '10: a classic cipher with up to three symbols after it, or 16 that are the same',
    'message-after-three message-after-16-same',
    'message-after-four message-after-17-same message-cut-by-others',
  ],
  'beside-classic-before': [
    '10: a classic cipher of four units or more with symbols before it',
    'message-at-own-symbols message-four-before',
    'message-short-before',
  ],
  'beside-cipher': ['10: a cipher beside another is several', 'message-cipher-beside'],
  'found-well-formed': ['a classic text is well-formed', 'message-words-around', 'message-half-character'],
  'found-checksum': [
    'the checksum of a RAW frame matches',
    'message-several-in-order',
    'message-raw-damaged',
  ],
  'left-over': ['twelve symbols of four kinds are told', 'message-left-over message-partial'],
  'left-over-fewer': ['fewer, or of fewer kinds, are not', 'message-left-over-11 message-left-over-of-three'],
})
