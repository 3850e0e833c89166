import { expect } from 'bun:test'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

const daySeconds = 24 * 60 * 60

browserTest(
  'days are the reader’s from the first page on; without a script they are said to be in UTC',
  async (browser) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const marks = async (options: Parameters<typeof openSignedIn>[2]) => {
      const page = await openSignedIn(browser, testConsole, options)
      await page.goto('/images')
      await page.getByText('Filters').click()
      return page.locator('.day-mark').first().textContent()
    }
    expect(await marks({ timezoneId: 'Pacific/Kiritimati' })).toBe('Today')
    const [context] = browser.contexts()
    const zone = (await context?.cookies())?.find(({ name }) => name === 'zone')
    expect((zone?.expires ?? 0) - Date.now() / 1000).toBeWithin(364 * daySeconds, 366 * daySeconds)
    expect(await marks({ timezoneId: 'Pacific/Kiritimati', javaScriptEnabled: false })).toBe('Today (UTC)')
  },
)
