import { expect } from 'bun:test'
import { moveImages } from '@pictoglyph/core'
import type { Page } from 'playwright-core'
import { openPage, openSignedIn } from '../support/browser.ts'
import { memberPassword, startConsole } from '../support/console-under-test.ts'
import { imageIdOf, uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

const notice = (page: Page) => page.getByRole('status').first()
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })

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
    await theirs.waitForURL('**/images')

    const page = await openSignedIn(browser, testConsole)
    await page.goto('/users')
    await rowOf(page, 'lin').getByText('New password', { exact: true }).first().click()
    await rowOf(page, 'lin').getByRole('button', { name: 'New password' }).click()
    const password = await page.getByLabel('Password').inputValue()
    expect(password).toHaveLength(20)
    await page.reload()
    await page.waitForURL('**/users')
    expect(await notice(page).textContent()).toContain('The password of lin was shown once.')

    await theirs.goto('/images')
    await theirs.waitForURL('**/sign-in?**')
    await signIn(theirs, 'lin', memberPassword)
    expect(await theirs.getByRole('alert').textContent()).toContain('Name or password is wrong.')
    await signIn(theirs, 'lin', password)
    await theirs.waitForURL('**/images')
  },
)

browserTest('what a card asks before it acts stands beneath its button, on the screen', async (browser) => {
  await using testConsole = await startConsole()
  await testConsole.addMember('lin')
  const page = await openSignedIn(browser, testConsole, { viewport: { width: 360, height: 740 } })
  await page.goto('/users')
  const question = rowOf(page, 'lin').locator('details').last()
  await page.evaluate(() => scrollTo(0, 0))
  await question.locator('summary').click()
  await page.waitForFunction(() => {
    const asked = document.querySelector('details[open] .confirm-panel')?.getBoundingClientRect()
    return asked !== undefined && asked.top > 0 && asked.bottom <= innerHeight
  })
  const [asked, button] = await Promise.all([
    question.locator('.confirm-panel').boundingBox(),
    question.locator('summary').boundingBox(),
  ])
  if (asked === null || button === null) throw new Error('nothing is asked')
  expect(asked.y).toBeGreaterThanOrEqual(button.y + button.height)
  expect(asked.y - button.y - button.height).toBeLessThan(20)
  expect(asked.x).toBeGreaterThan(0)
  expect(asked.x + asked.width).toBeLessThan(360)
})

browserTest('one’s own account: neither disabled nor demoted, and the page says so', async (browser) => {
  await using testConsole = await startConsole()
  await testConsole.addMember('noor', 'admin')
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/users')
  await rowOf(page, 'admin').getByText('Disable', { exact: true }).first().click()
  await rowOf(page, 'admin').getByRole('button', { name: 'Disable' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('You cannot disable your own account.')
  await page.getByLabel('Role of admin').selectOption('member')
  await rowOf(page, 'admin').getByRole('button', { name: 'Save' }).first().click()
  expect(await page.getByRole('alert').textContent()).toContain('You cannot demote your own account.')
  await page.goto('/users')
  expect(await page.getByLabel('Role of admin').inputValue()).toBe('admin')
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
