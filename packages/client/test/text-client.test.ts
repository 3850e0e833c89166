import { expect, test } from 'bun:test'
import { createTextClient } from '../src/index.ts'

/** A server that gives these answers in turn and records the requests. */
function answering(...answers: Response[]) {
  const asked: { method: string; path: string; body: unknown }[] = []
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const text = await request.text()
      const { pathname } = new URL(request.url)
      asked.push({ method: request.method, path: pathname, body: text === '' ? undefined : JSON.parse(text) })
      return answers.shift() ?? new Response(null, { status: 500 })
    },
  })
  const client = createTextClient({ baseUrl: server.url.href, retries: { most: 1, firstWaitMs: 1 } })
  return { client, asked, [Symbol.asyncDispose]: () => server.stop(true) }
}

const success = (data: object) => Response.json({ ok: true, data })

test('needKey distinguishes a recovered text from a missing key', async () => {
  const text = { text: 'hi', algoType: 'RAW', charsetName: 'Roar', durationMs: 0.1 }
  const keyNeeded = { needKey: true, algoType: 'AESGCM', algoHint: 'AES-GCM' }
  await using service = answering(success(text), success(keyNeeded))
  const first = await service.client.decrypt({ cipher: 'x' })
  expect(first).toEqual({ ...text, algoType: 'RAW', needKey: false })
  const second = await service.client.decrypt({ cipher: 'y', key: 'k' })
  expect(second).toEqual({ needKey: true, algoType: 'AESGCM', algoHint: 'AES-GCM' })
  expect(service.asked.map(({ body }) => body)).toEqual([{ cipher: 'x' }, { cipher: 'y', key: 'k' }])
})

test('each call goes to its own address', async () => {
  await using service = answering(success({}), success({}))
  await service.client.options()
  await service.client.encrypt({ text: '\ud800', charsetId: 'roar', algorithmId: 'classic' })
  expect(service.asked).toEqual([
    { method: 'GET', path: '/api/public/options', body: undefined },
    {
      method: 'POST',
      path: '/api/public/encrypt',
      body: { text: '\ud800', charsetId: 'roar', algorithmId: 'classic' },
    },
  ])
})

test('a limited call is retried when the service allows, and then reports the reset', async () => {
  const resetAt = Date.parse('2030-01-01T00:00:00Z')
  const limited = (retryAfter: string) =>
    Response.json(
      { ok: false, error: { code: 'RATE_LIMITED', message: 'Too many.' }, data: { resetAt } },
      { status: 429, headers: { 'Retry-After': retryAfter } },
    )
  await using service = answering(limited('0'), limited('3600'))
  const error = await service.client.options().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfterSeconds: 3600 })
  expect(error).toHaveProperty('resetAt', new Date(resetAt))
  expect(service.asked).toHaveLength(2)
})

test('a cipher that is not recognized is an error, and asked for once', async () => {
  const body = { ok: false, error: { code: 'DECODE_FAIL', message: 'Not recognized.' } }
  await using service = answering(Response.json(body, { status: 422 }))
  const error = await service.client.decrypt({ cipher: 'x' }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'DECODE_FAIL', status: 422, message: 'Not recognized.' })
  expect(service.asked).toHaveLength(1)
})
