import { afterAll, expect, test } from 'bun:test'
import { sourceHash } from '@pictoglyph/web/page/html-page'
import { openTextSite } from './text-site.ts'

const site = await openTextSite()
afterAll(() => site[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers })
const scriptPath = async () => /src="\.(\/assets\/[^"]+)"/.exec(await (await get('/')).text())?.[1] ?? ''

test('the page speaks the language that the browser asks for, or that the visitor chose', async () => {
  const languageOf = async (path: string, accept: string) => {
    const answer = await get(path, { 'Accept-Language': accept })
    return [answer.headers.get('content-language'), /<html lang="([^"]+)"/.exec(await answer.text())?.[1]]
  }
  expect(await languageOf('/', 'zh-CN,zh;q=0.9')).toEqual(['zh-CN', 'zh-CN'])
  expect(await languageOf('/', 'zh-TW')).toEqual(['zh-CN', 'zh-CN'])
  expect(await languageOf('/', 'fr, en;q=0.5')).toEqual(['en', 'en'])
  expect(await languageOf('/', 'fr')).toEqual(['en', 'en'])
  expect(await languageOf('/?lang=zh-CN', 'en')).toEqual(['zh-CN', 'zh-CN'])
  expect(await languageOf('/?lang="><script>', 'en')).toEqual(['en', 'en'])
  expect((await get('/')).headers.get('vary')).toBe('Accept-Language, Cookie')
})

test('the page may load its own style and script, call its own service, and nothing else', async () => {
  const answer = await get('/')
  const style = /<style>([\s\S]*?)<\/style>/.exec(await answer.text())?.[1] ?? ''
  const policy = answer.headers.get('content-security-policy')?.split('; ') ?? []
  expect(policy.sort()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self'",
    "require-trusted-types-for 'script'",
    "script-src 'self'",
    `style-src ${sourceHash(style)}`,
  ])
})

test('the page names no address but its own', async () => {
  const html = await (await get('/')).text()
  const addresses = html.match(/(?:https?:)?\/\/[\w.-]+/g) ?? []
  expect(new Set(addresses)).toEqual(new Set(['http://text.example']))
})

test('the script is kept for ever under a name that its contents give it', async () => {
  const path = await scriptPath()
  expect(path).toMatch(/^\/assets\/playground-[0-9a-f]{16}\.js$/)
  const answer = await get(path)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const hash = new Bun.CryptoHasher('sha256').update(await answer.text()).digest('hex')
  expect(path).toContain(hash.slice(0, 16))
  expect((await get(path.replace(/[0-9a-f]{16}/, '0'.repeat(16)))).status).toBe(404)
})

test('the script is compressed for those who take it so', async () => {
  const path = await scriptPath()
  const codingOf = async (accepted: string) => {
    const answer = await fetch(site.url + path, { headers: { 'Accept-Encoding': accepted } })
    return answer.headers.get('content-encoding')
  }
  expect(await codingOf('gzip, br')).toBe('gzip')
  expect(await codingOf('gzip;q=0, identity')).toBeNull()
  expect(await codingOf('identity')).toBeNull()
  const plain = await (await get(path, { 'Accept-Encoding': 'identity' })).text()
  expect(await (await get(path, { 'Accept-Encoding': 'gzip' })).text()).toBe(plain)
})

test('a form counts as a request, and is refused and limited as one', async () => {
  await using limited = await openTextSite()
  await limited.setPolicy('text.requestsPerMinute', '1')
  const send = () => {
    const form = { does: 'encrypt', text: 'Hello', charsetId: 'digits', algorithmId: 'classic' }
    return fetch(`${limited.url}/`, { method: 'POST', body: new URLSearchParams(form) })
  }
  const first = await send()
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await first.text()).toMatch(/name="cipher"[^>]*>3[0-3]{43}</)
  const second = await send()
  expect([second.status, second.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await second.text()).toContain('Hello')
})

test('without a script the page says what to do instead', async () => {
  const html = await (await get('/')).text()
  expect(html).toContain('<noscript>')
  expect(html).toContain('curl http://text.example/api/public/encrypt')
  expect(html).toContain('curl http://text.example/api/public/decrypt')
})
