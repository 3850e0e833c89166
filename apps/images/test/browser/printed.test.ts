import { expect, test } from 'bun:test'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

const testTimeoutMs = 60_000

test(
  'on paper stand an image’s title, its facts and its link, and nothing to be pressed',
  async () => {
    await using site = await openSite()
    const fields = { categoryId: site.categoryId, title: 'Harbour' }
    const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
    await using browser = await launchChromium()
    const page = await browser.newPage({ locale: 'en-US' })
    await page.goto(body.data.pageUrl)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading').allInnerTexts()).toEqual(['Harbour'])
    expect(await page.getByText('Dimensions').isVisible()).toBe(true)
    const links = await page.getByRole('textbox').all()
    expect(await Promise.all(links.map((link) => link.inputValue()))).toEqual([body.data.url])
    expect(await page.locator('.button:visible').count()).toBe(0)
  },
  testTimeoutMs,
)
