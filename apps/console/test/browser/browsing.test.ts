import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { giveFiles } from '../support/give-files.ts'
import { picture } from '../support/pictures.ts'
import { browserTest } from './browser-tests.ts'

/** An upload that began on the gallery, and goes on once the returned function is called. */
async function beginUpload(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/upload', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  await page.goto('/images')
  await giveFiles(page, 'drop', [{ name: 'one.png', bytes: picture() }])
  await page.locator('.queue-row[data-state=sending]').waitFor()
  return held.resolve
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

browserTest('an upload goes on while one follows links, sends forms and goes back', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(error.message))
  const finish = await beginUpload(page)
  await page.getByRole('link', { name: 'Albums' }).click()
  await heading(page, 'Albums')
  expect(await page.title()).toBe('Albums · Pictoglyph')
  await page.locator('main').getByLabel('New album').fill('Travel')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Album “Travel” created.').waitFor()
  await page.getByRole('link', { name: 'API keys' }).click()
  await heading(page, 'API keys')
  expect(new URL(page.url()).pathname).toBe('/keys')
  await page.goBack()
  await heading(page, 'Albums')
  await page.getByRole('heading', { name: 'Travel' }).waitFor()
  await page.locator('.row').getByText('Edit').click()
  await page.locator('.row').getByLabel('Name', { exact: true }).fill('Journeys')
  await page.locator('.row').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Journeys' }).waitFor()
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await heading(page, 'Upload')
  expect(await page.locator('.upload .queue-row').getAttribute('data-state')).toBe('sending')
  finish()
  await page.locator('.queue-row[data-state=done]').waitFor()
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.locator('.card-image').waitFor()
  await page.getByRole('button', { name: 'Copy one.png' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/i/')
  expect((await testConsole.site.database.images.list({ limit: 9 })).items).toHaveLength(1)
  expect(thrown).toEqual([])
})

browserTest('a form that is refused while an upload runs says why in its place', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await beginUpload(page)
  await page.getByRole('link', { name: 'Users' }).click()
  await heading(page, 'Users')
  await page.getByRole('button', { name: 'Create user' }).click()
  const panel = page.getByRole('dialog', { name: 'Create user' })
  await panel.getByLabel('Name').fill('admin')
  await panel.getByRole('button', { name: 'Create user' }).click()
  await page.locator('[name=name]:focus').waitFor()
  expect(await page.locator('.refusal').textContent()).toBe('A user named "admin" exists already.')
  expect(new URL(page.url()).pathname).toBe('/users')
  expect(await page.locator('.tray .queue-row').getAttribute('data-state')).toBe('sending')
})

browserTest('a file that a link leads to is saved while an upload runs', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await beginUpload(page)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await heading(page, 'Audit log')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export JSON Lines' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit.jsonl')
  await heading(page, 'Audit log')
})

browserTest('without an upload pages come as documents of their own', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  await giveFiles(page, 'drop', [{ name: 'one.png', bytes: picture() }])
  await page.locator('.queue-row[data-state=done]').waitFor()
  await page.getByRole('button', { name: 'Clear list' }).click()
  await page.evaluate(() => document.body.setAttribute('data-first', ''))
  await page.getByRole('link', { name: 'Albums' }).click()
  await heading(page, 'Albums')
  expect(await page.locator('[data-first]').count()).toBe(0)
})

browserTest('the language changes the whole document, even while an upload runs', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.accept()
  })
  await beginUpload(page)
  await page.evaluate(() => document.body.setAttribute('data-first', ''))
  await page.getByRole('button', { name: '简体中文' }).click()
  await heading(page, '图库')
  expect(await page.locator('[data-first]').count()).toBe(0)
  expect(asked).toEqual(['beforeunload'])
})

browserTest('the page says where files can be dropped while they are held over it', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/keys')
  const hold = (kind: 'dragover' | 'dragleave') =>
    page.evaluate((name) => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'x.png', { type: 'image/png' }))
      document.body.dispatchEvent(
        new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }),
      )
    }, kind)
  await hold('dragover')
  await page.getByText('Drop to upload').waitFor()
  await hold('dragleave')
  await page.getByText('Drop to upload').waitFor({ state: 'hidden' })
})
