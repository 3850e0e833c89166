import { expect } from 'bun:test'
import { setUserQuota } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import type { Page } from 'playwright-core'
import { expectAsAfterReload } from '../support/as-after-reload.ts'
import { openPage, openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { giveFiles } from '../support/give-files.ts'
import { picture } from '../support/pictures.ts'
import { browserTest } from './browser-tests.ts'

/** Title and state of each step. */
const steps = (page: Page) =>
  page
    .locator('.first-steps li')
    .evaluateAll((all) => all.map((one) => `${one.querySelector('h3')?.textContent} ${one.className}`.trim()))

browserTest('one types a name at once, and after a wrong password that again', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openPage(browser, testConsole)
  await page.goto('/sign-in')
  await page.keyboard.type('admin')
  expect(await page.getByLabel('Name').inputValue()).toBe('admin')
  await page.getByLabel('Password').fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('Name or password is wrong.').waitFor()
  await page.waitForLoadState()
  await page.keyboard.type('again')
  expect(await page.getByLabel('Password').inputValue()).toBe('again')
})

browserTest('an empty gallery is a list of steps, each ticked once it is done', async (browser) => {
  await using testConsole = await startConsole({ generatedPassword: true })
  const { site } = testConsole
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  const [password, upload, program, address] = [
    'Set your own password',
    'Upload an image',
    'Connect your program',
    'Set the public address',
  ]
  expect(await steps(page)).toEqual([password, upload, program, address])
  await page.getByLabel('New password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('0 of 3 done').waitFor()
  await giveFiles(page, 'drop', [{ name: 'first.png', bytes: picture() }])
  await page.locator('.queue-row[data-state=done]').waitFor()
  await page.getByText('1 of 3 done').waitFor()
  expect(await steps(page)).toEqual([`${upload} done`, program, address])
  await expectAsAfterReload(page)
  const use = { atMs: site.clock(), address: '192.0.2.1', networks: new Map() }
  await site.database.keys.touch(new Map((await site.database.keys.list()).map(({ id }) => [id, use])))
  await page.reload()
  expect(await steps(page)).toEqual([`${upload} done`, `${program} done`, address])
  await page.goto('/images?q=first')
  expect(await steps(page)).toEqual([])
})

browserTest('the sidebar says how much of the quota is used', async (browser) => {
  await using testConsole = await startConsole()
  const admin = await testConsole.site.database.users.byName(testConsole.admin.name)
  if (admin === undefined) throw new Error('there is no administrator')
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/albums')
  await page.getByText(/^0 \w+ used$/).waitFor()
  await setUserQuota(testConsole.site, commandActor, admin, 5 * 1024 * 1024)
  await page.reload()
  await page.getByText(/^0 \w+ of 5 MB used$/).waitFor()
})
