import { expect } from 'bun:test'
import { seriousProblems } from '@pictoglyph/web/test/accessibility-problems'
import { noteShifts, receiveInPieces, shiftsOf } from '@pictoglyph/web/test/layout-shifts'
import type { Page } from 'playwright-core'
import { expectAsAfterReload } from '../support/as-after-reload.ts'
import { openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { picture } from '../support/pictures.ts'
import { fillSite } from '../support/sample-site.ts'
import { uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

const name = (page: Page) => page.locator('picture-viewer h2').textContent()
const isOpen = (page: Page) => page.locator('picture-viewer dialog').isVisible()

browserTest(
  'a click opens the viewer, which steps, copies, and closes where it was opened',
  async (browser) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const page = await openSignedIn(browser, testConsole)
    await page.goto('/images')
    await page.getByRole('link', { name: 'Tea hills' }).click()
    const { items } = await testConsole.site.database.images.list({ limit: 9, search: 'tea hills' })
    expect(new URL(page.url()).pathname).toBe(`/images/${items[0]?.id}`)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    expect(await name(page)).toBe('Copper roofs')
    await page.keyboard.press('c')
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/i\/\w+\.jpg$/)
    await page.keyboard.press('i')
    await page.locator('picture-viewer').getByText('640 × 800').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL('/images')
    expect(await isOpen(page)).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Copper roofs')
    await page.goForward()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Copper roofs' }).waitFor()
  },
)

browserTest('what is deleted in the viewer is gone from the list, and can be taken back', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  await page.getByRole('link', { name: 'Tea hills' }).click()
  await page.keyboard.press('Delete')
  await page.locator('picture-viewer').getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Restored.').waitFor()
  expect(await name(page)).toBe('Tea hills')
  const place = await page.locator('picture-viewer .place').textContent()
  await page.keyboard.press('Delete')
  await page.getByText('Deleted.').waitFor()
  expect(await name(page)).toBe('Copper roofs')
  const [, all] = place?.split(' / ') ?? []
  expect(await page.locator('picture-viewer .place').textContent()).toEndWith(` / ${Number(all) - 1}`)
  await page.keyboard.press('Escape')
  await page.getByText('1 image deleted. You can restore it').waitFor()
  expect(await page.getByRole('link', { name: 'Tea hills' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await expectAsAfterReload(page)
})

for (const [width, locale] of [
  [390, 'en-US'],
  [1440, 'zh-CN'],
] as const) {
  browserTest(`the viewer has no serious accessibility problem, ${width} pixels wide`, async (browser) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const viewport = { width, height: 800 }
    const page = await openSignedIn(browser, testConsole, { viewport, locale, bypassCSP: true })
    await page.goto('/images')
    await page.getByRole('link', { name: 'Tea hills' }).click()
    await page.keyboard.press('i')
    await page.locator('picture-viewer').getByText('960 × 640').waitFor()
    expect(await seriousProblems(page)).toEqual([])
    await page.keyboard.press('?')
    await page.locator('picture-viewer .keys-card').waitFor()
    expect(await seriousProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('picture-viewer .acts .down').click()
    await page.locator('picture-viewer .menu').waitFor()
    expect(await seriousProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.locator('picture-viewer h2 input').waitFor()
    expect(await seriousProblems(page)).toEqual([])
  })
}

browserTest('the gallery goes on while one scrolls, and is as long after an action', async (browser) => {
  await using testConsole = await startConsole()
  await fillWith(testConsole, 150)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  const cards = page.locator('.card-image')
  expect(await cards.count()).toBe(60)
  while ((await cards.count()) < 150) await page.mouse.wheel(0, 4000)
  await page.waitForURL('**/images?shown=150')
  await page.locator('.pick input').last().check()
  await page.locator('.selection-bar summary.danger').click()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(2000)
  await page.getByRole('button', { name: 'Delete the selected' }).click()
  await page.getByText('1 image deleted.').waitFor()
  await page.waitForLoadState()
  expect(await cards.count()).toBe(149)
  expect(Math.abs((await page.evaluate(() => scrollY)) - left)).toBeLessThan(400)
})

browserTest('pictures keep their shape, and nothing moves while the page and they come', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  for (const width of [390, 768, 1440]) {
    const page = await openSignedIn(browser, testConsole, { viewport: { width, height: 900 } })
    const slowNetwork = await receiveInPieces(page)
    await noteShifts(page)
    await page.goto('/images', { waitUntil: 'domcontentloaded' })
    await slowNetwork.detach()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.thumbnail')]
        .filter((image) => image.getBoundingClientRect().top < innerHeight)
        .every(({ naturalWidth }) => naturalWidth > 0),
    )
    const shapes = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>('.thumbnail')].map((image) => {
        const { width, height } = image.getBoundingClientRect()
        return (width / height) * (Number(image.getAttribute('height')) / Number(image.getAttribute('width')))
      }),
    )
    expect(shapes.length).toBeGreaterThan(9)
    for (const shape of shapes) expect(shape).toBeWithin(0.95, 1.05)
    expect(await shiftsOf(page)).toEqual([])
    await page.context().close()
  }
})

browserTest('nothing moves while an album and the page of an image come', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const [album] = await testConsole.site.database.albums.list()
  const { items } = await testConsole.site.database.images.list({ limit: 1, search: 'harbour' })
  for (const width of [390, 1440]) {
    for (const path of [`/images?album=${album?.id}`, `/images/${items[0]?.id}`]) {
      const page = await openSignedIn(browser, testConsole, { viewport: { width, height: 900 } })
      const slowNetwork = await receiveInPieces(page)
      await noteShifts(page)
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await slowNetwork.detach()
      await page.waitForLoadState()
      expect([path, width, await shiftsOf(page)]).toEqual([path, width, []])
      await page.context().close()
    }
  }
})

browserTest(
  'three hundred images are selected by match and moved, without a script and with it',
  async (browser) => {
    await using testConsole = await startConsole()
    await fillWith(testConsole, 300)
    const { albums } = testConsole.site.database
    const counts = async () => (await albums.list()).map(({ name, imageCount }) => [name, imageCount])
    const plain = await openSignedIn(browser, testConsole, { javaScriptEnabled: false })
    await plain.goto('/albums')
    for (const name of ['Travel', 'Home']) {
      await plain.locator('main').getByLabel('New album').fill(name)
      await plain.getByRole('button', { name: 'Create' }).click()
    }
    await plain.goto('/images?q=number')
    await plain.locator('.pick input').first().check()
    await plain.getByLabel('Select all 300').check()
    await plain.locator('.selection-actions summary', { hasText: 'Album' }).click()
    await plain.locator('select[name=into]').selectOption({ label: 'Travel' })
    await plain.getByRole('button', { name: 'Add to album' }).click()
    await plain.getByText('Added to “Travel”.').waitFor()
    const [travel, home] = await albums.list()
    await plain.goto(`/images?album=${travel?.id}`)
    await plain.locator('.pick input').first().check()
    await plain.getByLabel('Select all 300').check()
    await plain.locator('.selection-actions summary', { hasText: 'Album' }).click()
    await plain.getByRole('button', { name: 'Move to album' }).click()
    await plain.getByText('Moved to “Home”.').waitFor()
    expect(await counts()).toEqual([
      ['Travel', 0],
      ['Home', 300],
    ])
    const scripted = await openSignedIn(browser, testConsole)
    await scripted.goto(`/images?album=${home?.id}`)
    await scripted.locator('.pick input').first().check()
    await scripted.getByLabel('Select all 300').check()
    await scripted.getByText('300 selected').waitFor()
    await scripted.locator('.selection-actions summary', { hasText: 'Album' }).click()
    await scripted.getByRole('button', { name: 'Move to album' }).click()
    await scripted.getByText('Moved to “Travel”.').waitFor()
    expect(await counts()).toEqual([
      ['Travel', 300],
      ['Home', 0],
    ])
  },
)

browserTest('find a picture, open it, step through ten, copy one', async (browser) => {
  await using testConsole = await startConsole()
  await fillWith(testConsole, 14)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  await page.getByLabel('Search').fill('number')
  await page.getByLabel('Search').press('Enter')
  await page.waitForURL('**/images?q=number')
  await page.getByRole('link', { name: 'Number 12' }).click()
  for (let step = 11; step >= 2; step--) {
    await page.keyboard.press('ArrowRight')
    expect(await name(page)).toBe(`Number ${step}`)
  }
  await page.keyboard.press('c')
  await page.getByText('Copied').waitFor()
  const { items } = await testConsole.site.database.images.list({
    limit: 1,
    search: 'number 2',
    sort: 'oldest',
  })
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(items[0] === undefined ? '' : testConsole.site.links.direct(items[0]))
})

async function fillWith(testConsole: ConsoleUnderTest, images: number): Promise<void> {
  const admin = await testConsole.site.database.users.byName(testConsole.admin.name)
  const visitor = await createSignedInVisitor(testConsole, { id: admin?.id ?? '' })
  for (let index = 0; index < images; index++) {
    const colour: [number, number, number] = [index % 250, (index * 7) % 250, 90]
    const bytes = picture({ width: 90 + (index % 60), height: 60, colour })
    await uploadPicture(visitor, { title: `Number ${index}` }, bytes)
  }
}
