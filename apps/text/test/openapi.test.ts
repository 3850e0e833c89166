import { afterAll, expect, test } from 'bun:test'
import { errorStatus, type JsonSchema, type Operation } from '@pictoglyph/http'
import { exportTextOpenApi, textOpenApi } from '@pictoglyph/text'
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
    for (const [status, { content }] of Object.entries((post ?? get)?.responses ?? {})) {
      const codes = content?.['application/json']?.schema.properties?.error?.properties?.code?.enum ?? []
      for (const code of codes) {
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
  const schema = options?.responses['200']?.content?.['application/json']?.schema.properties?.data
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
  expect(schema?.oneOf?.map(namesOf)).toEqual([await fieldsOf('classic'), await fieldsOf('rc4', 'k')])
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
  expect(html).not.toContain('<script')
})

function answerSchema(operation: Operation | undefined): JsonSchema | undefined {
  return operation?.responses['200']?.content?.['application/json']?.schema
}

function namesOf(schema: JsonSchema | undefined): string[] {
  return Object.keys(schema?.properties?.data?.properties ?? {})
}
