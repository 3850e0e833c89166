import { expect, test } from 'bun:test'
import { arrangeAlbumImages, commandActor, describeAlbum, findOwnAlbum } from '@pictoglyph/core'
import { seriousProblems } from '@pictoglyph/http/test/accessibility-problems'
import { launchChromium } from '@pictoglyph/http/test/chromium'
import { noteShifts, receiveInPieces, shiftsOf } from '@pictoglyph/http/test/layout-shifts'
import type { Page } from 'playwright-core'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }
const testTimeoutMs = 60_000

/** An album of three that its owner has put in order: Beach, Reef, Cliff. */
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

test('an image outside the album that its address names, or of one that is private, leads to none', async () => {
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

/** By the events that a finger on the screen makes. */
async function swipeLeft(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const at = (type: string, x: number) =>
    session.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: 400 }],
    })
  await at('touchStart', 320)
  for (const x of [280, 220, 160, 90]) await at('touchMove', x)
  await at('touchEnd', 90)
}
