import { expect } from 'bun:test'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import type { Page } from 'playwright-core'
import { expectAsAfterReload } from '../support/as-after-reload.ts'
import { beginSession } from '../support/begin-session.ts'
import { openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { giveFiles } from '../support/give-files.ts'
import { picture } from '../support/pictures.ts'
import { browserTest } from './browser-tests.ts'

const done = (page: Page) => page.locator('.queue-row[data-state=done]')
const dialog = (page: Page) => page.getByRole('dialog')
const titles = (page: Page) => page.locator('.card-image a[data-picture]').allTextContents()

/** No two of one test repeat each other. */
const widthOf: Record<string, number> = { One: 70, Two: 80, Three: 90, Four: 110 }

async function drop(page: Page, ...names: string[]): Promise<void> {
  const before = await done(page).count()
  const files = names.map((name, index) => {
    return { name: `${name}.png`, bytes: picture({ width: widthOf[name] ?? 60 + index }) }
  })
  await giveFiles(page, 'drop', files)
  await done(page)
    .nth(before + names.length - 1)
    .waitFor()
  await page.locator('.card-image', { hasText: names.at(-1) ?? '' }).waitFor()
}

async function adminOf({ site, admin }: ConsoleUnderTest): Promise<string> {
  return (await site.database.users.byName(admin.name))?.id ?? ''
}

for (const where of ['gallery', 'album'] as const) {
  browserTest(`after each act of a script the ${where} is as after a reload`, async (browser) => {
    await using testConsole = await startConsole()
    const album = await addAlbum(testConsole.site, commandActor, await adminOf(testConsole), 'Travel')
    const other = await addAlbum(testConsole.site, commandActor, await adminOf(testConsole), 'Other')
    const address = where === 'gallery' ? '/images' : `/images?album=${album.id}`
    const page = await openSignedIn(browser, testConsole)
    const viewer = page.locator('picture-viewer')

    await page.goto(address)
    await drop(page, 'One', 'Two', 'Three')
    await expectAsAfterReload(page)

    await page.goto(address)
    await drop(page, 'Four')
    await page.getByRole('button', { name: 'Edit Four.png' }).click()
    await dialog(page).getByLabel('Title').fill('Harbour')
    await dialog(page).locator('select[name=albumId]').selectOption(other.id)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.locator('.card-image', { hasText: 'Harbour' }).waitFor()
    await expectAsAfterReload(page)

    await page.getByRole('link', { name: 'Two' }).click()
    await page.keyboard.press('e')
    await viewer.locator('h2 input').fill('Terrace')
    await page.keyboard.press('Enter')
    await viewer.locator('h2', { hasText: 'Terrace' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.card-image', { hasText: 'Select Terrace' }).waitFor()
    await page.locator('main:not([aria-busy])').waitFor()
    await expectAsAfterReload(page)

    await page.getByRole('link', { name: 'Terrace' }).click()
    await page.keyboard.press('Delete')
    await viewer.getByRole('button', { name: 'Undo' }).click()
    await viewer.getByText('Restored.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('1 image restored.').waitFor()
    await expectAsAfterReload(page)
    expect(await titles(page)).toContain('Terrace')

    await page.locator('.pick input').first().check()
    await page.locator('.pick input').nth(1).check()
    await page.locator('.selection-bar summary.danger').click()
    await page.getByRole('button', { name: 'Delete the selected' }).click()
    await page.getByText('2 images deleted.').waitFor()
    await expectAsAfterReload(page)
    expect(await titles(page)).toHaveLength(2)
  })
}

browserTest('an edit without a connection is told, and is not taken for done', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  await drop(page, 'One')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Edit One.png' }).click()
  await dialog(page).getByLabel('Title').fill('Harbour')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await page.locator('.queue-row').getByText('Changes were not saved.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Edit One.png' }).click()
  expect(await dialog(page).getByLabel('Title').inputValue()).toBe('One')
})

browserTest(
  'files dropped after the session ended wait for the same person, on any page',
  async (browser) => {
    await using testConsole = await startConsole()
    const { site, url } = testConsole
    const bob = await testConsole.addMember('bob')
    const admin = await adminOf(testConsole)
    const album = await addAlbum(site, commandActor, admin, 'Travel')
    const page = await openSignedIn(browser, testConsole)
    await page.goto(`/images?album=${album.id}`)
    await page.context().clearCookies({ name: 'session' })
    await giveFiles(page, 'drop', [{ name: 'one.png', bytes: picture() }])
    await page.getByText('You are signed out. Sign in, then come back').waitFor()
    const row = page.locator('.queue-row')
    expect(await row.textContent()).toContain('Sign in to go on')
    const comeBackAs = async (userId: string) => {
      const value = await beginSession(site, userId)
      await page.context().addCookies([{ name: 'session', value, url, httpOnly: true }])
      const asked = page.waitForResponse('**/upload')
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await asked
    }
    await comeBackAs(bob.id)
    expect(await row.getAttribute('data-state')).toBe('waiting')
    await comeBackAs(admin)
    await done(page).waitFor()
    const { items } = await site.database.images.list({ albumId: album.id, limit: 9 })
    expect(items.map(({ ownerId }) => ownerId)).toEqual([admin])
  },
)

browserTest('nothing that was given to the queue is kept across a sign-out', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  await drop(page, 'One')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/sign-in')
  expect(await page.locator('.queue-row').count()).toBe(0)
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(kept).not.toMatch(/\bOne\b/)
})
