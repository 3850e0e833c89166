import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { giveFiles } from '../support/give-files.ts'
import { picture } from '../support/pictures.ts'
import { browserTest } from './browser-tests.ts'

const key = (page: Page) => page.getByLabel('API key').inputValue()

async function createKey(page: Page): Promise<string> {
  await page.goto('/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('form[action="/keys"] input[name=name]').fill('ShareX')
  await page.locator('form[action="/keys"] button[type=submit]').click()
  await page.getByRole('heading', { name: 'This is the key, shown only now' }).waitFor()
  return key(page)
}

/** The questions that the page has asked so far; each is answered with no. */
function questionsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.dismiss()
  })
  return asked
}

browserTest('a new key is copied by one press, and nothing done beside it loses it', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  const asked = questionsOf(page)
  const secret = await createKey(page)
  await page.getByRole('button', { name: 'Send a test image' }).click()
  const result = page.locator('[data-result]')
  await result.getByText('The key “ShareX” works').waitFor()
  await result.getByRole('img').waitFor()
  expect(await key(page)).toBe(secret)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send a test image' }).click()
  await result.getByText('No answer came.').waitFor()
  await page.context().setOffline(false)
  await giveFiles(page, 'drop', [{ name: 'one.png', bytes: picture() }])
  await page.locator('.queue-row[data-state=done]').waitFor()
  await page.getByRole('status').getByText('Uploads have ended').waitFor()
  expect(await key(page)).toBe(secret)
  // Pages come into the document while there are uploads, so that the browser itself asks nothing.
  await page.getByRole('link', { name: 'Albums' }).first().click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.locator('html[data-theme=dark]').waitFor()
  expect(await key(page)).toBe(secret)
  expect(asked).toEqual(['confirm'])
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await page.getByRole('link', { name: 'Albums' }).first().click()
  await page.waitForURL('/albums')
  expect(asked).toEqual(['confirm'])
})

browserTest('who leaves a value that was not copied is asked, and after copying not', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  const asked = questionsOf(page)
  const secret = await createKey(page)
  const question = page.waitForEvent('dialog')
  await page.getByRole('link', { name: 'Albums' }).first().click()
  await question
  expect([asked, await key(page)]).toEqual([['beforeunload'], secret])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Pictoglyph.sxcu' }).first().click(),
  ])
  expect(download.suggestedFilename()).toBe('Pictoglyph.sxcu')
  await page.getByRole('link', { name: 'Albums' }).first().click()
  await page.waitForURL('/albums')
  expect(asked).toHaveLength(1)
})

browserTest('without a script what is done beside a value leads back to it', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole, { javaScriptEnabled: false })
  const secret = await createKey(page)
  await page.getByRole('button', { name: 'Send a test image' }).click()
  await page.getByText('The key “ShareX” works').waitFor()
  expect(await key(page)).toBe(secret)
  await page.getByRole('button', { name: '简体中文' }).click()
  await page.getByRole('heading', { name: '密钥仅在此显示一次' }).waitFor()
  expect(await page.getByLabel('API 密钥').inputValue()).toBe(secret)
  await page.reload()
  expect(await page.content()).not.toContain(secret)

  await page.goto('/guests')
  await page.locator('form[action="/guests"] input[name=name]').fill('婚礼')
  await page.getByRole('button', { name: '创建链接' }).click()
  const first = await page.getByRole('textbox', { name: '访客链接' }).inputValue()
  await page.getByRole('button', { name: 'English' }).click()
  expect(await page.getByRole('textbox', { name: 'Link for guests' }).inputValue()).toBe(first)
  await page.reload()
  await page.getByRole('button', { name: 'Create new address' }).click()
  const second = await page.getByRole('textbox', { name: 'Link for guests' }).inputValue()
  expect([second === first, second.includes('/drop#pgl_')]).toEqual([false, true])
  await page.getByRole('button', { name: '简体中文' }).click()
  expect(await page.getByRole('textbox', { name: '访客链接' }).inputValue()).toBe(second)
})
