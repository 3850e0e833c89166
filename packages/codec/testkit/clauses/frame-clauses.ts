/** Clauses of format.md from "Packing" to "Keys". */
import { clausesOf } from './clause.ts'

export const frameClauses = [
  ...clausesOf('format.md#packing', {
    'model-if-fewer': [
      "the model's bytes if they are fewer, UTF-16 otherwise",
      'raw-one-byte-fewer raw-as-many-bytes',
      'raw-as-many-bytes-by-model',
    ],
    'utf16-canonical': [
      'UTF-16 where the model is shorter',
      'raw-utf16-not-shortest aesgcm-padded-not-canonical',
    ],
    'model-canonical': [
      'other bytes of the model',
      'raw-model-not-canonical raw-model-other-last-byte raw-model-cut raw-as-many-bytes-by-model',
    ],
    'utf16-bytes': [
      '2 to 40,000 bytes of UTF-16',
      'raw-one-unit-utf16 raw-utf16-longest keyed-no-key-utf16-2 keyed-no-key-utf16-40000',
      'raw-no-utf16 keyed-no-key-utf16-40002 raw-utf16-too-long',
    ],
    'utf16-even': ['an even number of them', 'raw-one-unit-utf16', 'raw-odd-utf16 raw-one-byte-of-utf16'],
    'digits-bytes': [
      'digits have an odd number of bytes too, at least 1',
      'digits-utf8-one keyed-no-key-utf16-1 keyed-no-key-utf16-3 *-no-key-utf16-3',
      'keyed-no-key-utf16-0',
    ],
    'fewest-bytes': [
      'the fewest bytes, of equally many the model, then UTF-16',
      'digits-ascii raw-model',
      'digits-model-shorter digits-model-as-short digits-utf16-as-short',
    ],
    'model-bytes': [
      '1 to 39,999 bytes of the model',
      'raw-one-unit keyed-no-key-model-1 keyed-no-key-model-39999',
      'raw-no-text keyed-no-key-model-0 keyed-no-key-model-40000',
    ],
  }),
  ...clausesOf('format.md#digits', {
    'digits-modes': [
      'the mark, the radix and the characters of each mode',
      'digits-utf8 digits-ascii digits-ascii-bounds digits-numbers digits-hex-small digits-hex-capital digits-base64',
    ],
    'digits-leads': [
      'the lead and the rest of a character in UTF-8',
      'digits-utf8 digits-utf8-bounds digits-utf8-surrogate',
    ],
    'digits-fill': [
      'bytes are filled in below L',
      'digits-long digits-longer digits-fill-below digits-fill-at',
    ],
    'digits-put': [
      'bytes are put from 256 L / r on',
      'digits-long digits-longer digits-put-below digits-put-at',
    ],
    'digits-whole': [
      'the number is one less if no byte was written, up to 256 L / r',
      'digits-utf8-one digits-nul digits-hex-12 digits-long digits-whole-below digits-whole-above',
    ],
    'digits-end': [
      'the text ends at 0, at most after 20,000 units',
      'digits-ascii digits-longest',
      'digits-too-long',
    ],
    'digits-no-zero': ['a digit 0 is no character', 'digits-no-character digits-no-lead'],
    'digits-canonical': [
      'the fewest bytes of the first mode that has them',
      'digits-zero-first digits-other-mode digits-pair-as-two',
    ],
  }),
  ...clausesOf('format.md#frame', {
    'header-types': [
      'the header of each type',
      'raw-model raw-lone-surrogate keyperm-model streamxor-model vigenere-model rc4-model aesgcm-normal',
    ],
    'header-later': ['0000 is of later versions', 'later-version later-version-short'],
    'header-unknown': ['any other header', 'header-unknown*'],
    'context-symbols': [
      'the context: the symbols as 32-bit numbers, in their order',
      'raw-astral-symbols raw-model raw-chinese',
    ],
    'context-header': ['the context: the version and the header', 'raw-header-changed keyed-type-changed'],
    'header-before-length': [
      'the header is judged before the length',
      'later-version-short header-unknown-key',
    ],
    'length-before-key': [
      'the length is judged before the key',
      'keyed-impossible-no-key keyed-impossible-long-key keyed-no-salt aesgcm-padded-length',
    ],
    'key-before-check': [
      'the key is asked for before any check',
      'keyed-damaged-no-key key-long-before-tag keyed-no-key aesgcm-no-key',
    ],
    'packing-before-length': [
      "which length is possible depends on the packing's bit",
      'keyed-no-key-utf16-40000',
      'keyed-no-key-model-40000',
    ],
  }),
  ...clausesOf('format.md#raw', {
    'checksum-shortest': ['the checksum has two bytes', 'raw-one-unit', 'raw-short'],
    'checksum-whole': [
      'all 16 bits are compared',
      'raw-checksum-changed raw-checksum-high raw-checksum-low digits-checksum-low',
    ],
    'checksum-mark': [
      'the checksum of digits has the mark, under the header of UTF-16 alone',
      'digits-ascii',
      'digits-told-utf16 digits-told-in-model digits-mark-high digits-mark-low',
    ],
    'checksum-covers': ['it covers header and packed text', 'raw-changed raw-swapped raw-header-changed'],
    'raw-no-key': ['RAW ignores a key of any length', 'raw-key raw-key-too-long'],
  }),
  ...clausesOf('format.md#keys', {
    'key-nfc': ['a key is normalised to NFC', 'key-normalised key-order key-hangul key-compatibility'],
    'key-as-it-is': ['nothing else is changed', 'key-spaces key-followed-by-nul'],
    'key-empty': ['an empty key is no key', 'key-empty'],
    'encoder-key': [
      'an encoder needs a key, of at most 256 code points',
      'encoder-no-key encoder-empty-key encoder-long-key',
    ],
    'key-utf16': ['a key is UTF-16BE', 'key-lone-surrogate key-256-surrogates'],
    'packing-bit': [
      "the salt's highest bit is the packing",
      'keyperm-model keyperm-utf16 streamxor-utf16 vigenere-utf16 rc4-utf16 aesgcm-utf16',
    ],
    'other-key': ['another key', 'keyed-wrong-key aesgcm-wrong-key'],
  }),
  ...clausesOf('format.md#keyperm-streamxor-vigenere-rc4', {
    'tag-whole': ['all four bytes of the tag are compared', 'keyed-tag-*'],
    'tag-of-digits': [
      'the next four bytes for digits, where the bit is 0',
      'digits-keyperm digits-streamxor digits-vigenere digits-rc4',
      'digits-tag-of-utf16 digits-tag-in-model',
    ],
    'tag-covers': [
      'it covers context, salt and ciphertext',
      'keyed-type-changed keyed-salt-changed keyed-salt-last keyed-packing-changed keyed-ciphertext-first keyed-changed',
    ],
    'keyed-shortest': [
      'salt and tag have ten bytes',
      '*-no-key-model-1',
      'keyed-too-short keyed-no-salt *-no-key-model-0',
    ],
    'keyperm-keystream': [
      'keystream bytes of 240 and more are passed over',
      'keyperm-long keyperm-any-units',
    ],
    'keyperm-permutation': ['the permutation of that number', 'keyperm-model keyperm-utf16'],
    streamxor: ['XOR with ChaCha20', 'streamxor-model streamxor-utf16'],
    vigenere: ['byte i mod 32 of the key is added', 'vigenere-model vigenere-utf16'],
    rc4: ['the keystream from byte 3,072 on', 'rc4-model rc4-utf16'],
  }),
  ...clausesOf('format.md#aesgcm', {
    cost: ['the cost is the third bit', 'aesgcm-normal aesgcm-strong'],
    'padded-lengths': [
      'padded: 16 to 40,016 bytes',
      'aesgcm-no-key-padded-16 aesgcm-no-key-padded-utf16-16 aesgcm-no-key-padded-40016',
      'aesgcm-no-key-padded-0 aesgcm-no-key-padded-40032',
    ],
    'padded-steps': [
      'in steps of 16',
      'aesgcm-no-key-padded-16',
      'aesgcm-no-key-padded-15 aesgcm-no-key-padded-17 aesgcm-padded-length',
    ],
    unpadded: [
      'unpadded ciphers are read too',
      'aesgcm-unpadded aesgcm-no-key-unpadded-1 aesgcm-no-key-unpadded-utf16-2',
      'aesgcm-no-key-unpadded-0 aesgcm-no-key-unpadded-utf16-3',
    ],
    'padding-bytes': [
      'padding is 0x80 and zeros',
      'aesgcm-padding-1',
      'aesgcm-padding-other-mark aesgcm-padding-without-mark aesgcm-padding-zeros aesgcm-padding-not-zero',
    ],
    'padding-of-digits': [
      'the mark 0x81 for digits, which are always padded',
      'digits-aesgcm digits-padding-whole',
      'digits-padding-of-utf16 digits-padding-in-model digits-padding-unknown digits-unpadded-length',
    ],
    'padding-fewest': [
      'from 0 to 15 zeros',
      'aesgcm-padding-1 aesgcm-padding-16',
      'aesgcm-padding-not-shortest',
    ],
    'padding-before-text': [
      'what is before the padding is a packed text',
      'aesgcm-normal',
      'aesgcm-padding-all aesgcm-padded-odd-utf16',
    ],
    commitment: [
      'all 16 bytes of the commitment are compared',
      'aesgcm-commitment-changed aesgcm-foreign-commitment*',
    ],
    'gcm-tag': ['the full tag of GCM', 'aesgcm-tag-changed aesgcm-tag-first'],
    'gcm-covers': ['it covers salt and ciphertext', 'aesgcm-salt-last aesgcm-ciphertext-first'],
  }),
]
