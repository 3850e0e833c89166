import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { giveFiles } from '../support/give-files.ts'
import { picture } from '../support/pictures.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

const viewer = (page: Page) => page.locator('picture-viewer')

/** Holds what a script asks for at some address. @returns lets the first of it come, once it is asked for */
async function hold(page: Page, address: string): Promise<() => Promise<void>> {
  const mayCome = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (!['fetch', 'xhr'].includes(route.request().resourceType())) return route.continue()
    isAsked.resolve()
    await mayCome.promise
    await route.continue()
  })
  return async () => {
    await isAsked.promise
    mayCome.resolve()
  }
}

browserTest(
  'a picture that is open stays open while its list is renewed for another time zone',
  async (browser) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const page = await openSignedIn(browser, testConsole, { timezoneId: 'Pacific/Kiritimati' })
    const letListCome = await hold(page, '**/images')
    await page.goto('/images')
    await page.getByRole('link', { name: 'Tea hills' }).click()
    const renewed = page.waitForResponse('**/images')
    await letListCome()
    await (await renewed).finished()
    await page.keyboard.press('i')
    await viewer(page).getByText('960 × 640').waitFor()
    await page.keyboard.press('ArrowRight')
    await viewer(page).locator('h2', { hasText: 'Copper roofs' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL('/images')
    await page.locator('.day-mark', { hasText: /^Today$/ }).waitFor()
    await page.locator('a:focus', { hasText: 'Copper roofs' }).waitFor()
  },
)

browserTest(
  'a picture that is open stays open when an upload ends, and is closed to the list',
  async (browser) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const page = await openSignedIn(browser, testConsole)
    await page.goto('/images')
    const letUploadBegin = await hold(page, '**/upload')
    await giveFiles(page, 'drop', [{ name: 'Terrace.png', bytes: picture() }])
    await page.getByRole('link', { name: 'Tea hills' }).click()
    await letUploadBegin()
    await page.locator('.queue-row[data-state=done]').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowRight')
    await viewer(page).locator('h2', { hasText: 'Copper roofs' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL('/images')
    await page.locator('.card-image').getByRole('link', { name: 'Terrace', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Tea hills' }).waitFor()
  },
)

browserTest(
  'Delete pressed twice deletes one picture, and who has stepped on stays there',
  async (browser) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const page = await openSignedIn(browser, testConsole)
    const place = () => viewer(page).locator('.place').textContent()
    await page.goto('/images')
    const letDelete = await hold(page, '**/images/delete')
    await page.getByRole('link', { name: 'Tea hills' }).click()
    const [, all] = (await place())?.split(' / ') ?? []
    await page.keyboard.press('Delete')
    await page.keyboard.press('Delete')
    await page.keyboard.press('ArrowLeft')
    await viewer(page).locator('h2', { hasText: 'Ferry crossing' }).waitFor()
    await letDelete()
    await viewer(page).getByRole('button', { name: 'Undo' }).waitFor()
    expect(await viewer(page).locator('h2').textContent()).toBe('Ferry crossing')
    expect(await place()).toEndWith(` / ${Number(all) - 1}`)
    await page.keyboard.press('Escape')
    await page.getByText('1 image deleted.').waitFor()
  },
)

browserTest('a viewer that is closed while a picture is being deleted stays closed', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  const letDelete = await hold(page, '**/images/delete')
  await page.getByRole('link', { name: 'Tea hills' }).click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await page.waitForURL('/images')
  await letDelete()
  await page.getByText('1 image deleted.').waitFor()
  expect(await page.getByRole('link', { name: 'Tea hills' }).count()).toBe(0)
  expect(await viewer(page).locator('dialog[open]').count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/images')
})

browserTest('a press goes on while the list is renewed beneath it', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole, { timezoneId: 'Pacific/Kiritimati' })
  const letListCome = await hold(page, '**/images')
  await page.goto('/images')
  await page.getByRole('link', { name: 'Tea hills' }).hover()
  await page.mouse.down()
  const renewed = page.waitForResponse('**/images')
  await letListCome()
  await (await renewed).finished()
  await page.evaluate(() => new Promise((later) => setTimeout(later)))
  await page.mouse.up()
  await viewer(page).locator('h2', { hasText: 'Tea hills' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.day-mark', { hasText: /^Today$/ }).waitFor()
})

browserTest('a key is heard though what had the focus is gone', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  await page.getByRole('link', { name: 'Tea hills' }).click()
  await page.evaluate(() => {
    const focused = document.querySelector('picture-viewer')?.shadowRoot?.activeElement
    if (focused instanceof HTMLElement) focused.blur()
  })
  await page.keyboard.press('e')
  await viewer(page).locator('h2 input').waitFor()
})
