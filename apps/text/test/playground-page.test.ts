import { afterAll, expect, test } from 'bun:test'
import { sourceHash } from '@pictoglyph/web/page/html-page'
import { openTextSite } from './text-site.ts'

const site = await openTextSite()
afterAll(() => site[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers })
const scriptPath = async () => /src="\.(\/assets\/[^"]+)"/.exec(await (await get('/')).text())?.[1] ?? ''

test('the page is in the language of the browser, or in the one that the visitor chose', async () => {
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
  expect((await get('/')).headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding')
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

test('the script is compressed on request', async () => {
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

const statusIn = (html: string) => /<p class="status"[^>]*>\s*([^<]*?)\s*<\/p>/.exec(html)?.[1]
const sendForm = (change: Record<string, string>, headers: Record<string, string> = {}) => {
  const form = { does: 'encrypt', text: 'hi', charsetId: 'roar', algorithmId: 'classic', ...change }
  return fetch(`${site.url}/`, {
    method: 'POST',
    headers: { 'Accept-Language': 'zh-CN', ...headers },
    body: new URLSearchParams(form),
  })
}

test.each([
  [{ algorithmId: 'rc4' }, '缺少密钥：预设“rc4”需要密钥。'],
  [{ text: '' }, '“明文”有 0 个 UTF-16 码元，须为 1 至 20,000 个。'],
  [{ text: 'a'.repeat(20_001) }, '“明文”有 20,001 个 UTF-16 码元，须为 1 至 20,000 个。'],
  [{ does: 'decrypt' }, '“密文”有 0 个字符，须为 1 至 200,000 个。'],
  [{ does: 'decrypt', cipher: 'a'.repeat(200_001) }, '“密文”有 200,001 个字符，须为 1 至 200,000 个。'],
  [{ key: 'a'.repeat(257) }, '“密钥”有 257 个字符，最多 256 个。'],
  [{ charsetId: 'purr' }, /^“字符集”：没有字符集“purr”。可选：roar, [^a-z]*/],
  [{ algorithmId: 'none' }, /^“算法”：没有算法预设“none”。可选：classic, /],
  [{ text: 'a'.repeat(2_500_000) }, '发送的内容不能超过 2500000 字节。'],
])('a form that is refused says so in Chinese on a Chinese page: case %#', async (change, said) => {
  const answer = await sendForm(change)
  expect(answer.status).toBe(400)
  const status = statusIn(await answer.text())?.replaceAll('&quot;', '"')
  if (typeof said === 'string') expect(status).toBe(said)
  else expect(status).toMatch(said)
})

test('a form is recognised in any case of letters, and anything else is refused in a page', async () => {
  const type = 'APPLICATION/X-WWW-FORM-URLENCODED; charset=UTF-8'
  expect((await sendForm({}, { 'Content-Type': type })).status).toBe(200)
  const refused = await sendForm({}, { 'Content-Type': 'text/plain' })
  expect([refused.status, statusIn(await refused.text())]).toEqual([
    400,
    '请以表单形式发送内容（application/x-www-form-urlencoded）。',
  ])
  const english = await sendForm({ text: '' }, { 'Accept-Language': 'en' })
  expect(await english.text()).toContain('Text&quot; has 0 UTF-16 code units')
})

test('without a script the page gives an alternative', async () => {
  const html = await (await get('/')).text()
  expect(html).toContain('<noscript>')
  expect(html).toContain('curl http://text.example/api/public/encrypt')
  expect(html).toContain('curl http://text.example/api/public/decrypt')
})
