import { expect } from 'bun:test'
import { listNetworks } from '@pictoglyph/site/access'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import type { Page } from 'playwright-core'
import type { TextSite } from '../text-site.ts'
import { createPlaygroundTest } from './browser.ts'

const playgroundTest = createPlaygroundTest()

const says = (page: Page, words: string) => page.locator('#status', { hasText: words }).waitFor()

playgroundTest(
  'too long a key is told before it is sent, and alike where nothing is sent',
  { locale: 'zh-CN' },
  async ({ page }) => {
    await page.locator('#charset:enabled').waitFor()
    await page.selectOption('#preset', 'streamxor')
    await page.fill('#text', 'Hello')
    await page.fill('#key', '钥'.repeat(256))
    await says(page, '已编码')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    for (const isLocal of [false, true]) {
      await page.setChecked('#local', isLocal)
      await page.fill('#key', '钥'.repeat(257))
      await says(page, '密钥太长：最多 256 个字符。')
      expect(await page.inputValue('#cipher')).toBe('')
    }
    expect(sent).toEqual([])
  },
)

const limitedToOne = { prepare: (site: TextSite) => site.setPolicy('text.requestsPerMinute', '1') }
playgroundTest(
  'a page that is loaded under a used-up limit works by itself',
  limitedToOne,
  async ({ page, site }) => {
    await site.post('/api/public/encrypt', { text: 'a', charsetId: 'roar', algorithmId: 'classic' })
    await page.reload()
    await page.locator('#charset:enabled').waitFor()
    await page.fill('#text', 'Hello')
    await says(page, 'Encoded')
    await says(page, 'in this browser')
  },
)

playgroundTest('whoever gets no lists for their address is told so', {}, async ({ page, site }) => {
  await site.change((ports) => listNetworks(ports, commandActor, 'block', [{ network: '127.0.0.1' }]))
  await page.reload()
  await page.locator('#charset:enabled').waitFor()
  await page.fill('#text', 'Hello')
  await says(page, 'The service refuses your address.')
})

playgroundTest(
  'a service that is busy, or in trouble, is told in the language of the page',
  { locale: 'zh-CN' },
  async ({ page }) => {
    await page.locator('#charset:enabled').waitFor()
    for (const [code, words] of [
      ['OVERLOADED', '在本浏览器中'],
      ['INTERNAL', '服务出了问题。内容仍在此处，下次改动时会重试。'],
    ] as const) {
      const json = { ok: false, error: { code, message: 'Words of the service.' } }
      await page.route('**/api/public/encrypt', (route) => route.fulfill({ status: 503, json }))
      await page.fill('#text', code)
      await says(page, words)
      expect(await page.inputValue('#text')).toBe(code)
    }
  },
)
