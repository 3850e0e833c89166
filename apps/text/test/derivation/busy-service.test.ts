import { expect, test } from 'bun:test'
import { portableScrypt, scryptParameters } from '@pictoglyph/codec/scrypt'
import { createDerivationPool, nativeScrypt } from '@pictoglyph/text'
import { readAnswer, verdictOf } from '../answers.ts'
import { openTextSite, type TextSite } from '../text-site.ts'
import { createHeldScrypt } from './held-scrypt.ts'

const keyed = { text: 'a', charsetId: 'digits', algorithmId: 'aesgcm', key: 'k' }
const from = (i: number) => `192.0.2.${i}`

async function openBusySite(concurrency: number, maxWaiting: number) {
  const held = createHeldScrypt()
  const pool = createDerivationPool({ concurrency, maxWaiting, memoryBytes: 2 ** 30, scrypt: held.scrypt })
  const site = await openTextSite({ derivations: pool })
  const encrypt = (client: string) => site.post('/api/public/encrypt', keyed, client)
  async function fill(): Promise<Promise<Response>[]> {
    const waiting = Array.from({ length: concurrency + maxWaiting }, (_, i) => encrypt(from(i)))
    await taken(waiting.length)
    return waiting
  }
  /** Waits until this many requests derive or wait. */
  async function taken(count: number): Promise<void> {
    while (pool.taken() !== count) await Bun.sleep(1)
  }
  return { held, site, encrypt, fill, taken, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

test('while derivations are saturated, other requests are answered', async () => {
  await using busy = await openBusySite(1, 2)
  const waiting = await busy.fill()
  await expectAnswers(busy.site)
  for (let i = 0; i < 3; i++) await busy.held.finishOne()
  for (const answer of await Promise.all(waiting)) expect(await verdictOf(answer)).toBe('200')
})

async function expectAnswers(site: TextSite): Promise<void> {
  const plain = await site.post('/api/public/encrypt', { ...keyed, algorithmId: 'classic' })
  expect(await verdictOf(plain)).toBe('200')
  const obfuscated = await site.post('/api/public/encrypt', { ...keyed, algorithmId: 'rc4' })
  expect(await verdictOf(obfuscated)).toBe('200')
}

test('beyond the queue a request is RATE_LIMITED, and let in once those before it are done', async () => {
  await using busy = await openBusySite(1, 1)
  const waiting = await busy.fill()
  const startedMs = Date.now()
  const refused = await busy.encrypt(from(9))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const { data, error } = await readAnswer(refused)
  expect(error.code).toBe('RATE_LIMITED')
  expect(error.message).toContain('waiting')
  expect(data.resetAt).toBeWithin(startedMs + 1_000, Date.now() + 1_001)
  for (let i = 0; i < 2; i++) await busy.held.finishOne()
  waiting.push(busy.encrypt(from(9)))
  await busy.held.finishOne()
  for (const answer of await Promise.all(waiting)) expect(await verdictOf(answer)).toBe('200')
})

test('a request that finds the queue full counts in the limit, and its answer says so', async () => {
  await using busy = await openBusySite(1, 0)
  const waiting = await busy.fill()
  await busy.site.setPolicy('text.requestsPerMinute', '5')
  for (const remaining of [4, 3]) {
    const refused = await busy.encrypt(from(9))
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit')).toStartWith(`"minute";r=${remaining};`)
  }
  await busy.held.finishOne()
  await Promise.all(waiting)
})

test('a last request that finds the queue full gets a retry time when the limit admits it', async () => {
  await using busy = await openBusySite(1, 0)
  const waiting = await busy.fill()
  await busy.site.setPolicy('text.requestsPerMinute', '1')
  const byQueue = await readAnswer(await busy.encrypt(from(9)))
  expect(byQueue.error.message).toContain('waiting')
  const byLimit = await busy.encrypt(from(9))
  expect(byLimit.headers.get('ratelimit')).toStartWith('"minute";r=0;')
  // Each follows from its own reading of the clock, in whole milliseconds.
  const roundingMs = 5
  const { resetAt } = (await readAnswer(byLimit)).data
  expect(byQueue.data.resetAt).toBeGreaterThanOrEqual(resetAt - roundingMs)
  await busy.held.finishOne()
  await Promise.all(waiting)
})

test('a cipher that needs a key is asked for it before any derivation, and a damaged one is refused', async () => {
  await using busy = await openBusySite(1, 0)
  const made = busy.encrypt(from(1))
  await busy.held.finishOne()
  const { cipher } = (await readAnswer(await made)).data
  const waiting = await busy.fill()
  const asked = await readAnswer(await busy.site.post('/api/public/decrypt', { cipher }))
  expect(asked.data.needKey).toBe(true)
  const cut = await busy.site.post('/api/public/decrypt', { cipher: cipher.slice(0, 40), key: 'k' })
  expect(await verdictOf(cut)).toBe('422 DECODE_FAIL')
  await busy.held.finishOne()
  await Promise.all(waiting)
})

test('a client that hangs up costs no derivation', async () => {
  await using busy = await openBusySite(1, 1)
  const first = busy.encrypt(from(1))
  await busy.taken(1)
  const gone = new AbortController()
  const headers = { 'Content-Type': 'application/json' }
  const url = `${busy.site.url}/api/public/encrypt`
  const abandoned = fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify(keyed),
    signal: gone.signal,
  }).catch(String)
  await busy.taken(2)
  gone.abort()
  expect(await abandoned).toContain('abort')
  // An answer to a later request of this process proves that earlier bytes have arrived.
  expect(
    await verdictOf(await busy.site.post('/api/public/encrypt', { ...keyed, algorithmId: 'classic' })),
  ).toBe('200')
  await busy.held.finishOne()
  expect(await verdictOf(await first)).toBe('200')
  await busy.taken(0)
  expect(busy.held.running()).toBe(0)
})

test('the native derivation is the portable one, bit for bit', async () => {
  const request = {
    password: crypto.getRandomValues(new Uint8Array(32)),
    salt: crypto.getRandomValues(new Uint8Array(16)),
    cost: 'normal' as const,
    ...scryptParameters.normal,
  }
  expect(Buffer.from(await nativeScrypt(request))).toEqual(Buffer.from(await portableScrypt(request)))
})
