import { expect, test } from 'bun:test'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

const testTimeoutMs = 60_000

/** A name without a line break opportunity. */
const longName = (characters: number) => 'W'.repeat(characters)

test(
  'the longest names make no page wider than its screen',
  async () => {
    await using site = await openSite()
    const userId = await site.addUser(longName(64))
    const albumId = await site.addAlbum(longName(100), userId)
    const fields = {
      categoryId: site.categoryId,
      albumId,
      title: longName(500),
      description: `https://example.org/${longName(500)}`,
    }
    const key = await site.createKey({ userId })
    const { body } = await postUpload(site.url, { key, file: pngFile(1), fields })
    const albumUrl = await site.publishAlbum(albumId, userId)
    await using browser = await launchChromium()
    // The narrowest is a phone with letters of twice the size.
    for (const width of [188, 320, 1280]) {
      const page = await browser.newPage({ viewport: { width, height: 740 } })
      for (const url of [body.data.pageUrl, albumUrl]) {
        await page.goto(url)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect([width, url, Math.max(0, overflow)]).toEqual([width, url, 0])
      }
      await page.close()
    }
  },
  testTimeoutMs,
)
