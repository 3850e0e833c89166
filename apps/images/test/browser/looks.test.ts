import { afterAll, beforeAll, expect, test } from 'bun:test'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import { lookDifferences } from '@pictoglyph/web/test/looks/look'
import type { Browser } from 'playwright-core'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

let site: SiteFixture
let browser: Browser
beforeAll(async () => {
  let nowMs = Date.UTC(2026, 10, 20, 10)
  site = await openSite({ clock: () => nowMs++ })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  await site[Symbol.asyncDispose]()
})

async function publicPages(): Promise<Record<string, string>> {
  const albumId = await site.addAlbum('Sea')
  const pageUrls: string[] = []
  for (const [index, title] of ['Cliff', 'Reef', 'Beach'].entries()) {
    const fields = { categoryId: site.categoryId, albumId, title }
    const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(index), fields })
    pageUrls.push(body.data.pageUrl)
  }
  return {
    landing: site.url,
    image: pageUrls[0] ?? '',
    album: await site.publishAlbum(albumId),
    drop: `${site.url}/drop`,
    nowhere: `${site.url}/p/nowhere`,
  }
}

test('pages for guests look as in the stored images', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1280 }, bypassCSP: true })
  const found: unknown[] = []
  for (const [name, address] of Object.entries(await publicPages())) {
    await page.goto(address)
    found.push(...(await lookDifferences(page, import.meta.url, name)))
  }
  expect(found).toEqual([])
}, 60_000)
