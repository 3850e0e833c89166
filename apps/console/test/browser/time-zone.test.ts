import { expect } from 'bun:test'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

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
    expect(await marks({ timezoneId: 'Pacific/Kiritimati', javaScriptEnabled: false })).toBe('Today (UTC)')
  },
)
