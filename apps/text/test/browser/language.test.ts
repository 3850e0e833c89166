import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { createPlaygroundTest } from './browser.ts'

const playgroundTest = createPlaygroundTest()

playgroundTest(
  'the other language leaves all that was written where it is, and keeps no key anywhere else',
  { timezoneId: 'UTC' },
  async ({ page, complaints }) => {
    await page.locator('#charset:enabled').waitFor()
    await page.selectOption('#charset', 'digits')
    await page.selectOption('#preset', 'streamxor')
    await page.check('#local')
    await page.fill('#key', 'sesame')
    await page.click('#show-key')
    await page.fill('#text', 'Hello')
    await page.locator('#status', { hasText: 'Encoded: Digits, Stream XOR' }).waitFor()
    const written = await contents(page)
    const requests: string[] = []
    const isKept = page.waitForResponse('**/?lang=zh-CN')
    page.on('request', (request) => requests.push(request.url()))

    await page.getByRole('link', { name: '中文' }).click()
    await page.getByRole('heading', { name: '四个符号，说尽一切' }).waitFor()
    await isKept
    expect(await contents(page)).toEqual(written)
    expect(await page.textContent('#status')).toMatch(/^已编码：数字，流异或 · [\d.]+ ms · 在本浏览器中$/)
    expect(new URL(page.url()).search).toBe('?lang=zh-CN')
    const kept = () =>
      JSON.stringify([history.state, Object.values(localStorage), { ...sessionStorage }, document.cookie])
    const choices = JSON.stringify({ charset: 'digits', preset: 'streamxor', local: true })
    expect(await page.evaluate(kept)).toBe(JSON.stringify([null, [choices], {}, 'language=zh-CN']))
    const sent = requests.filter((url) => !url.endsWith('/favicon.svg'))
    expect(sent.map((url) => new URL(url).search)).toEqual(['?lang=zh-CN'])

    await page.click('#copy-text')
    await page.locator('#copy-text', { hasText: '已复制' }).waitFor()
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Copy Text', exact: true }).waitFor()
    expect(await contents(page)).toEqual(written)
    expect(complaints).toEqual([])
  },
)

playgroundTest('changed in place, the page says what it says when it is loaded so', {}, async ({ page }) => {
  for (const [from, to] of [
    ['en', 'zh-CN'],
    ['zh-CN', 'en'],
  ]) {
    await page.goto(`/?lang=${to}`)
    await page.locator('#charset:enabled').waitFor()
    const loaded = await said(page)
    await page.goto(`/?lang=${from}`)
    await page.locator('#charset:enabled').waitFor()
    expect(await said(page)).not.toEqual(loaded)
    await page.click('#language')
    expect(await said(page)).toEqual(loaded)
  }
})

playgroundTest(
  'without a script the other language is a page of its own',
  { javaScriptEnabled: false },
  async ({ page }) => {
    await page.click('#language')
    await page.waitForURL('**/?lang=zh-CN')
    expect(await page.textContent('h1')).toBe('四个符号，说尽一切')
  },
)

/** The input and choices on the page. */
function contents(page: Page) {
  return page.evaluate(() => {
    const value = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)?.value
    const local = document.querySelector<HTMLInputElement>('#local')?.checked
    return [...['charset', 'preset', 'key', 'text', 'cipher'].map(value), local]
  })
}

/** All texts and language attributes of the page. */
function said(page: Page) {
  return page.evaluate(() => {
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (words.nextNode()) {
      const { parentElement, textContent } = words.currentNode
      if (parentElement?.tagName !== 'NOSCRIPT') texts.push(textContent?.trim() ?? '')
    }
    const attributes = [...document.querySelectorAll('[placeholder], [title], [hreflang]')].map((element) =>
      ['placeholder', 'title', 'hreflang', 'lang'].map((name) => element.getAttribute(name)),
    )
    const { title, documentElement, links } = document
    return [
      title,
      documentElement.lang,
      [...links].map(({ href }) => href),
      attributes,
      texts.filter(Boolean),
    ]
  })
}
