import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beginSession } from './begin-session.ts'
import type { ConsoleUnderTest } from './console-under-test.ts'

/** A new page in which the administrator is signed in. */
export async function openSignedIn(
  browser: Browser,
  testConsole: ConsoleUnderTest,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openPage(browser, testConsole, options)
  const admin = await testConsole.site.database.users.byName(testConsole.admin.name)
  const value = await beginSession(testConsole.site, admin?.id ?? '')
  await page.context().addCookies([{ name: 'session', value, url: testConsole.url, httpOnly: true }])
  return page
}

/** A new page with cookies of its own. */
export async function openPage(
  browser: Browser,
  { url }: ConsoleUnderTest,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const timezoneId = 'Asia/Shanghai'
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 860 },
    timezoneId,
    reducedMotion: 'reduce',
    ...options,
  })
  // It has been here before: at a first visit the page is renewed for the reader's days.
  if (options.javaScriptEnabled !== false && options.timezoneId === undefined)
    await context.addCookies([{ name: 'zone', value: encodeURIComponent(timezoneId), url }])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  if (options.javaScriptEnabled !== false) await waitForScripts(page)
  return page
}

/** What a test does on a page that a press led to waits until its script is there, however slow the machine is. */
async function waitForScripts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // A page that has only begun has none yet, and nothing that could be pressed.
    const root: HTMLElement | null = document.documentElement
    if (root === null) return
    root.dataset.loading = ''
    addEventListener('load', () => delete root.dataset.loading, { capture: true, once: true })
  })
  const loading = page.locator('html[data-loading]')
  await page.addLocatorHandler(loading, () => page.waitForLoadState())
}
