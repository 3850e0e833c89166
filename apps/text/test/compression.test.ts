/** Long answers in gzip, and other spellings of paths. */
import { expect, test } from 'bun:test'
import { readAnswer } from './answers.ts'
import { rawRequest } from './raw-request.ts'
import { openTextSite } from './text-site.ts'

const request = (text: string) => ({ text, charsetId: 'roar', algorithmId: 'classic' })

test('an answer of a kilobyte and more is compressed on request', async () => {
  await using site = await openTextSite()
  const ask = (text: string, accepted: string) =>
    fetch(`${site.url}/api/public/encrypt`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Encoding': accepted },
      body: JSON.stringify(request(text)),
      decompress: false,
    })
  for (const length of [60, 2_000, 20_000]) {
    const text = '今天天气不错。'.repeat(length).slice(0, length)
    const plain = await ask(text, 'identity')
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
      null,
      'Accept-Encoding',
    ])
    const { cipher } = JSON.parse(await plain.text()).data
    const zipped = await ask(text, 'br, gzip')
    expect([zipped.headers.get('content-encoding'), zipped.headers.get('vary')]).toEqual([
      'gzip',
      'Accept-Encoding',
    ])
    const bytes = await zipped.bytes()
    expect(bytes.length).toBeLessThan(Buffer.byteLength(cipher) / 4)
    expect(JSON.parse(new TextDecoder().decode(Bun.gunzipSync(bytes))).data.cipher).toBe(cipher)
    expect((await ask(text, 'gzip;q=0')).headers.get('content-encoding')).toBeNull()
  }
  const short = await ask('hi', 'gzip')
  expect([short.headers.get('content-encoding'), short.headers.get('vary')]).toEqual([null, null])
})

test('many parallel long answers do not mix', async () => {
  await using site = await openTextSite()
  const texts = Array.from({ length: 12 }, (_, i) => String(i).repeat(20_000 / String(i).length))
  const answers = await Promise.all(texts.map((text) => site.post('/api/public/encrypt', request(text))))
  const decoded = await Promise.all(
    answers.map(async (answer) => {
      const { cipher } = (await readAnswer(answer)).data
      return (await readAnswer(await site.post('/api/public/decrypt', { cipher }))).data.text
    }),
  )
  expect(decoded).toEqual(texts)
})

test('a key of null is none', async () => {
  await using site = await openTextSite()
  const answer = await readAnswer(await site.post('/api/public/encrypt', { ...request('hi'), key: null }))
  expect(answer.ok).toBeTrue()
  const refused = await readAnswer(
    await site.post('/api/public/encrypt', { ...request('hi'), algorithmId: 'rc4', key: null }),
  )
  expect(refused.error.message).toContain('"key" is missing')
})

test('a path with letters in percent-encoding is the same path, the access lists included', async () => {
  await using site = await openTextSite()
  const ask = (path: string, from = '198.51.100.7') =>
    rawRequest(site.port, [
      `GET ${path} HTTP/1.1\r\nHost: text.example\r\nX-Forwarded-For: ${from}\r\nConnection: close\r\n\r\n`,
    ])
  expect(await ask('/api/%70ublic/options')).toStartWith('HTTP/1.1 200')
  expect(await ask('/api/public/%6fption%73')).toStartWith('HTTP/1.1 200')
  expect(await ask('/api%2Fpublic/options')).toStartWith('HTTP/1.1 404')
  await site.setPolicy('text.whitelistMode', 'on')
  for (const path of ['/api/public/options', '/api/%70ublic/options'])
    expect(await ask(path)).toContain('IP_NOT_WHITELISTED')
})
