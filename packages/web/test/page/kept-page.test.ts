import { expect, test } from 'bun:test'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { keepAnswer, keepBody } from '../../src/kept-answer.ts'
import { createLog } from '../../src/log.ts'
import { createKeptPage } from '../../src/page/kept-page.ts'
import type { PagePreferences } from '../../src/page/preferences.ts'
import { plainFace } from '../../src/page/site-face.ts'
import { serveService } from '../../src/serve-service.ts'
import { createService } from '../../src/service.ts'

const text = 'The same for everyone. '.repeat(100)

/** A service with a page of one word, and a script; it counts how often the page was rendered. */
function servePage() {
  const state = { word: 'one', face: plainFace, rendered: 0 }
  const page = createKeptPage('/page', (preferences: PagePreferences, word: string) => {
    state.rendered += 1
    return { preferences, title: word, body: `${word} ${preferences.query}` }
  })
  const script = keepAnswer(keepBody(text, ['br', 'gzip']), { 'Content-Type': 'text/javascript' })
  const service = createService({
    name: 'sample',
    routes: [
      { path: '/page', methods: { GET: (context) => page(context, state.word) } },
      { path: '/script', methods: { GET: (context) => script(context) } },
    ],
    log: createLog('silent'),
    trustedProxies: createNetworkSet([]),
    clock: Date.now,
    face: () => state.face,
  })
  const address = { hostname: '127.0.0.1', port: 0, connectionTimeoutSeconds: 5, maxBodyBytes: 1_000 }
  const running = serveService(service, address)
  return {
    state,
    ask: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(new URL(path, running.url), { headers, method, decompress: false }),
    [Symbol.asyncDispose]: () => running.stop(0),
  }
}

test('a page is rendered once for each language and appearance, whatever else stands in its address', async () => {
  await using served = servePage()
  const { ask, state } = served
  const first = await (await ask('/page')).text()
  for (const path of ['/page', '/page?x=1', '/page?lang=xx&theme=%22', '/page?one&two=2']) {
    expect(await (await ask(path, { 'Accept-Language': 'fr' })).text()).toBe(first)
  }
  expect(state.rendered).toBe(1)
  for (const choices of ['lang=zh-CN', 'theme=dark', 'lang=zh-CN&theme=dark']) {
    expect(await (await ask(`/page?${choices}&x=1`)).text()).toContain(` ${choices.replace('&', '&amp;')}`)
  }

  const variants = new Set<string>()
  for (const lang of ['', 'lang=en', 'lang=zh-CN'])
    for (const theme of ['', 'theme=system', 'theme=light', 'theme=dark'])
      for (const cookie of ['', 'language=zh-CN; theme=dark', 'theme=light'])
        for (const more of ['', '&more=1'])
          variants.add(await (await ask(`/page?${lang}&${theme}${more}`, { Cookie: cookie })).text())
  expect(state.rendered).toBe(variants.size)
  expect(state.rendered).toBeLessThanOrEqual(2 * 3 * 4)
})

test('a page is rendered again when what it is made of has changed, and what was kept is gone', async () => {
  await using served = servePage()
  const { ask, state } = served
  await ask('/page')
  state.word = 'two'
  expect(await (await ask('/page')).text()).toContain('<title>two')
  state.face = { ...plainFace, 'site.name': 'Hills' }
  expect(await (await ask('/page')).text()).toContain('Hills')
  expect(state.rendered).toBe(3)
  await ask('/page')
  expect(state.rendered).toBe(3)
  Object.assign(state, { word: 'one', face: plainFace })
  await ask('/page')
  expect(state.rendered).toBe(4)
})

test('a client that has a page is told so, in whatever encoding it has it, and its choice is kept', async () => {
  await using served = servePage()
  const { ask, state } = served
  const plain = await ask('/page')
  const zipped = await ask('/page', { 'Accept-Encoding': 'gzip' })
  const tags = [plain, zipped].map(({ headers }) => headers.get('ETag') ?? '')
  expect(new Set(tags).size).toBe(2)
  for (const tag of [...tags, `W/${tags[0]}`, `"other", ${tags[1]}`, '*']) {
    const answer = await ask('/page', { 'If-None-Match': tag })
    expect([answer.status, await answer.text()]).toEqual([304, ''])
    expect(answer.headers.get('ETag')).toBe(tags[0] ?? '')
    expect(answer.headers.get('Cache-Control')).toBe('no-cache')
    expect(answer.headers.get('Vary')).toBe('Accept-Language, Cookie, Accept-Encoding')
  }
  expect((await ask('/page', { 'If-None-Match': '"other"' })).status).toBe(200)
  expect((await ask('/page', { 'If-None-Match': tags[0] ?? '', 'Accept-Language': 'zh' })).status).toBe(200)

  const chosen = await ask('/page?lang=en')
  const again = await ask('/page?lang=en', { 'If-None-Match': chosen.headers.get('ETag') ?? '' })
  expect(again.status).toBe(304)
  for (const answer of [chosen, again])
    expect(answer.headers.getSetCookie()).toEqual(['language=en; Path=/; Max-Age=31536000; SameSite=Lax'])
  state.word = 'two'
  expect((await ask('/page', { 'If-None-Match': tags[0] ?? '' })).status).toBe(200)
})

test('a kept body is sent in the best encoding that the client takes', async () => {
  await using served = servePage()
  const { ask } = served
  for (const [accepted, encoding] of [
    ['', null],
    ['identity', null],
    ['gzip;q=0, br;q=0.0', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const answer = await ask('/script', { 'Accept-Encoding': accepted })
    expect([accepted, answer.headers.get('Content-Encoding')]).toEqual([accepted, encoding])
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    const bytes = await answer.bytes()
    expect(Number(answer.headers.get('Content-Length'))).toBe(bytes.length)
    if (encoding !== null) expect(bytes.length).toBeLessThan(text.length / 5)
  }
  const zipped = await ask('/script', { 'Accept-Encoding': 'gzip' })
  expect(new TextDecoder().decode(Bun.gunzipSync(await zipped.bytes()))).toBe(text)
  const head = await ask('/script', {}, 'HEAD')
  expect([head.headers.get('Content-Length'), await head.text()]).toEqual([String(text.length), ''])
})
