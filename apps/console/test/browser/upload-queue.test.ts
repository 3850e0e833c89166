import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { beginSession } from '../support/begin-session.ts'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { picture } from '../support/pictures.ts'
import { browserTest } from './browser-tests.ts'

const named = (name: string, width: number) => {
  return { name, mimeType: 'image/png', buffer: Buffer.from(picture({ width })) }
}

/** The page with two files that wait. */
async function chooseTwo(page: Page): Promise<void> {
  await page.goto('/upload')
  await page.locator('input[type=file]').setInputFiles([named('one.png', 11), named('two.png', 12)])
  await page.locator('.queue-row').nth(1).waitFor()
}

browserTest('a file that is taken out of the queue leaves the keyboard beside it', async (browser) => {
  await using console_ = await startConsole()
  const page = await openSignedIn(browser, console_)
  await chooseTwo(page)
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  await page.getByRole('button', { name: 'Remove one.png' }).press('Enter')
  expect(await focused()).toBe('Remove two.png')
  await page.keyboard.press('Enter')
  expect(await page.locator('.queue-row').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file')
})

browserTest('files whose session has ended go on once one has signed in again', async (browser) => {
  await using console_ = await startConsole()
  const { site, url } = console_
  const page = await openSignedIn(browser, console_)
  await chooseTwo(page)
  await page.locator('[data-title]').first().fill('Harbour')
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Upload 2 images' }).click()
  await page.locator('.queue-row.failed').nth(1).waitFor()
  expect(await page.locator('.queue-row').first().textContent()).toContain('You are signed out.')
  const admin = await site.database.users.byName(console_.admin.name)
  const value = await beginSession(site, admin?.id ?? '')
  await page.context().addCookies([{ name: 'session', value, url, httpOnly: true }])
  await page.getByRole('button', { name: 'Upload 2 images' }).click()
  await page.locator('.queue-row.done').nth(1).waitFor()
  const { items } = await site.database.images.list({ limit: 9 })
  expect(items.map(({ title }) => title).sort()).toEqual(['', 'Harbour'])
})
