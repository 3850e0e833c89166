import { expect, test } from 'bun:test'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

test('a page shows local dates, and UTC without script', async () => {
  await using site = await openSite()
  const key = await site.createKey()
  const fields = { categoryId: site.categoryId }
  const { body } = await postUpload(site.url, { key, file: pngFile(1), fields })
  await using browser = await launchChromium()
  for (const [timezoneId, javaScriptEnabled] of [
    ['Pacific/Kiritimati', true],
    ['Etc/GMT+12', true],
    ['Etc/GMT+12', false],
  ] as const) {
    const context = await browser.newContext({ timezoneId, javaScriptEnabled, locale: 'en' })
    const page = await context.newPage()
    await page.goto(body.data.pageUrl)
    const time = page.locator('time').first()
    const atMs = Date.parse((await time.getAttribute('datetime')) ?? '')
    const timeZone = javaScriptEnabled ? timezoneId : 'UTC'
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone }).format(atMs)
    expect(await time.textContent()).toBe(javaScriptEnabled ? day : `${day} UTC`)
    await context.close()
  }
}, 60_000)
