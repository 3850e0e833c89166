import { expect, test } from 'bun:test'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

const testTimeoutMs = 60_000

test(
  'no page gives a browser anything to complain of',
  async () => {
    await using site = await openSite()
    const albumId = await site.addAlbum('Sea')
    const fields = { categoryId: site.categoryId, albumId }
    const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
    const albumUrl = await site.publishAlbum(albumId)
    await using browser = await launchChromium()
    const complaints: string[] = []
    for (const url of [`${site.url}/`, body.data.pageUrl, albumUrl, `${site.url}/docs`]) {
      const page = await browser.newPage()
      page.on('pageerror', ({ message }) => complaints.push(`${url}: ${message}`))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(`${url}: ${message.text()}`)
      })
      await page.goto(url, { waitUntil: 'networkidle' })
      await page.close()
    }
    expect(complaints).toEqual([])
  },
  testTimeoutMs,
)
