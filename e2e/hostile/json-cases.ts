import { Buffer } from 'node:buffer'
import type { HostileCase } from './hostile-case.ts'
import { requestBytes } from './upload-request.ts'

interface Body {
  name: string
  /** A character for each byte. */
  body: string
  headers?: Record<string, string | null>
}

const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const encrypt = (text: string, more = '') =>
  `{"text":${text},"charsetId":"roar","algorithmId":"classic"${more}}`
const plain = encrypt('"Hi"')

const refused: Body[] = [
  { name: 'an empty body', body: '' },
  { name: 'no JSON', body: 'text=Hi' },
  { name: 'a cut object', body: plain.slice(0, -1) },
  { name: 'something after the object', body: `${plain}x` },
  { name: 'null', body: 'null' },
  { name: 'an array', body: '[]' },
  { name: 'a string', body: '"Hi"' },
  { name: 'a million open arrays', body: '['.repeat(1_000_000) },
  { name: 'a million open arrays within a field', body: encrypt('['.repeat(1_000_000)) },
  { name: 'a million names', body: `{${'"a":1,'.repeat(300_000)}"b":1}` },
  { name: 'a body of 5 MB', body: encrypt(`"${'a'.repeat(5_000_000)}"`) },
  { name: 'a body of 20 MB', body: encrypt(`"${'a'.repeat(20_000_000)}"`) },
  { name: 'bytes that are not UTF-8', body: encrypt('"\xff\xfe"') },
  { name: 'an overlong encoding', body: encrypt('"\xc0\xaf"') },
  { name: 'a surrogate in UTF-8', body: encrypt('"\xed\xa0\x80"') },
  { name: 'UTF-16', body: Buffer.from(plain, 'utf16le').toString('latin1') },
  { name: 'a number for the text', body: encrypt('1e999') },
  { name: 'an object for the text', body: encrypt('{"toString":1}') },
  { name: 'an empty text', body: encrypt('""') },
  { name: 'a control character in a string', body: encrypt('"a\x01"') },
  { name: 'a charset that is not there', body: plain.replace('roar', '__proto__') },
  { name: 'an algorithm that is not there', body: plain.replace('classic', 'constructor') },
  { name: 'a key that is a number', body: encrypt('"Hi"', ',"key":1') },
  { name: 'a key of 10 kB', body: encrypt('"Hi"', `,"key":"${'k'.repeat(10_000)}"`) },
  { name: 'a form', body: plain, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { name: 'no Content-Type', body: plain, headers: { 'content-type': null } },
  {
    name: 'another character set',
    body: plain,
    headers: { 'content-type': 'application/json; charset=utf-16' },
  },
  { name: 'a compressed body', body: plain, headers: { 'content-encoding': 'gzip' } },
]

const answered: Body[] = [
  { name: 'a byte order mark', body: `\xef\xbb\xbf${plain}` },
  { name: 'a lone surrogate', body: encrypt('"\\ud800"') },
  { name: 'NUL in the text', body: encrypt('"a\\u0000b"') },
  { name: 'turned text', body: encrypt(utf8('"\u202eHi"')) },
  { name: '__proto__', body: encrypt('"Hi"', ',"__proto__":{"key":"x"}') },
  { name: 'a name sent twice', body: encrypt('"Hi"', ',"text":"Ho"') },
  { name: 'an escaped name', body: plain.replace('"text"', '"\\u0074ext"') },
  {
    name: 'an odd Content-Type',
    body: plain,
    headers: { 'content-type': 'Application/JSON ; charset="UTF-8"' },
  },
]

const sentTo = (path: string, { body, headers }: Body) =>
  requestBytes(`POST ${path} HTTP/1.1`, body, { 'content-type': 'application/json', ...headers })

export const jsonCases: readonly HostileCase[] = [
  ...refused.map((one) => ({
    name: one.name,
    service: 'text' as const,
    bytes: () => sentTo('/api/public/encrypt', one),
    statuses: [400],
    code: 'BAD_REQUEST',
  })),
  ...answered.map((one) => ({
    name: one.name,
    service: 'text' as const,
    bytes: () => sentTo('/api/public/encrypt', one),
    statuses: [200],
  })),
  ...['Hi', '\u0000', '\ud83d\ude00', '~'.repeat(900_000)].map((cipher) => ({
    name: `a cipher that is none, of ${cipher.length} characters`,
    service: 'text' as const,
    bytes: () => sentTo('/api/public/decrypt', { name: '', body: utf8(JSON.stringify({ cipher })) }),
    statuses: [400, 422],
  })),
]
