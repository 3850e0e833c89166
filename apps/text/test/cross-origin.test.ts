import { afterAll, expect, test } from 'bun:test'
import { listNetworks } from '@pictoglyph/site/access'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { openTextSite } from './text-site.ts'

const site = await openTextSite()
afterAll(() => site[Symbol.asyncDispose]())

const origin = { Origin: 'https://elsewhere.example' }
const paths = [
  '/api/public/encrypt',
  '/api/public/decrypt',
  '/api/public/options',
  '/',
  '/docs',
  '/livez',
  '/nowhere/at/all',
]

for (const path of paths) {
  test(`a preflight for ${path} is answered for any origin, without credentials`, async () => {
    const answer = await fetch(site.url + path, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization, content-type, x-own',
      },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST')
    expect(answer.headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type, *')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })
}

const answers: Record<string, { path: string; init?: RequestInit; status: number }> = {
  'a success': { path: '/api/public/options', status: 200 },
  'the page': { path: '/', status: 200 },
  'the mark': { path: '/favicon.svg', status: 200 },
  'the description': { path: '/openapi.json', status: 200 },
  'the description as a page': { path: '/docs', status: 200 },
  'a health check': { path: '/livez', status: 200 },
  readiness: { path: '/readyz', status: 200 },
  'a path that does not exist': { path: '/nowhere', status: 404 },
  'a script that does not exist': { path: '/assets/other.js', status: 404 },
  'a method that is not taken': { path: '/api/public/encrypt', status: 405 },
  'a method that is not taken, of a page': { path: '/docs', init: { method: 'DELETE' }, status: 405 },
  'a bad request': { path: '/api/public/encrypt', init: { method: 'POST' }, status: 400 },
  HEAD: { path: '/api/public/options', init: { method: 'HEAD' }, status: 200 },
}

for (const [name, { path, init, status }] of Object.entries(answers)) {
  test(`any origin may read ${name}`, async () => {
    const answer = await fetch(site.url + path, { ...init, headers: origin })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
  })
}

test('any origin may read why it is refused, and the preflight before it is not', async () => {
  await using own = await openTextSite()
  await own.setPolicy('text.requestsPerMinute', '1')
  await own.change((ports) => listNetworks(ports, commandActor, 'block', [{ network: '192.0.2.1' }]))
  const url = `${own.url}/api/public/options`
  const blocked = await fetch(url, { headers: { 'X-Forwarded-For': '192.0.2.1' } })
  expect([blocked.status, blocked.headers.get('access-control-allow-origin')]).toEqual([403, '*'])
  for (let i = 0; i < 3; i++) {
    const headers = { ...origin, 'X-Forwarded-For': '192.0.2.1' }
    expect((await fetch(url, { method: 'OPTIONS', headers })).status).toBe(204)
  }
  await fetch(url)
  const limited = await fetch(url)
  expect([limited.status, limited.headers.get('access-control-allow-origin')]).toEqual([429, '*'])
})

test('an unsupported method gets a list of supported ones', async () => {
  const answer = await fetch(`${site.url}/api/public/encrypt`)
  expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
})
