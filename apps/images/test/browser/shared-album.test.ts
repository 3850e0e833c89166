import { expect, test } from 'bun:test'
import { arrangeAlbumImages, describeAlbum, findOwnAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { seriousProblems } from '@pictoglyph/web/test/accessibility-problems'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import { noteShifts, receiveInPieces, shiftsOf } from '@pictoglyph/web/test/layout-shifts'
import { gridScreens, oversizedTiles, withoutAutoSizes } from '@pictoglyph/web/test/oversized-tiles'
import type { Page } from 'playwright-core'
import { postUpload } from '../post-upload.ts'
import { pngFile, pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }
const testTimeoutMs = 60_000

/** An album of three in its owner's order: Beach, Reef, Cliff. */
async function shareAlbum(site: SiteFixture): Promise<string> {
  const albumId = await site.addAlbum('Sea')
  const ids: string[] = []
  for (const [index, title] of ['Cliff', 'Reef', 'Beach'].entries()) {
    const fields = { categoryId: site.categoryId, albumId, title }
    const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(index), fields })
    ids.push(body.data.id)
  }
  const album = await findOwnAlbum(site.ports, site.userId, albumId)
  await describeAlbum(site.ports, commandActor, album, { name: 'Sea', description: 'A week by the sea' })
  const [cliff, reef, beach] = ids as [string, string, string]
  const order = { imageIds: [beach, reef, cliff], beforeId: null }
  await arrangeAlbumImages(site.ports, commandActor, album, order)
  return site.publishAlbum(albumId)
}

const namesIn = (page: Page) =>
  page.locator('.grid img:not(.placeholder)').evaluateAll((all) => all.map((one) => one.getAttribute('alt')))

test(
  'a stranger browses a shared album on a phone: in its order, picture by picture, and back to it',
  async () => {
    await using site = await openSite()
    const url = await shareAlbum(site)
    await using browser = await launchChromium()
    const context = await browser.newContext({ ...phone, bypassCSP: true })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(url)
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toContain('/i/')
    await page.getByText('A week by the sea').waitFor()
    expect(await namesIn(page)).toEqual(['Beach', 'Reef', 'Cliff'])
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Beach' }).tap()
    const name = page.locator('picture-viewer h2')
    expect(await name.textContent()).toBe('Beach')
    await swipeLeft(page)
    await page.locator('picture-viewer h2', { hasText: 'Reef' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Reef' }).waitFor()
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Sea' }).tap()
    await page.waitForURL(`${url}#at-*`)
  },
  testTimeoutMs,
)

test(
  'the same goes without a script, by links',
  async () => {
    await using site = await openSite()
    const url = await shareAlbum(site)
    await using browser = await launchChromium()
    const context = await browser.newContext({ ...phone, javaScriptEnabled: false })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(url)
    await page.getByRole('link', { name: 'Beach' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Beach' }).waitFor()
    expect(await page.getByRole('link', { name: 'Previous' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Next' }).tap()
    await page.getByRole('link', { name: 'Next' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Cliff' }).waitFor()
    expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Previous' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Reef' }).waitFor()
    await page.getByRole('link', { name: 'Sea' }).tap()
    await page.waitForURL(`${url}#at-*`)
  },
  testTimeoutMs,
)

test('an address of an image outside its album, or in a private one, has no album links', async () => {
  await using site = await openSite()
  const url = await shareAlbum(site)
  const token = url.split('/').at(-1) ?? ''
  const { body } = await postUpload(site.url, {
    key: site.apiKey,
    file: pngFile(9),
    fields: { categoryId: site.categoryId },
  })
  for (const album of [token, 'x', 'z'.repeat(22)]) {
    const page = await (await fetch(`${body.data.pageUrl}?album=${album}`)).text()
    expect(page).not.toContain('class="album-ways"')
  }
})

test(
  'the viewer counts the whole album, and goes on where the page ends',
  async () => {
    await using site = await openSite()
    const albumId = await site.addAlbum('Sea')
    for (let index = 0; index < 62; index++) {
      const fields = { categoryId: site.categoryId, albumId, title: `Wave ${index}` }
      await postUpload(site.url, { key: site.apiKey, file: pngFile(index), fields })
    }
    const url = await site.publishAlbum(albumId)
    await using browser = await launchChromium()
    const page = await (await browser.newContext({ locale: 'en-US' })).newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(url)
    await page.getByRole('link', { name: 'Wave 3', exact: true }).click()
    const place = page.locator('picture-viewer .place')
    expect(await place.textContent()).toBe('59 / 62')
    await page.waitForFunction(() => document.querySelectorAll('.grid li').length === 62)
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    expect(await place.textContent()).toBe('62 / 62')
    expect(await page.locator('picture-viewer h2').textContent()).toBe('Wave 0')
    await page.keyboard.press('i')
    const uploaded = page.locator('picture-viewer .panel time')
    await uploaded.waitFor()
    expect(await uploaded.textContent()).not.toContain('UTC')
    await page.keyboard.press('e')
    expect(await page.locator('picture-viewer input').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.waitForURL(url)
    expect(await page.locator('a[rel="next"]').count()).toBe(0)
  },
  testTimeoutMs,
)

test(
  'on a phone the viewer of a shared album has five targets at the bottom, and closes by pulling down',
  async () => {
    await using site = await openSite()
    const url = await shareAlbum(site)
    await using browser = await launchChromium()
    const page = await (await browser.newContext({ ...phone, locale: 'zh-CN' })).newPage()
    page.setDefaultTimeout(20_000)
    await page.goto(url)
    await page.getByRole('link', { name: 'Reef' }).tap()
    const targets = await page
      .locator('picture-viewer .acts :is(a, button)')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    expect(targets.map(({ width, height }) => Math.min(width, height) >= 48)).toEqual(Array(5).fill(true))
    expect(await page.locator('picture-viewer .acts .label').allTextContents()).toEqual([
      '直链',
      '格式',
      '下载',
      '详情',
      '页面',
    ])
    await drag(page, [
      [200, 250],
      [200, 330],
      [200, 420],
    ])
    await page.waitForURL(url)
    expect(await page.locator('picture-viewer dialog').isVisible()).toBe(false)
  },
  testTimeoutMs,
)

test(
  'nothing moves while a shared album comes',
  async () => {
    await using site = await openSite()
    const albumId = await site.addAlbum('Sea')
    for (let index = 0; index < 40; index++) {
      const fields = { categoryId: site.categoryId, albumId, title: `Wave ${index}` }
      await postUpload(site.url, { key: site.apiKey, file: pngFile(index), fields })
    }
    const url = await site.publishAlbum(albumId)
    await using browser = await launchChromium()
    const page = await browser.newPage()
    page.setDefaultTimeout(20_000)
    await receiveInPieces(page)
    await noteShifts(page)
    await page.goto(url)
    expect(await page.locator('.grid li').count()).toBe(40)
    expect(await shiftsOf(page)).toEqual([])
  },
  testTimeoutMs,
)

const swipeLeft = (page: Page) =>
  drag(
    page,
    [320, 280, 220, 160, 90].map((x) => [x, 400]),
  )

/** Sends the events of a finger on the screen. */
async function drag(page: Page, points: [x: number, y: number][]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const [index, [x, y]] of points.entries()) {
    const type = index === 0 ? 'touchStart' : 'touchMove'
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test(
  'a tile of a shared album loads no rendition larger than it shows',
  async () => {
    await using site = await openSite()
    const albumId = await site.addAlbum('Shapes')
    const fields = { categoryId: site.categoryId, albumId }
    const shapes = [3 / 2, 4 / 3, 2 / 3, 2, 3 / 2, 3 / 4, 16 / 9, 1, 3 / 2, 4 / 3]
    for (const [index, ratio] of shapes.entries()) {
      const file = new File([pngOf(index, Math.round(1000 * ratio), 1000)], 'picture.png', {
        type: 'image/png',
      })
      await postUpload(site.url, { key: site.apiKey, file, fields })
    }
    const url = await site.publishAlbum(albumId)
    await using browser = await launchChromium()
    for (const screen of gridScreens) {
      for (const knowsAuto of [true, false]) {
        const page = await browser.newPage(screen)
        if (!knowsAuto) await withoutAutoSizes(page, url)
        await page.goto(url, { waitUntil: 'networkidle' })
        expect(await page.locator('.grid img[srcset]').count()).toBe(shapes.length)
        expect([screen, knowsAuto, await oversizedTiles(page)]).toEqual([screen, knowsAuto, []])
        await page.close()
      }
    }
  },
  testTimeoutMs,
)
