/** Cases of which keys there are, and of what each makes. */
import { frameCase, reading, type TestkitCase } from './case.ts'
import { changed, hello, refused, written } from './written-frame.ts'

/** Cases of keys. */
export function keyCases(): TestkitCase[] {
  const keyed = written('RC4', hello)
  const raw = written('RAW', hello)
  return [
    refused('key-empty', 'an empty key is no key', keyed, 'KEY_NEEDED', ''),
    reading('raw-key', { about: 'RAW ignores a key', expect: 'text', text: '你好', key: 'otter' }, raw),
    refused('key-257-surrogates', '257 lone surrogates', keyed, 'KEY_LENGTH', '\udc00'.repeat(257)),
    frameCase('key-256-surrogates', {
      about: '256 lone surrogates',
      type: 'RC4',
      text: 'hi',
      key: '\udc00'.repeat(256),
    }),
    refused(
      'key-long-before-tag',
      'a key that is too long is seen before the tag',
      changed(keyed, 30),
      'KEY_LENGTH',
      'k'.repeat(257),
    ),
    frameCase('key-followed-by-nul', {
      about: 'a key followed by NUL is another key',
      type: 'STREAMXOR',
      text: 'hi',
      key: 'otter\0',
    }),
    frameCase('key-order', {
      about: 'NFC puts combining characters in order',
      type: 'STREAMXOR',
      text: 'hi',
      key: 'a\u0301\u0323',
    }),
    frameCase('key-hangul', {
      about: 'NFC joins Hangul',
      type: 'STREAMXOR',
      text: 'hi',
      key: '\u1112\u1161\u11ab',
    }),
  ]
}
