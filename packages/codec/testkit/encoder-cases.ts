/** Cases of what an encoder refuses. */
import { type TestkitCase, utf16Hex } from './case.ts'

interface Refused {
  readonly about: string
  readonly expect: 'TEXT_LENGTH' | 'KEY_NEEDED' | 'KEY_LENGTH'
  readonly text: string
  readonly type: string
  readonly key?: string
}

const refused: Readonly<Record<string, Refused>> = {
  'no-text': { about: 'a text of no unit', expect: 'TEXT_LENGTH', text: '', type: 'RAW' },
  'long-text': {
    about: 'a text of 20,001 units',
    expect: 'TEXT_LENGTH',
    text: 'a'.repeat(20_001),
    type: 'RAW',
  },
  'long-astral-text': {
    about: 'a text of 10,001 code points, 20,002 units',
    expect: 'TEXT_LENGTH',
    text: '😀'.repeat(10_001),
    type: 'RAW',
  },
  'no-key': { about: 'a keyed type without a key', expect: 'KEY_NEEDED', text: 'hi', type: 'RC4' },
  'empty-key': {
    about: 'a keyed type with an empty key',
    expect: 'KEY_NEEDED',
    text: 'hi',
    type: 'AESGCM',
    key: '',
  },
  'long-key': {
    about: 'a key of 257 code points',
    expect: 'KEY_LENGTH',
    text: 'hi',
    type: 'RC4',
    key: 'k'.repeat(257),
  },
}

/** The cases with the header `reader: none`. */
export const encoderCases = (): TestkitCase[] =>
  Object.entries(refused).map(([name, { about, expect, text, type, key }]) => ({
    name: `encoder-${name}`,
    headers: {
      about,
      reader: 'none',
      expect,
      sets: '0123',
      type,
      'text-utf16': utf16Hex(text),
      ...(key !== undefined && { 'key-utf16': utf16Hex(key) }),
    },
    cipher: '',
  }))
