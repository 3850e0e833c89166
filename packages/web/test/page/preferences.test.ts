import { expect, test } from 'bun:test'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { createLog } from '../../src/log.ts'
import { htmlPage } from '../../src/page/html-page.tsx'
import { readPreferences } from '../../src/page/preferences.ts'
import { serveService } from '../../src/serve-service.ts'
import { createService } from '../../src/service.ts'

function servePage() {
  const service = createService({
    name: 'sample',
    routes: [
      {
        path: '/page',
        methods: {
          GET: (context) =>
            htmlPage({ preferences: readPreferences(context), title: 'A page', body: 'A page' }),
        },
      },
    ],
    log: createLog('silent'),
    trustedProxies: createNetworkSet([]),
    clock: Date.now,
  })
  const address = { hostname: '127.0.0.1', port: 0, connectionTimeoutSeconds: 5, maxBodyBytes: 1_000 }
  const running = serveService(service, address)
  return { url: `${running.url}page`, [Symbol.asyncDispose]: () => running.stop(0) }
}

const root = async (answer: Response) => /<html[^>]*>/.exec(await answer.text())?.[0]

test('a page is in the language that the browser asks for, and lit as the system is', async () => {
  await using page = servePage()
  const answer = await fetch(page.url, { headers: { 'Accept-Language': 'zh' } })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(answer.headers.get('vary')).toBe('Accept-Language, Cookie')
  expect(await root(answer)).toBe('<html lang="zh-CN" data-theme="system">')
})

test('a choice in the address holds at once and is kept for later pages', async () => {
  await using page = servePage()
  const chosen = await fetch(`${page.url}?theme=dark&lang=zh-CN`)
  expect(await root(chosen)).toBe('<html lang="zh-CN" data-theme="dark">')
  const kept = chosen.headers.getSetCookie()
  expect(kept.map((one) => one.split(';')[0])).toEqual(['language=zh-CN', 'theme=dark'])
  const later = await fetch(page.url, { headers: { Cookie: 'theme=dark; language=zh-CN' } })
  expect(await root(later)).toBe('<html lang="zh-CN" data-theme="dark">')
})

test('what is no choice changes and keeps nothing', async () => {
  await using page = servePage()
  const answer = await fetch(`${page.url}?theme=%22%3E&lang=xx`, {
    headers: { Cookie: 'theme=%22; language=' },
  })
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await root(answer)).toBe('<html lang="en" data-theme="system">')
})
