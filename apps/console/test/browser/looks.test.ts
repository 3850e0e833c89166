import { afterAll, expect } from 'bun:test'
import { lookDifferences } from '@pictoglyph/web/test/looks/look'
import type { Page } from 'playwright-core'
import { openPage, openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

const pages: Readonly<Record<string, string>> = {
  gallery: '/images',
  filtered: '/images?type=image/jpeg&q=harbour',
  linked: '/images?linked=on',
  deleted: '/images/deleted',
  upload: '/upload',
  albums: '/albums',
  keys: '/keys',
  guests: '/guests',
  account: '/account',
  overview: '/overview',
  'all-images': '/all-images',
  reports: '/reports',
  hashes: '/hashes',
  users: '/users',
  'settings-uploads': '/settings/uploads',
  'settings-accounts': '/settings/accounts',
  'settings-text': '/settings/text?symbols=abcd',
  'settings-networks': '/settings/networks',
  'settings-site': '/settings/site',
  audit: '/audit',
  nowhere: '/nowhere',
}

/** Each moment that is asked for is a millisecond later, so that lists have one order. */
const startMs = Date.UTC(2026, 10, 20, 10)

let filled: Promise<ConsoleUnderTest> | undefined

function filledConsole(): Promise<ConsoleUnderTest> {
  const start = async () => {
    let nowMs = startMs
    const testConsole = await startConsole({ clock: () => nowMs++ })
    await fillSite(testConsole)
    return testConsole
  }
  filled ??= start()
  return filled
}
afterAll(async () => (await filled)?.[Symbol.asyncDispose]())

const screen = { viewport: { width: 1280, height: 1280 }, bypassCSP: true }

/** One for all, so that the account has one session. */
let signedIn: Promise<Page> | undefined

function looksTest(
  name: string,
  open: (page: Page, testConsole: ConsoleUnderTest) => Promise<unknown>,
): void {
  browserTest(`${name} looks as it is kept`, async (browser) => {
    const testConsole = await filledConsole()
    signedIn ??= openSignedIn(browser, testConsole, screen)
    const page = await signedIn
    await open(page, testConsole)
    expect(await lookDifferences(page, import.meta.url, name)).toEqual([])
  })
}

for (const [name, path] of Object.entries(pages)) looksTest(name, (page) => page.goto(path))
looksTest('image', async (page, { site }) => {
  const { items } = await site.database.images.list({ limit: 1, search: 'harbour' })
  await page.goto(`/images/${items[0]?.id}`)
})
looksTest('album', async (page, { site }) => {
  const [album] = await site.database.albums.list()
  await page.goto(`/images?album=${album?.id}`)
})
looksTest('selection', async (page) => {
  await page.goto('/images')
  await page.locator('.pick input').first().check()
})
looksTest('viewer', async (page) => {
  await page.goto('/images')
  await page.getByRole('link', { name: 'Tea hills' }).click()
  await page.keyboard.press('i')
  await page.locator('picture-viewer').getByText('960 × 640').waitFor()
})
browserTest('sign-in looks as it is kept', async (browser) => {
  const page = await openPage(browser, await filledConsole(), screen)
  await page.goto('/sign-in')
  expect(await lookDifferences(page, import.meta.url, 'sign-in')).toEqual([])
  await page.context().close()
})
