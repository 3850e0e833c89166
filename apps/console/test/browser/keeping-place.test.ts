import { expect } from 'bun:test'
import { addUser } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { titleImages } from '@pictoglyph/site/images'
import type { Page } from 'playwright-core'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

/** Once the script of the page is there. */
async function scrolled(page: Page): Promise<number> {
  await page.waitForLoadState()
  return page.evaluate(() => scrollY)
}

browserTest(
  'after an action a page stands where it was left, and what was done is in view',
  async (browser) => {
    await using testConsole = await startConsole()
    for (let index = 0; index < 30; index++) {
      await addUser(testConsole.site, commandActor, { name: `member${index}`, role: 'member' })
    }
    const page = await openSignedIn(browser, testConsole)
    await page.goto('/users')
    const row = page.getByRole('row', { name: /^member24/ })
    await row.scrollIntoViewIfNeeded()
    const left = await scrolled(page)
    expect(left).toBeGreaterThan(500)
    await row.getByRole('link', { name: 'member24', exact: true }).click()
    await page.locator('.drawer').getByText('Disable', { exact: true }).first().click()
    await page.locator('.drawer').getByRole('button', { name: 'Disable' }).click()
    const notice = page.getByRole('status').first()
    await notice.getByText('member24 is signed out everywhere').waitFor()
    expect(Math.abs((await scrolled(page)) - left)).toBeLessThan(4)
    const box = await notice.boundingBox()
    expect(box !== null && box.y >= 0 && box.y + box.height <= 860).toBe(true)
    await page.getByRole('link', { name: 'Albums' }).click()
    await page.waitForURL('/albums')
    await page.goto('/users')
    expect(await scrolled(page)).toBe(0)
  },
)

browserTest('after images are deleted the gallery stands where it was left', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole, { viewport: { width: 390, height: 700 } })
  await page.goto('/images')
  const boxes = page.locator('.pick input')
  await boxes.nth(12).scrollIntoViewIfNeeded()
  await boxes.nth(12).check()
  await page.locator('.selection-bar summary.danger').click()
  const left = await scrolled(page)
  expect(left).toBeGreaterThan(300)
  await page.getByRole('button', { name: 'Delete the selected' }).click()
  await page.getByText('1 image deleted.').waitFor()
  expect(Math.abs((await scrolled(page)) - left)).toBeLessThan(80)
})

browserTest('what was written in a form is there again after signing in anew', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  const [image] = (await testConsole.site.database.images.list({ limit: 1 })).items
  await page.goto(`/images/${image?.id}`)
  const address = page.url()
  await page.getByLabel('Description').fill('A long\nstory')
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/sign-in?*')
  // What the form only showed is not taken back by it.
  await titleImages(testConsole.site, commandActor, [image!], 'Titled meanwhile')
  await page.getByLabel('Name').fill(testConsole.admin.name)
  await page.getByLabel('Password').fill(testConsole.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(address)
  expect(await page.getByLabel('Description').inputValue()).toBe('A long\nstory')
  const { items } = await testConsole.site.database.images.list({ limit: 1 })
  expect(items[0]?.description).toBe('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Title and description are saved.').waitFor()
  const [saved] = (await testConsole.site.database.images.list({ limit: 1 })).items
  expect(saved).toMatchObject({ title: 'Titled meanwhile', description: 'A long\nstory' })
  await page.getByLabel('Description').fill('Shorter')
  await page.reload()
  expect(await page.getByLabel('Description').inputValue()).toBe('A long\nstory')
})

browserTest('no password is kept of a form that was lost', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/account')
  await page.getByLabel('Current password').fill('the old secret')
  await page.locator('input[name=password]').fill('a new secret')
  await page.getByLabel('New password, again').fill('a new secret')
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.waitForURL('**/sign-in?*')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('secret')
})
