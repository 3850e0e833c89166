import { expect } from 'bun:test'
import { commandActor, createKey, setUserQuota } from '@pictoglyph/core'
import type { Page } from 'playwright-core'
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
  await page.keyboard.type('again')
  expect(await page.getByLabel('Password').inputValue()).toBe('again')
})

browserTest('an empty gallery is a list of steps, each ticked once it is done', async (browser) => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const admin = await site.database.users.byName(testConsole.admin.name)
  if (admin === undefined) throw new Error('there is no administrator')
  for (const key of await site.database.keys.list(admin.id)) {
    await site.database.keys.revoke(key.id, 1, { ...nobody, action: 'key.revoke', subject: key.id })
  }
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  const [upload, key, program, address] = [
    'Upload an image',
    'Make a key',
    'Configure your program',
    'Set the public address',
  ]
  expect(await steps(page)).toEqual([upload, key, program, address])
  expect(await page.getByRole('link', { name: program }).getAttribute('href')).toBe('/keys')
  const { key: made } = await createKey(site, commandActor, {
    userId: admin.id,
    name: 'tool',
    permissions: ['images:upload'],
    expiresAtMs: null,
    defaultCategoryId: null,
    clientKind: 'standard',
    binding: {},
  })
  await giveFiles(page, 'drop', [{ name: 'first.png', bytes: picture() }])
  await page.locator('.queue-row[data-state=done]').waitFor()
  await page.getByRole('link', { name: 'Gallery' }).first().click()
  await page.getByText('2 of 4 done').waitFor()
  expect(await steps(page)).toEqual([`${upload} done`, `${key} done`, program, address])
  expect(await page.getByRole('link', { name: program }).getAttribute('href')).toBe(`/keys/${made.id}`)
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

const nobody = { atMs: 1, actor: 'test', actorUserId: null, address: 'local', before: null, after: null }
