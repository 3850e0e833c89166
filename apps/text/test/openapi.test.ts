import { afterAll, expect, test } from 'bun:test'
import { exportTextOpenApi, textOpenApi } from '@pictoglyph/text'
import { errorStatus } from '@pictoglyph/web/error-answer'
import type { JsonSchema, Operation } from '@pictoglyph/web/openapi/document'
import { codesOf } from '@pictoglyph/web/openapi/error-responses'
import { resolveSchema } from '@pictoglyph/web/openapi/schema-fields'
import { englishOfChinesePages, unusedTexts } from '@pictoglyph/web/test/openapi/english-words'
import { textChineseTexts } from '../src/openapi/chinese-texts.ts'
import { readAnswer } from './answers.ts'
import { openTextSite } from './text-site.ts'

const site = await openTextSite()
afterAll(() => site[Symbol.asyncDispose]())

test('the committed description is that of the service', async () => {
  const committed = await Bun.file(new URL('../../../docs/openapi/text.json', import.meta.url)).text()
  expect(committed, 'docs/openapi/text.json is old: npm run openapi').toBe(exportTextOpenApi())
})

test('the served description is the committed one at another address', async () => {
  const served = await (await fetch(`${site.url}/openapi.json`)).json()
  expect(served).toEqual(JSON.parse(JSON.stringify(textOpenApi('http://text.example/'))))
  expect(served).toEqual({ ...JSON.parse(exportTextOpenApi()), servers: [{ url: 'http://text.example' }] })
})

test('every described code has its status, and every code of the specification is described', () => {
  const found = new Set<string>()
  for (const { post, get } of Object.values(textOpenApi('http://x').paths)) {
    for (const [status, response] of Object.entries((post ?? get)?.responses ?? {})) {
      for (const code of codesOf(response)) {
        if (code === 'NOT_READY') continue
        expect(String(errorStatus[code as keyof typeof errorStatus])).toBe(status)
        found.add(String(code))
      }
    }
  }
  const specified = ['BAD_REQUEST', 'DECODE_FAIL', 'IP_BLACKLISTED', 'IP_NOT_WHITELISTED', 'RATE_LIMITED']
  expect([...found].sort()).toEqual(specified)
})

test('answers have exactly the described fields', async () => {
  const encryptOperation = textOpenApi('http://x').paths['/api/public/encrypt']?.post
  const example = encryptOperation?.requestBody?.content['application/json']?.examples?.classic?.value
  const answer = await readAnswer(await site.post('/api/public/encrypt', example))
  expect(namesOf(answerSchema(encryptOperation))).toEqual(Object.keys(answer.data))
  const options = textOpenApi('http://x').paths['/api/public/options']?.get
  const schema = answerSchema(options)?.properties?.data
  const listed = await readAnswer(await fetch(`${site.url}/api/public/options`))
  for (const list of ['charsets', 'algorithms'] as const) {
    expect(Object.keys(schema?.properties?.[list]?.items?.properties ?? {})).toEqual(
      Object.keys(listed.data[list][0] ?? {}),
    )
  }
})

test('answers with a text, and those that ask for a key, have exactly the described fields', async () => {
  const schema = answerSchema(textOpenApi('http://x').paths['/api/public/decrypt']?.post)
  const fieldsOf = async (algorithmId: string, key?: string) => {
    const request = { text: 'a', charsetId: 'roar', algorithmId, key }
    const { cipher } = (await readAnswer(await site.post('/api/public/encrypt', request))).data
    return Object.keys((await readAnswer(await site.post('/api/public/decrypt', { cipher }))).data)
  }
  const described = schema?.oneOf?.map((one) => namesOf(resolveSchema(one, textOpenApi('http://x'))))
  // The first of these is only described as absent, and the second is only there for a doubtful text.
  expect(described?.[0]?.slice(-2)).toEqual(['needKey', 'doubtful'])
  expect([described?.[0]?.slice(0, -2), described?.[1]]).toEqual([
    await fieldsOf('classic'),
    await fieldsOf('rc4', 'k'),
  ])
})

test('answers have the described headers, and of those of the limit no other', async () => {
  await using limited = await openTextSite()
  await limited.setPolicy('text.requestsPerMinute', '3')
  const { responses = {} } = textOpenApi('http://x').paths['/api/public/decrypt']?.post ?? {}
  const cipher = '~呜嗷嗷嗷嗷呜呜啊啊~呜嗷呜呜~嗷~嗷啊嗷啊呜嗷嗷呜~~嗷~呜呜嗷啊~嗷嗷嗷呜啊嗷嗷啊啊'
  const send = (cipher: string, from: string) => limited.post('/api/public/decrypt', { cipher }, from)
  const answers = [
    await send(Bun.randomUUIDv7(), '192.0.2.1'),
    await send('', '192.0.2.1'),
    await send(cipher, '192.0.2.1'),
    await send('', '192.0.2.1'),
    await send('', 'nowhere'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([422, 400, 200, 429, 403])
  for (const { status, headers } of answers) {
    const described = Object.keys(responses[status]?.headers ?? {})
    expect([status, described.filter((name) => !headers.has(name))]).toEqual([status, []])
    const untold = ['ratelimit', 'ratelimit-policy', 'retry-after'].filter((name) => headers.has(name))
    const told = described.map((name) => name.toLowerCase())
    expect([status, untold.filter((name) => !told.includes(name))]).toEqual([status, []])
  }
})

test('the page of the description tells every endpoint and code', async () => {
  const html = await (await fetch(`${site.url}/docs`)).text()
  for (const text of [
    '/api/public/encrypt',
    '/api/public/decrypt',
    '/api/public/options',
    'DECODE_FAIL',
    'curl',
  ]) {
    expect(html).toContain(text)
  }
  expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="./docs/page.js">'])
})

test('pages in Chinese have no English sentence', async () => {
  const paths = ['/docs', '/', '/nothing']
  expect(await englishOfChinesePages(site.url, paths)).toEqual(paths.map((path) => [path]))
})

test('every Chinese text translates a text of the description', () => {
  expect(unusedTexts(textOpenApi('http://x'), textChineseTexts)).toEqual([])
})

function answerSchema(operation: Operation | undefined): JsonSchema | undefined {
  const schema = operation?.responses['200']?.content?.['application/json']?.schema
  return schema && resolveSchema(schema, textOpenApi('http://x'))
}

function namesOf(schema: JsonSchema | undefined): string[] {
  return Object.keys(schema?.properties?.data?.properties ?? {})
}
