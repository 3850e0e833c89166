import { afterAll, expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { charset } from '@pictoglyph/site/ciphers/charset'
import { preset } from '@pictoglyph/site/ciphers/preset'
import { runAction } from '@pictoglyph/site/things/run-action'
import { readAnswer, verdictOf } from './answers.ts'
import { rawRequest } from './raw-request.ts'
import { openTextSite } from './text-site.ts'

const site = await openTextSite()
afterAll(() => site[Symbol.asyncDispose]())

const encrypt = async (body: unknown) => readAnswer(await site.post('/api/public/encrypt', body))
const decrypt = async (body: unknown) => readAnswer(await site.post('/api/public/decrypt', body))
const classic = { charsetId: 'roar', algorithmId: 'classic' }

test('a text becomes the classic cipher that every tool reads, and comes back', async () => {
  const { ok, data } = await encrypt({ text: 'Hello', ...classic })
  expect(ok).toBe(true)
  expect(data).toMatchObject({ algoType: 'RAW', algoName: 'Classic', charsetName: 'Roar' })
  expect(data.cipher).toBe('~呜嗷嗷嗷嗷呜呜啊啊~呜嗷呜呜~嗷~嗷啊嗷啊呜嗷嗷呜~~嗷~呜呜嗷啊~嗷嗷嗷呜啊嗷嗷啊啊')
  expect(data.durationMs).toBeGreaterThan(0)
  const back = await decrypt({ cipher: data.cipher })
  expect(back.data).toMatchObject({ text: 'Hello', algoType: 'RAW', charsetName: 'Roar' })
  expect(back.data.durationMs).toBeGreaterThan(0)
})

test('an answer has the fields of its kind and no others', async () => {
  const { data } = await encrypt({ text: 'a', ...classic })
  expect(Object.keys(data)).toEqual(['cipher', 'algoType', 'algoName', 'charsetName', 'durationMs'])
  const back = await decrypt({ cipher: data.cipher })
  expect(Object.keys(back.data)).toEqual(['text', 'algoType', 'charsetName', 'durationMs'])
})

test('the text of a classic cipher that a chat has changed is marked as doubtful, and a whole one is not', async () => {
  const changed = await decrypt({
    cipher: '~呜嗷呜嗷~呜~呜啊啊嗷嗷呜啊嗷呜嗷啊嗷~~啊嗷嗷嗷嗷啊嗷啊啊啊~啊呜啊',
  })
  expect(changed).toMatchObject({ ok: true, data: { text: '䲷솻땥췚', doubtful: true } })
  const { data } = await encrypt({ text: '今晚八点老地方见', ...classic })
  expect((await decrypt({ cipher: data.cipher })).data).not.toHaveProperty('doubtful')
})

test('options lists the enabled sets and presets in order, with one default each', async () => {
  const { data } = await readAnswer(await fetch(`${site.url}/api/public/options`))
  expect(data.charsets.map(({ id }) => id)).toEqual([
    'roar',
    'meow',
    'woof',
    'digits',
    'letters',
    'dots',
    'cats',
    'chime',
    'kitten',
  ])
  expect(data.charsets[0]).toEqual({
    id: 'roar',
    name: 'Roar',
    c0: '嗷',
    c1: '呜',
    c2: '啊',
    c3: '~',
    isDefault: true,
  } as never)
  expect(data.charsets.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  expect(data.algorithms.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual(['classic'])
  for (const { type, needKey } of data.algorithms) expect(needKey).toBe(type !== 'RAW')
})

test('a keyed cipher without its key gets a notice, and is decrypted with it', async () => {
  for (const algorithmId of ['keyperm', 'streamxor', 'vigenere', 'rc4', 'aesgcm']) {
    const { data } = await encrypt({ text: 'secret', charsetId: 'cats', algorithmId, key: 'open sesame' })
    for (const key of [undefined, '']) {
      const asked = await decrypt({ cipher: data.cipher, key })
      expect(asked.data).toEqual({
        needKey: true,
        algoType: data.algoType,
        algoHint: expect.any(String),
      } as never)
      expect(asked.data.algoHint).toContain(data.algoName)
    }
    const read = await decrypt({ cipher: data.cipher, key: 'open sesame' })
    expect(read.data).toMatchObject({ text: 'secret', algoType: data.algoType, charsetName: 'Cats' })
  }
})

test('a keyed cipher is named after a matching preset, or after its type if none is enabled', async () => {
  await using own = await openTextSite()
  const request = { text: 'secret', charsetId: 'cats', algorithmId: 'aesgcm-strong', key: 'open sesame' }
  const { data } = await readAnswer(await own.post('/api/public/encrypt', request))
  const hint = async () =>
    (await readAnswer(await own.post('/api/public/decrypt', { cipher: data.cipher }))).data.algoHint
  expect(await hint()).toContain('made with AES-256-GCM, strong.')
  await own.change((ports) =>
    runAction(ports, { actor: commandActor, thing: preset, verb: 'disable', id: 'aesgcm-strong' }),
  )
  expect(await hint()).toContain('made with AESGCM.')
})

test('a wrong key and a damaged cipher are both DECODE_FAIL, in the same words', async () => {
  const { data } = await encrypt({ text: 'secret', charsetId: 'digits', algorithmId: 'aesgcm', key: 'right' })
  const wrong = await site.post('/api/public/decrypt', { cipher: data.cipher, key: 'wrong' })
  const last = data.cipher.at(-2) === '0' ? '1' : '0'
  const damaged = data.cipher.slice(0, -2) + last + data.cipher.slice(-1)
  const broken = await site.post('/api/public/decrypt', { cipher: damaged, key: 'right' })
  expect([wrong.status, broken.status]).toEqual([422, 422])
  expect(await wrong.json()).toEqual(await broken.json())
})

test('a date is no cipher, nor is a cipher with words around it or of a set that is not enabled', async () => {
  const { data } = await encrypt({ text: 'Hello', ...classic })
  const ofOthers = data.cipher.replace(/./gu, (symbol) => '咕咚嘟锵'['嗷呜啊~'.indexOf(symbol)]!)
  for (const cipher of ['20231201', `看：${data.cipher}`, ofOthers]) {
    expect(await verdictOf(await site.post('/api/public/decrypt', { cipher }))).toBe('422 DECODE_FAIL')
  }
})

test('a preset that needs a key is refused without one; RAW ignores the key it gets', async () => {
  for (const key of [undefined, '']) {
    const { error } = await encrypt({ text: 'a', charsetId: 'roar', algorithmId: 'aesgcm', key })
    expect(error).toEqual({
      code: 'BAD_REQUEST',
      message: '"key" is missing: the preset "aesgcm" needs one.',
    })
  }
  const withKey = await encrypt({ text: 'a', ...classic, key: 'ignored' })
  expect(withKey.data.cipher).toBe((await encrypt({ text: 'a', ...classic })).data.cipher)
  const { data } = await decrypt({ cipher: withKey.data.cipher, key: 'ignored' })
  expect(data.text).toBe('a')
})

test('an unknown set or preset is named, however long its name', async () => {
  const { error } = await encrypt({ text: 'a', charsetId: 'purr', algorithmId: 'classic' })
  expect(error).toEqual({
    code: 'BAD_REQUEST',
    message:
      '"charsetId": there is no character set "purr". There are: roar, meow, woof, digits, letters, dots, cats, chime, kitten.',
  })
  const long = await encrypt({ text: 'a', charsetId: 'roar', algorithmId: 'x'.repeat(100_000) })
  expect(long.error.message.length).toBeLessThan(200)
})

test('an unknown id is quoted as well-formed text, by whole characters', async () => {
  const messageFor = async (charsetId: string) =>
    (await encrypt({ text: 'a', charsetId, algorithmId: 'classic' })).error.message
  const there = (shown: string) =>
    `"charsetId": there is no character set "${shown}". There are: roar, meow, woof, digits, letters, dots, cats, chime, kitten.`
  const letters = 'x'.repeat(39)
  expect(await messageFor(`${letters}😀😀😀`)).toBe(there(`${letters}😀…`))
  expect(await messageFor(`${letters}😀`)).toBe(there(`${letters}😀`))
  expect(await messageFor('😀'.repeat(50_000))).toBe(there(`${'😀'.repeat(40)}…`))
  expect(await messageFor('a\ud800b')).toBe(there('a\ufffdb'))
})

test('a disabled set is not listed, used or detected; an added one is', async () => {
  await using own = await openTextSite()
  const cipher = (
    await readAnswer(
      await own.post('/api/public/encrypt', { text: 'a', charsetId: 'meow', algorithmId: 'classic' }),
    )
  ).data.cipher
  const keyed = { text: 'a', charsetId: 'roar', algorithmId: 'rc4', key: 'k' }
  const made = await readAnswer(await own.post('/api/public/encrypt', keyed))
  await own.change(async (ports) => {
    await runAction(ports, { actor: commandActor, thing: charset, verb: 'disable', id: 'meow' })
    await runAction(ports, { actor: commandActor, thing: preset, verb: 'disable', id: 'rc4' })
    await runAction(ports, {
      actor: commandActor,
      thing: charset,
      verb: 'add',
      name: 'Quotes "\\"',
      given: { id: 'quotes', symbols: '"\\/!' },
    })
    await runAction(ports, {
      actor: commandActor,
      thing: preset,
      verb: 'add',
      name: 'Short',
      given: { id: 'short', type: 'RAW', variant: 'frame' },
    })
  })
  const disabled = await own.post('/api/public/encrypt', {
    text: 'a',
    charsetId: 'meow',
    algorithmId: 'classic',
  })
  expect((await readAnswer(disabled)).error.message).toBe(
    '"charsetId": the character set "meow" is disabled.',
  )
  const refused = await own.post('/api/public/encrypt', keyed)
  expect((await readAnswer(refused)).error.message).toBe(
    '"algorithmId": the algorithm preset "rc4" is disabled.',
  )
  expect(await verdictOf(await own.post('/api/public/decrypt', { cipher }))).toBe('422 DECODE_FAIL')
  const read = await own.post('/api/public/decrypt', { cipher: made.data.cipher, key: 'k' })
  expect((await readAnswer(read)).data).toMatchObject({ text: 'a', algoType: 'RC4' })
  const { data } = await readAnswer(await fetch(`${own.url}/api/public/options`))
  expect(data.charsets.map(({ id }) => id)).not.toContain('meow')
  expect(data.charsets.map(({ id }) => id)).toContain('quotes')
  expect(data.algorithms.map(({ id }) => id)).not.toContain('rc4')
  for (const algorithmId of ['classic', 'short']) {
    const quoted = await readAnswer(
      await own.post('/api/public/encrypt', { text: 'a"\\b', charsetId: 'quotes', algorithmId }),
    )
    const back = await readAnswer(await own.post('/api/public/decrypt', { cipher: quoted.data.cipher }))
    expect(back.data).toMatchObject({ text: 'a"\\b', charsetName: 'Quotes "\\"' })
  }
})

test('every answer and failure is reported to the callbacks', async () => {
  const told: string[] = []
  await using own = await openTextSite({
    onAnswer: (endpoint, outcome) => told.push(`${endpoint} ${outcome}`),
  })
  await own.post('/api/public/encrypt', { text: 'a', ...classic })
  await own.post('/api/public/decrypt', { cipher: 'no cipher' })
  await own.post('/api/public/decrypt', {})
  await fetch(`${own.url}/api/public/options`)
  expect(told).toEqual(['encrypt ok', 'decrypt DECODE_FAIL', 'decrypt BAD_REQUEST', 'options ok'])
})

test('a path with dots in it is no address, not one of another method', async () => {
  for (const path of ['/api/public/../public/options', '/x/../livez', '/./livez', '/x/%2e%2e/livez']) {
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    expect(await rawRequest(Number(new URL(site.url).port), [request])).toStartWith('HTTP/1.1 404')
  }
})
