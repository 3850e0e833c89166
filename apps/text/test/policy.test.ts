import { expect, test } from 'bun:test'
import { listNetworks, removeNetwork } from '@pictoglyph/site/access'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { readAnswer, verdictOf } from './answers.ts'
import { rawRequest } from './raw-request.ts'
import { openTextSite, type TextSite } from './text-site.ts'

const request = { text: 'a', charsetId: 'roar', algorithmId: 'classic' }
const encrypt = (site: TextSite, from: string) => site.post('/api/public/encrypt', request, from)
const block = (site: TextSite, network: string) =>
  site.change((ports) => listNetworks(ports, commandActor, 'block', [{ network }]))
const allow = (site: TextSite, network: string) =>
  site.change((ports) => listNetworks(ports, commandActor, 'allow', [{ network }]))

test('a blocked address stays out, in every form it may be written in', async () => {
  await using site = await openTextSite()
  await block(site, '192.0.2.0/24')
  await block(site, '2001:db8::/32')
  const out = [
    '192.0.2.7',
    '::ffff:192.0.2.7',
    '192.0.2.7:1234',
    '2001:db8::1',
    '[2001:DB8::1]:80',
    '2001:db8::1%eth0',
  ]
  for (const from of out)
    expect([from, await verdictOf(await encrypt(site, from))]).toEqual([from, '403 IP_BLACKLISTED'])
  for (const from of ['192.0.3.7', '2001:db9::1'])
    expect(await verdictOf(await encrypt(site, from))).toBe('200')
  await site.change((ports) => removeNetwork(ports, commandActor, '192.0.2.0/24'))
  expect(await verdictOf(await encrypt(site, '192.0.2.7'))).toBe('200')
})

test('while whitelist mode is on, only listed addresses come in, and none that is blocked', async () => {
  await using site = await openTextSite()
  await allow(site, '192.0.2.0/24')
  expect(await verdictOf(await encrypt(site, '203.0.113.1'))).toBe('200')
  await site.setPolicy('text.whitelistMode', 'on')
  expect(await verdictOf(await encrypt(site, '203.0.113.1'))).toBe('403 IP_NOT_WHITELISTED')
  expect(await verdictOf(await encrypt(site, '192.0.2.1'))).toBe('200')
  await block(site, '192.0.2.1')
  expect(await verdictOf(await encrypt(site, '192.0.2.1'))).toBe('403 IP_BLACKLISTED')
  await site.setPolicy('text.whitelistMode', 'off')
  expect(await verdictOf(await encrypt(site, '203.0.113.1'))).toBe('200')
})

test('a client with an unknown address is refused', async () => {
  await using site = await openTextSite()
  for (const from of ['unknown', '192.0.2', '999.0.2.1', '1.2.3.4, ', '::1::']) {
    expect([from, await verdictOf(await encrypt(site, from))]).toEqual([from, '403 IP_BLACKLISTED'])
  }
  await site.setPolicy('text.whitelistMode', 'on')
  expect(await verdictOf(await encrypt(site, 'unknown'))).toBe('403 IP_NOT_WHITELISTED')
})

test('an address is read from the right, past trusted proxies only', async () => {
  await using site = await openTextSite()
  await block(site, '192.0.2.1')
  expect(await verdictOf(await encrypt(site, '203.0.113.9, 192.0.2.1, 127.0.0.5'))).toBe('403 IP_BLACKLISTED')
  expect(await verdictOf(await encrypt(site, '192.0.2.1, 203.0.113.9'))).toBe('200')
})

test('the limit counts the three endpoints together, and each client for itself', async () => {
  await using site = await openTextSite()
  await site.setPolicy('text.requestsPerMinute', '3')
  const from = '192.0.2.1'
  const options = () => fetch(`${site.url}/api/public/options`, { headers: { 'X-Forwarded-For': from } })
  expect(await verdictOf(await encrypt(site, from))).toBe('200')
  expect(await verdictOf(await site.post('/api/public/decrypt', { cipher: '?' }, from))).toBe(
    '422 DECODE_FAIL',
  )
  expect(await verdictOf(await options())).toBe('200')
  for (const refused of [await encrypt(site, from), await options()]) {
    expect(await verdictOf(refused)).toBe('429 RATE_LIMITED')
  }
  expect(await verdictOf(await encrypt(site, '192.0.2.2'))).toBe('200')
})

test('IPv6 clients of one /64 count as one', async () => {
  await using site = await openTextSite()
  await site.setPolicy('text.requestsPerMinute', '1')
  expect(await verdictOf(await encrypt(site, '2001:db8:0:1::1'))).toBe('200')
  expect(await verdictOf(await encrypt(site, '2001:db8:0:1:ffff::2'))).toBe('429 RATE_LIMITED')
  expect(await verdictOf(await encrypt(site, '2001:db8:0:2::1'))).toBe('200')
})

test('access lists tell the addresses of one /64 apart', async () => {
  await using site = await openTextSite()
  await block(site, '2001:db8:0:1::1')
  expect(await verdictOf(await encrypt(site, '2001:db8:0:1::1'))).toBe('403 IP_BLACKLISTED')
  expect(await verdictOf(await encrypt(site, '2001:db8:0:1::2'))).toBe('200')
  await allow(site, '2001:db8:0:1::2')
  await site.setPolicy('text.whitelistMode', 'on')
  expect(await verdictOf(await encrypt(site, '2001:db8:0:1::2'))).toBe('200')
  expect(await verdictOf(await encrypt(site, '2001:db8:0:1::3'))).toBe('403 IP_NOT_WHITELISTED')
})

test('of 200 parallel requests of a client exactly as many as the limit are let in', async () => {
  await using site = await openTextSite()
  await site.setPolicy('text.requestsPerMinute', '60')
  const answers = await Promise.all(Array.from({ length: 200 }, () => encrypt(site, '192.0.2.1')))
  const verdicts = await Promise.all(answers.map(verdictOf))
  expect(verdicts.filter((verdict) => verdict === '200')).toHaveLength(60)
  expect(verdicts.filter((verdict) => verdict === '429 RATE_LIMITED')).toHaveLength(140)
})

test('an answer has the limit, the remaining requests and the reset', async () => {
  await using site = await openTextSite()
  await site.setPolicy('text.requestsPerMinute', '2')
  const headersOf = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]
  expect(headersOf(await encrypt(site, '192.0.2.1'))).toEqual(['"minute";q=2;w=60', '"minute";r=1;t=60'])
  const failed = await site.post('/api/public/encrypt', {}, '192.0.2.1')
  expect(failed.status).toBe(400)
  expect(headersOf(failed)[1]).toStartWith('"minute";r=0;t=')
  const refused = await encrypt(site, '192.0.2.1')
  expect(headersOf(refused)[1]).toStartWith('"minute";r=0;t=')
  const seconds = Number(refused.headers.get('retry-after'))
  const { resetAt } = (await readAnswer(refused)).data
  expect(seconds).toBeWithin(1, 61)
  expect(resetAt).toBeWithin(Date.now() + 50_000, Date.now() + 60_100)
  await site.setPolicy('text.requestsPerMinute', '0')
  expect(headersOf(await encrypt(site, '192.0.2.1'))).toEqual([null, null])
})

test('no retry time is longer than a minute, however early the limit is used up', async () => {
  const openedMs = Date.now()
  await using site = await openTextSite({ clock: () => openedMs })
  await site.setPolicy('text.requestsPerMinute', '1')
  await encrypt(site, '192.0.2.1')
  const refused = await encrypt(site, '192.0.2.1')
  expect(await verdictOf(refused)).toBe('429 RATE_LIMITED')
  expect(refused.headers.get('retry-after')).toBe('60')
})

test('answers before the limit have none of its headers', async () => {
  await using site = await openTextSite()
  await block(site, '192.0.2.1')
  const answers = [
    await encrypt(site, '192.0.2.1'),
    await fetch(`${site.url}/api/public/encrypt`),
    await fetch(`${site.url}/api/public/encrypt`, { method: 'OPTIONS' }),
    await fetch(`${site.url}/api/public/nothing`),
    await fetch(site.url),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 405, 204, 404, 200])
  for (const { headers } of answers) {
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([null, null])
  }
})

test('a refused request is refused before its body comes', async () => {
  await using site = await openTextSite()
  await block(site, '127.0.0.1')
  const head = 'POST /api/public/encrypt HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n'
  const answer = await rawRequest(site.port, [head])
  expect(answer).toStartWith('HTTP/1.1 403')
  expect(answer).toContain('IP_BLACKLISTED')
})

test('an invalid body counts as a request; a refusal by the lists does not', async () => {
  await using site = await openTextSite()
  await site.setPolicy('text.requestsPerMinute', '2')
  await block(site, '192.0.2.1')
  for (let i = 0; i < 3; i++)
    expect(await verdictOf(await encrypt(site, '192.0.2.1'))).toBe('403 IP_BLACKLISTED')
  await site.change((ports) => removeNetwork(ports, commandActor, '192.0.2.1/32'))
  expect(await verdictOf(await site.post('/api/public/encrypt', {}, '192.0.2.1'))).toBe('400 BAD_REQUEST')
  expect(await verdictOf(await encrypt(site, '192.0.2.1'))).toBe('200')
  expect(await verdictOf(await encrypt(site, '192.0.2.1'))).toBe('429 RATE_LIMITED')
})
