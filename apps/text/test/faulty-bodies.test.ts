import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Failure, toldOf } from '@pictoglyph/site/language/failure'
import { type JsonObject, parseJsonObject } from '../src/body/json-body.ts'
import { readDecryptRequest } from '../src/decrypt/decrypt.ts'
import { readEncryptRequest } from '../src/encrypt/encrypt.ts'
import { readAnswer } from './answers.ts'
import { openTextSite, type TextSite } from './text-site.ts'

let site: TextSite
beforeAll(async () => {
  site = await openTextSite()
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
})

async function refusalOf(body: string, endpoint = 'encrypt'): Promise<string> {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${site.url}/api/public/${endpoint}`, { method: 'POST', headers, body })
  const { error } = await readAnswer(answer)
  expect([answer.status, error.code]).toEqual([400, 'BAD_REQUEST'])
  return error.message
}

const classic = { text: 'Hello', charsetId: 'roar', algorithmId: 'classic' }

describe('a body that is not JSON is refused with the place of the fault', () => {
  const faults: Record<string, string> = {
    '': 'it ends too early, in line 1, column 1.',
    '{"text":"Hello"': 'it ends too early, in line 1, column 16.',
    '{"text":"Hello': 'it ends too early, in line 1, column 15.',
    '{"text":"Hello",}': '"}" in line 1, column 17 is out of place.',
    '{\n  "text": "Hello"\n  "key": 1\n}': 'a quotation mark in line 3, column 3 is out of place.',
    '{"text":"Hello\nagain"}': 'a line break in line 1, column 15 is out of place.',
    '{"text":"Hel\tlo"}': 'U+0009 in line 1, column 13 is out of place.',
    "{'text':'Hello'}": '"\'" in line 1, column 2 is out of place.',
    '{“text”:"Hello"}': '"“" in line 1, column 2 is out of place.',
    '{"text":"C:\\Users"}': '"U" in line 1, column 13 is out of place.',
    '{"text":"😺\\u12"}': 'a quotation mark in line 1, column 15 is out of place.',
    '{"text":undefined}': '"u" in line 1, column 9 is out of place.',
    'text=Hello': '"t" in line 1, column 1 is out of place.',
    '{"text":"a"} {"text":"b"}': '"{" in line 1, column 14 is out of place.',
  }
  for (const [body, fault] of Object.entries(faults)) {
    test(JSON.stringify(body), async () => {
      expect(await refusalOf(body)).toBe(`The body is not valid JSON: ${fault}`)
    })
  }

  test('of which a secret shows one character at most', async () => {
    expect(await refusalOf('{"cipher":"嗷","key":hunter2}', 'decrypt')).not.toContain('hu')
  })

  test('in time in proportion to its length', async () => {
    for (const long of ['a'.repeat(2_400_000), '\\n'.repeat(1_200_000), '好'.repeat(800_000)]) {
      const startMs = performance.now()
      expect(await refusalOf(`{"text":"${long}\n"}`)).toContain('a line break in line 1, column ')
      expect(performance.now() - startMs).toBeLessThan(2_000)
    }
  })
})

describe('where a field is missing, a name like it is told', () => {
  const meant: [string, object, field: string, sent: string][] = [
    ['encrypt', { ...classic, text: undefined, texts: 'Hello' }, 'text', 'texts'],
    ['encrypt', { ...classic, text: undefined, Text: 'Hello' }, 'text', 'Text'],
    ['encrypt', { ...classic, text: undefined, tetx: 'Hello', title: 'x' }, 'text', 'tetx'],
    ['encrypt', { ...classic, text: undefined, textToEncrypt: 'Hello' }, 'text', 'textToEncrypt'],
    ['encrypt', { ...classic, charsetId: undefined, charset: 'roar' }, 'charsetId', 'charset'],
    ['encrypt', { ...classic, charsetId: undefined, charset_id: 'roar' }, 'charsetId', 'charset_id'],
    [
      'encrypt',
      { ...classic, algorithmId: undefined, algorithm: 'x', algorithmID: 'x' },
      'algorithmId',
      'algorithmID',
    ],
    ['decrypt', { ciphertext: '嗷' }, 'cipher', 'ciphertext'],
    ['decrypt', { chpier: '嗷' }, 'cipher', 'chpier'],
  ]
  for (const [endpoint, body, field, sent] of meant) {
    test(`${sent} for ${field}`, async () => {
      expect(await refusalOf(JSON.stringify(body), endpoint)).toBe(
        `"${field}" is missing. There is no field "${sent}": did you mean "${field}"?`,
      )
    })
  }

  test('for a key that a preset needs, too', async () => {
    const body = { ...classic, algorithmId: 'rc4', Key: 'k' }
    expect(await refusalOf(JSON.stringify(body))).toBe(
      '"key" is missing: the preset "rc4" needs one. There is no field "Key": did you mean "key"?',
    )
  })

  test('but not one that is unlike it, very long or the hundred-and-first', async () => {
    const others = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`other${index}`, 1]))
    for (const unlike of [
      {},
      { body: 1 },
      { x: 1 },
      { ['text'.repeat(9)]: 1 },
      { 'te\u202ext': 1 },
      { ...others, texts: 1 },
    ]) {
      const { text: _, ...rest } = classic
      expect(await refusalOf(JSON.stringify({ ...unlike, ...rest }))).toBe('"text" is missing.')
    }
  })

  test('and unknown fields are ignored where none is missing', async () => {
    const answer = await site.post('/api/public/encrypt', { ...classic, texts: 'x', Key: 1 })
    expect(answer.status).toBe(200)
  })
})

test('all of this is said in Chinese too', () => {
  const chineseOf = (read: () => unknown) => {
    try {
      return read()
    } catch (error) {
      if (error instanceof Failure) return toldOf(error.facts, 'zh-CN')
      throw error
    }
  }
  const ofJson = (body: string) => chineseOf(() => parseJsonObject(Buffer.from(body)))
  const ofRequest = (read: (body: JsonObject) => unknown, body: JsonObject) => chineseOf(() => read(body))
  expect([
    ofJson('{'),
    ofJson('{"a"x'),
    ofJson('["\n"]'),
    ofJson('["\t"]'),
    ofRequest(readDecryptRequest, { chipher: '嗷' }),
    ofRequest(readEncryptRequest, { text: 1 }),
  ]).toEqual([
    { message: '发送的内容不是有效的 JSON：在第 1 行第 2 列过早结束。' },
    { message: '发送的内容不是有效的 JSON：第 1 行第 5 列不应是“x”。' },
    { message: '发送的内容不是有效的 JSON：第 1 行第 3 列不应是换行。' },
    { message: '发送的内容不是有效的 JSON：第 1 行第 3 列不应是 U+0009。' },
    { message: '“cipher”缺失。没有字段“chipher”，是否指“cipher”？' },
    { message: '“text”必须是字符串。' },
  ])
})
