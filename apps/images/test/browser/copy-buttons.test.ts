import { expect, test } from 'bun:test'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import type { Page } from 'playwright-core'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

const testTimeoutMs = 60_000

/** Runs a test on a new image's page in a browser context of its own. */
async function onDetailPage(options: { hasClipboard: boolean }, run: (page: Page) => Promise<void>) {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId, title: 'Harbour' }
  const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  await using browser = await launchChromium()
  const context = await browser.newContext({ locale: 'en-US' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  if (!options.hasClipboard) {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  }
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(body.data.pageUrl)
  await run(page)
  expect(complaints).toEqual([])
}

const button = (page: Page) => page.locator('[data-format="markdown"] button')

test(
  'a copy button copies, says so, and reads as before in the end, pressed twice too',
  () =>
    onDetailPage({ hasClipboard: true }, async (page) => {
      await page.getByLabel('Markdown', { exact: true }).first().check()
      await button(page).click()
      await button(page).filter({ hasText: 'Copied' }).waitFor()
      expect(await page.getByRole('status').allTextContents()).toContain('Copied')
      await button(page).click()
      await button(page).filter({ hasNotText: 'Copied' }).waitFor()
      expect(await button(page).textContent()).toBe('Copy Markdown')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toStartWith('![Harbour](http')
    }),
  testTimeoutMs,
)

test(
  'each copy button is called after what it copies',
  () =>
    onDetailPage({ hasClipboard: true }, async (page) => {
      const names = await page.locator('.copy-value button').allTextContents()
      expect(names).toHaveLength(10)
      expect(new Set(names).size).toBe(names.length)
      await page.getByRole('button', { name: 'Copy Direct link', exact: true }).waitFor()
    }),
  testTimeoutMs,
)

test(
  'a copy button copies where pages have no clipboard, as over plain http',
  () =>
    onDetailPage({ hasClipboard: false }, async (page) => {
      await page.getByLabel('Markdown', { exact: true }).first().check()
      await button(page).click()
      await button(page).filter({ hasText: 'Copied' }).waitFor()
      await page.evaluate(() => document.body.append(document.createElement('textarea')))
      await page.locator('textarea').press('Control+V')
      expect(await page.locator('textarea').inputValue()).toStartWith('![Harbour](http')
    }),
  testTimeoutMs,
)
