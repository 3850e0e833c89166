import { expect } from 'bun:test'
import { moveImages } from '@pictoglyph/site/images'
import type { Page } from 'playwright-core'
import { openPage, openSignedIn } from '../support/browser.ts'
import { memberPassword, startConsole } from '../support/console-under-test.ts'
import { imageIdOf, uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

const notice = (page: Page) => page.getByRole('status').first()

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

browserTest(
  'a new password: shown once, gone on a reload, and the only one that signs in',
  async (browser) => {
    await using testConsole = await startConsole()
    await testConsole.addMember('lin')
    const theirs = await openPage(browser, testConsole)
    await signIn(theirs, 'lin', memberPassword)
    await theirs.waitForURL('/images')

    const page = await openSignedIn(browser, testConsole)
    await page.goto('/users')
    await page.getByRole('link', { name: 'lin', exact: true }).click()
    await page.locator('.drawer').getByText('Reset password', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Reset password' }).click()
    const password = await page.getByLabel('Password').inputValue()
    expect(password).toHaveLength(20)
    await page.reload()
    await page.waitForURL('/users')
    expect(await notice(page).textContent()).toContain('The password of lin was shown once.')

    await theirs.goto('/images')
    await theirs.waitForURL('**/sign-in?**')
    await signIn(theirs, 'lin', memberPassword)
    expect(await theirs.getByRole('alert').textContent()).toContain('Name or password is wrong.')
    await signIn(theirs, 'lin', password)
    await theirs.waitForURL('/images')
  },
)

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script'

  browserTest(`a line of 48 pixels leads to all that can be done with its user, ${how}`, async (browser) => {
    await using testConsole = await startConsole()
    const { database } = testConsole.site
    for (let index = 0; index < 20; index++) await testConsole.addMember(`member-${index}`)
    const page = await openSignedIn(browser, testConsole, { javaScriptEnabled })
    await page.goto('/users')
    const heights = await page
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
    expect(new Set(heights.map((height) => height >= 48 && height <= 49))).toEqual(new Set([true]))
    expect(await page.locator('table :is(button, input, select)').count()).toBe(0)

    const row = page.getByRole('row', { name: /^member-7/ })
    await row.scrollIntoViewIfNeeded()
    const box = await row.boundingBox()
    await page.mouse.click((box?.x ?? 0) + 600, (box?.y ?? 0) + 24)
    await page.getByRole('heading', { name: 'member-7' }).waitFor()
    expect(new URL(page.url()).pathname === '/users').toBe(javaScriptEnabled)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(1)
    const drawer = page.locator('dialog.drawer')
    expect(await drawer.count()).toBe(javaScriptEnabled ? 1 : 0)
    if (javaScriptEnabled) expect((await drawer.boundingBox())?.width).toBe(420)

    await page.locator('main input[name=name]').last().fill('mimi')
    if (javaScriptEnabled) {
      await page.keyboard.press('Escape')
      await page.locator('dialog.drawer').waitFor({ state: 'detached' })
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('member-7')
      await page.keyboard.press('Enter')
    }
    const form = page.locator('form', { has: page.locator('select[name=role]') }).last()
    const ways = page.locator(javaScriptEnabled ? 'dialog.drawer' : 'main')
    await ways.locator('input[name=name]').fill('mimi')
    await ways.locator('input[name=quota]').fill('-1')
    await ways.locator('select[name=role]').selectOption('admin')
    await form.evaluate((one: HTMLFormElement) => {
      one.noValidate = true
    })
    await ways.getByRole('button', { name: 'Save' }).click()
    await page.locator('.refusal').waitFor()
    expect(await database.users.byName('mimi')).toBeUndefined()
    await page.locator('input[name=quota]').fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await notice(page).getByText('Saved.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/users')
    expect(await database.users.byName('mimi')).toMatchObject({ role: 'admin', quotaBytes: 2 * 1024 * 1024 })
  })
}

browserTest('one’s own account: neither disabled nor demoted, and the page says so', async (browser) => {
  await using testConsole = await startConsole()
  await testConsole.addMember('noor', 'admin')
  const page = await openSignedIn(browser, testConsole)
  const open = async () => {
    await page.goto('/users')
    await page.getByRole('link', { name: 'admin', exact: true }).click()
  }
  await open()
  await page.locator('.drawer').getByText('Disable', { exact: true }).first().click()
  await page.locator('.drawer').getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('alert').getByText('You cannot disable your own account.').waitFor()
  await open()
  await page.locator('.drawer select[name=role]').selectOption('member')
  await page.locator('.drawer').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('You cannot demote your own account.').waitFor()
  expect((await testConsole.site.database.users.byName('admin'))?.role).toBe('admin')
})

browserTest('a deleted album leaves the list, and its images stay', async (browser) => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const admin = await site.database.users.byName('admin')
  const visitor = await createSignedInVisitor(testConsole, { id: admin?.id ?? '' })
  await visitor.post('/albums', { name: 'Travel' })
  const [album] = await site.database.albums.list()
  const imageId = imageIdOf(await uploadPicture(visitor, { title: 'Harbour' }))
  const actor = { name: 'test', userId: null, address: 'local' }
  await moveImages(site, actor, { ids: [imageId], into: album ?? null, outOf: null })

  const page = await openSignedIn(browser, testConsole)
  await page.goto(`/images?album=${album?.id}`)
  await page.getByRole('link', { name: 'Harbour' }).waitFor()
  await page.goto('/albums')
  await page.locator('.row').getByText('Delete', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete the album' }).click()
  expect(await notice(page).textContent()).toContain('The album “Travel” is deleted.')
  await page.getByRole('heading', { name: 'No albums yet' }).waitFor()
  await page.reload()
  expect(await page.getByRole('status').count()).toBe(0)
  expect(await site.database.albums.list()).toEqual([])
  await page.goto('/images')
  await page.getByRole('link', { name: 'Harbour' }).waitFor()
})
