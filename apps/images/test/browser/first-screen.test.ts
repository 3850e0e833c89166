import { expect, test } from 'bun:test'
import { seriousProblems } from '@pictoglyph/web/test/accessibility-problems'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import { noteShifts, receiveInPieces, shiftsOf } from '@pictoglyph/web/test/layout-shifts'
import type { Page } from 'playwright-core'
import { postUpload } from '../post-upload.ts'
import { joined, pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const looks = [
  { locale: 'en-US', colorScheme: 'light' },
  { locale: 'zh-CN', colorScheme: 'dark' },
] as const
const testTimeoutMs = 60_000
const longTitle = 'An afternoon in the garden that went on for ever and had no end in sight at all. '
  .repeat(3)
  .trim()

/** A public album with a tall and a wide picture, each larger than the screen. */
async function fill(site: SiteFixture): Promise<{ high: string; wide: string; album: string }> {
  const albumId = await site.addAlbum('Garden')
  const pageOf = async (title: string, width: number, height: number) => {
    const file = new File(
      [joined([pngOf(7, width, height), new TextEncoder().encode('tail')])],
      'picture.png',
    )
    const fields = { categoryId: site.categoryId, albumId, title }
    return (await postUpload(site.url, { key: site.apiKey, file, fields })).body.data.pageUrl as string
  }
  const [high, wide] = [await pageOf(longTitle, 600, 1500), await pageOf('Sea', 1500, 600)]
  return { high, wide, album: (await site.publishAlbum(albumId)).split('/').at(-1) ?? '' }
}

const bottomOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((part) => part.getBoundingClientRect().bottom)

for (const look of looks) {
  test(
    `picture, title and Copy stand on the first screen of a phone, also out of an album, ${look.locale}`,
    async () => {
      await using site = await openSite()
      const { high, wide, album } = await fill(site)
      await using browser = await launchChromium()
      const page = await (await browser.newContext({ ...phone, ...look, bypassCSP: true })).newPage()
      for (const url of [high, wide, `${high}?album=${album}`]) {
        await page.goto(url)
        expect(await bottomOf(page, '.copy-value:visible button')).toBeLessThanOrEqual(844)
        const pictureHeight = await page.locator('.picture img:visible').evaluate((img) => img.clientHeight)
        expect(pictureHeight).toBeGreaterThan(130)
        const title = await page.locator('h1').evaluate((heading) => ({
          size: Number.parseFloat(getComputedStyle(heading).fontSize),
          lines: heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight),
        }))
        expect(title.size).toBeLessThanOrEqual(24)
        expect(Math.round(title.lines)).toBeLessThanOrEqual(3)
        expect(await seriousProblems(page)).toEqual([])
      }
      await page.goto(high)
      await page.locator('.whole-title', { hasText: longTitle }).waitFor()
      expect(await bottomOf(page, '.privacy')).toBeGreaterThan(
        await bottomOf(page, '.copy-value:visible button'),
      )
      await page.context().close()
    },
    testTimeoutMs,
  )
}

test(
  'without a script the link stands on the first screen of a phone, to be marked',
  async () => {
    await using site = await openSite()
    const { high } = await fill(site)
    await using browser = await launchChromium()
    const page = await (await browser.newContext({ ...phone, javaScriptEnabled: false })).newPage()
    await page.goto(high)
    const box = await page.getByRole('textbox').first().boundingBox()
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
  },
  testTimeoutMs,
)

test(
  'on a wide screen Copy stands on the first screen too, next to the title',
  async () => {
    await using site = await openSite()
    const { high, wide } = await fill(site)
    await using browser = await launchChromium()
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    for (const url of [high, wide]) {
      await page.goto(url)
      expect(await bottomOf(page, '.copy-value:visible button')).toBeLessThanOrEqual(900)
    }
  },
  testTimeoutMs,
)

for (const look of looks) {
  test(
    `the first page of the site has no serious accessibility problem, fits, and moves nothing, ${look.locale}`,
    async () => {
      await using site = await openSite()
      await using browser = await launchChromium()
      for (const width of [320, 390, 768, 1440, 2560]) {
        const viewport = { width, height: 900 }
        const context = await browser.newContext({ ...look, viewport, bypassCSP: true })
        const page = await context.newPage()
        const slowNetwork = await receiveInPieces(page)
        await noteShifts(page)
        await page.goto(site.url)
        await slowNetwork.detach()
        expect(await shiftsOf(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
        expect(await seriousProblems(page)).toEqual([])
        await context.close()
      }
    },
    testTimeoutMs,
  )
}
