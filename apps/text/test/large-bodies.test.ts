import { expect, test } from 'bun:test'
import type { BodyBounds } from '../src/body/json-body.ts'
import { readAnswer, verdictOf } from './answers.ts'
import { openTextSite, type TextSite } from './text-site.ts'
import { beginBody, type UnfinishedBody } from './unfinished-body.ts'

const bounds: BodyBounds = {
  maxBytes: 400_000,
  maxBytesOfOne: 400_000,
  idleMs: 60_000,
  overallMs: 60_000,
}
const announcedBytes = 100_000
const sentBytes = 90_000
const addressOf = (client: number): string => `203.0.113.${client}`

/** Starts bodies of one client after the other, until those without room are refused. */
async function fill(
  site: TextSite,
  connections: number,
  options: { refused: number; from?: string },
): Promise<UnfinishedBody[]> {
  const begun = await Promise.all(
    Array.from({ length: connections }, (_, client) =>
      beginBody(site.port, { from: options.from ?? addressOf(client), announcedBytes, sentBytes }),
    ),
  )
  while (begun.filter(({ isAnswered }) => isAnswered).length < options.refused) await Bun.sleep(1)
  return begun
}

/** A complete, valid request with as many bytes as the started ones. */
const largeRequest = {
  text: 'a',
  charsetId: 'roar',
  algorithmId: 'classic',
  more: 'x'.repeat(announcedBytes - 70),
}

test('unfinished bodies stay within their limit, and a refused client can read the reason', async () => {
  await using site = await openTextSite({ bodies: bounds })
  await using left = new AsyncDisposableStack()
  const begun = await fill(site, 30, { refused: 26 })
  for (const body of begun) left.use(body)
  for (const { answer } of begun.filter(({ isAnswered }) => isAnswered)) {
    expect(await answer).toStartWith('HTTP/1.1 429')
    expect(await answer).toContain('"code":"RATE_LIMITED"')
    expect(await answer).toMatch(/\r\nAccess-Control-Allow-Origin: \*\r\n/i)
    expect(await answer).toMatch(/\r\nRetry-After: \d+\r\n/i)
  }
})

test('a small request is answered however many large ones do not end', async () => {
  await using site = await openTextSite({ bodies: bounds })
  await using left = new AsyncDisposableStack()
  for (const body of await fill(site, 10, { refused: 6 })) left.use(body)
  const small = { ...largeRequest, more: 'x'.repeat(60_000) }
  expect(await verdictOf(await site.post('/api/public/encrypt', small))).toBe('200')
  const unmeasured = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(JSON.stringify(small)))
      controller.close()
    },
  })
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(`${site.url}/api/public/encrypt`, { method: 'POST', headers, body: unmeasured })
  expect(await verdictOf(answer)).toBe('200')
})

test('one client alone cannot keep the others out', async () => {
  await using site = await openTextSite({ bodies: { ...bounds, maxBytesOfOne: 200_000 } })
  await using left = new AsyncDisposableStack()
  for (const body of await fill(site, 10, { refused: 8, from: addressOf(1) })) left.use(body)
  expect(await verdictOf(await site.post('/api/public/encrypt', largeRequest, addressOf(1)))).toBe(
    '429 RATE_LIMITED',
  )
  expect(await verdictOf(await site.post('/api/public/encrypt', largeRequest, addressOf(2)))).toBe('200')
})

test('a client without room gets a retry time when the rate limit admits it as well', async () => {
  await using site = await openTextSite({ bodies: bounds })
  await using left = new AsyncDisposableStack()
  for (const body of await fill(site, 10, { refused: 6 })) left.use(body)
  await site.setPolicy('text.requestsPerMinute', '1')
  const ask = async () =>
    (await readAnswer(await site.post('/api/public/encrypt', largeRequest, addressOf(99)))).data
  const [byRoom, byLimit] = [await ask(), await ask()]
  // Each follows from its own reading of the clock, in whole milliseconds.
  expect(byRoom.resetAt).toBeGreaterThanOrEqual(byLimit.resetAt - 5)
})

test('room is free again after its clients have disconnected', async () => {
  await using site = await openTextSite({ bodies: bounds })
  for (const body of await fill(site, 10, { refused: 6 })) await body[Symbol.asyncDispose]()
  const ask = async (client: number) =>
    verdictOf(await site.post('/api/public/encrypt', largeRequest, addressOf(100 + client)))
  // The server notices disconnections one after the other.
  const together = () => Promise.all(Array.from({ length: 4 }, (_, client) => ask(client)))
  while ((await together()).some((verdict) => verdict !== '200'));
})

test('a body that stalls or takes too long is answered, in words that a page of any origin can read', async () => {
  for (const [deadlines, words] of [
    [{ idleMs: 20 }, 'The body stalled.'],
    [{ overallMs: 20 }, 'The body took too long.'],
  ] as const) {
    await using site = await openTextSite({ bodies: { ...bounds, ...deadlines } })
    await using body = await beginBody(site.port, { from: addressOf(1), announcedBytes, sentBytes })
    const answer = await body.answer
    expect(answer).toStartWith('HTTP/1.1 400')
    expect(answer).toContain(`"message":"${words}"`)
    expect(answer).toMatch(/\r\nAccess-Control-Allow-Origin: \*\r\n/i)
  }
})
