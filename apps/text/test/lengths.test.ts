import { afterAll, expect, test } from 'bun:test'
import { readAnswer, verdictOf } from './answers.ts'
import { openTextSite } from './text-site.ts'

const site = await openTextSite()
afterAll(() => site[Symbol.asyncDispose]())

const encrypt = (text: string, key?: string) =>
  site.post('/api/public/encrypt', { text, key, charsetId: 'cats', algorithmId: 'classic' })
const decrypt = (cipher: string, key?: string) => site.post('/api/public/decrypt', { cipher, key })

test('a text has 1 to 20,000 UTF-16 code units', async () => {
  expect(await verdictOf(await encrypt(''))).toBe('400 BAD_REQUEST')
  expect(await verdictOf(await encrypt('a'))).toBe('200')
  expect(await verdictOf(await encrypt('a'.repeat(20_000)))).toBe('200')
  expect(await verdictOf(await encrypt('a'.repeat(20_001)))).toBe('400 BAD_REQUEST')
  expect(await verdictOf(await encrypt('😺'.repeat(10_000)))).toBe('200')
  expect(await verdictOf(await encrypt('😺'.repeat(10_001)))).toBe('400 BAD_REQUEST')
})

test('a cipher has 1 to 200,000 code points: symbols of two UTF-16 units count once', async () => {
  expect(await verdictOf(await decrypt(''))).toBe('400 BAD_REQUEST')
  expect(await verdictOf(await decrypt('x'))).toBe('422 DECODE_FAIL')
  expect(await verdictOf(await decrypt('😺'.repeat(200_000)))).not.toBe('400 BAD_REQUEST')
  expect(await verdictOf(await decrypt('😺'.repeat(200_001)))).toBe('400 BAD_REQUEST')
  expect(await verdictOf(await decrypt('x'.repeat(200_001)))).toBe('400 BAD_REQUEST')
  expect(await verdictOf(await decrypt('\ud83d'.repeat(200_001)))).toBe('400 BAD_REQUEST')
})

test('the longest text comes back through the widest symbols', async () => {
  const text = '\uffff文'.repeat(10_000)
  const { data } = await readAnswer(await encrypt(text))
  expect([...data.cipher].length).toBe(160_004)
  expect((await readAnswer(await decrypt(data.cipher))).data.text).toBe(text)
})

test('a key has at most 256 code points, also where it is not used', async () => {
  expect(await verdictOf(await encrypt('a', 'k'.repeat(256)))).toBe('200')
  expect(await verdictOf(await encrypt('a', 'k'.repeat(257)))).toBe('400 BAD_REQUEST')
  expect(await verdictOf(await encrypt('a', '😺'.repeat(256)))).toBe('200')
  expect(await verdictOf(await encrypt('a', '😺'.repeat(257)))).toBe('400 BAD_REQUEST')
  expect(await verdictOf(await decrypt('x', 'k'.repeat(256)))).toBe('422 DECODE_FAIL')
  expect(await verdictOf(await decrypt('x', 'k'.repeat(257)))).toBe('400 BAD_REQUEST')
})
