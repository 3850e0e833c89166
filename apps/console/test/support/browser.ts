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
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 860 },
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    ...options,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}
