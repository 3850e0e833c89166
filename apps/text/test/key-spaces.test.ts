import { afterAll, describe, expect, test } from 'bun:test'
import { refusals } from '@pictoglyph/codec/failure'
import { readAnswer } from './answers.ts'
import { openTextSite } from './text-site.ts'

const site = await openTextSite()
afterAll(() => site[Symbol.asyncDispose]())

const encrypt = async (algorithmId: string, key: string, text = 'secret') => {
  const body = { text, charsetId: 'roar', algorithmId, key }
  return (await readAnswer(await site.post('/api/public/encrypt', body))).data.cipher
}
const decrypt = async (cipher: string, key: string) =>
  readAnswer(await site.post('/api/public/decrypt', { cipher, key }))

const notes: Record<string, string> = {
  wrong: '',
  'two words': '',
  'wrong ': ' The key ends with white space, which counts.',
  'wrong\n': ' The key ends with white space, which counts.',
  '　wrong': ' The key begins with white space, which counts.',
  '\u00a0wrong\t': ' The key begins and ends with white space, which counts.',
  ' ': ' The key begins and ends with white space, which counts.',
}

describe.each(['keyperm', 'aesgcm'])('a key that does not open a cipher of %s', (preset) => {
  // The long one is decoded on a thread.
  test.each(['secret', 'secret '.repeat(800)])('is told apart by white space at its ends', async (text) => {
    const cipher = await encrypt(preset, 'right', text)
    for (const [key, note] of Object.entries(notes)) {
      const { error } = await decrypt(cipher, key)
      expect(error).toEqual({ code: 'DECODE_FAIL', message: refusals.damagedOrWrongKey + note })
    }
  })
})

test('the note depends on the key alone, not on what is wrong', async () => {
  const cipher = await encrypt('keyperm', 'right ')
  expect((await decrypt(cipher, 'right ')).data.text).toBe('secret')
  const symbols = Array.from(cipher)
  const [last, before] = [symbols.at(-2), symbols.at(-3)]
  const damaged = symbols.with(-2, before === last ? symbols.find((one) => one !== last)! : before!).join('')
  expect((await decrypt(damaged, 'right ')).error).toEqual((await decrypt(cipher, 'wrong ')).error)
})

test('nothing is said of a key that is not used', async () => {
  const plain = await encrypt('classic', '')
  const { error } = await decrypt(plain.slice(0, -2), 'key ')
  expect(error.message).not.toContain('white space')
})

test('the page says it in its language', async () => {
  const cipher = await encrypt('keyperm', 'right')
  const said = async (language: string) => {
    const answer = await fetch(`${site.url}/`, {
      method: 'POST',
      headers: { 'Accept-Language': language },
      body: new URLSearchParams({ does: 'decrypt', cipher, key: ' right' }),
    })
    return await answer.text()
  }
  expect(await said('en')).toContain(
    `${refusals.damagedOrWrongKey} The key begins with white space, which counts.`,
  )
  expect(await said('zh-CN')).toContain(
    '密钥与编码时所用的不符，或密文已损坏。 密钥以空白开头，空白也算在内。',
  )
})
