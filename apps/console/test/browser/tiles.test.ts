import { expect } from 'bun:test'
import { gridScreens, oversizedTiles, withoutAutoSizes } from '@pictoglyph/web/test/oversized-tiles'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { picture } from '../support/pictures.ts'
import { fillSite } from '../support/sample-site.ts'
import { uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const tile = (page: Page, name: string) => page.locator('.card-image').filter({ hasText: name })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

browserTest('one picture is copied from its tile, in the form that was copied last', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  await tile(page, 'Tea hills').hover()
  await tile(page, 'Tea hills').locator('.tile-actions summary').click()
  await tile(page, 'Tea hills').getByRole('button', { name: 'Copy Markdown', exact: true }).last().click()
  await tile(page, 'Tea hills').getByRole('button', { name: 'Copied' }).waitFor()
  expect(await copied(page)).toMatch(/^!\[Tea hills\]\(http.*\/i\/.*\)$/)
  await page.reload()
  await tile(page, 'Copper roofs').hover()
  await tile(page, 'Copper roofs').locator('.tile-actions > button').click()
  await tile(page, 'Copper roofs').getByRole('button', { name: 'Copied' }).waitFor()
  expect(await copied(page)).toMatch(/^!\[Copper roofs\]/)
})

browserTest('one picture is deleted, or put into an album, from its tile', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  await tile(page, 'Tea hills').hover()
  await tile(page, 'Tea hills').locator('.tile-actions summary').click()
  await tile(page, 'Tea hills').getByRole('button', { name: 'Delete' }).click()
  await page.locator('.notice').getByText('1 image deleted').waitFor()
  expect(await tile(page, 'Tea hills').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await tile(page, 'Tea hills').hover()
  await tile(page, 'Tea hills').locator('.tile-actions summary').click()
  await tile(page, 'Tea hills').getByRole('button', { name: 'Add to album' }).click()
  await page.getByText('1 selected').waitFor()
  await page.locator('[data-album-menu] select').selectOption({ label: 'For the blog' })
  await page.locator('[data-album-menu]').getByRole('button', { name: 'Add to album' }).click()
  await page.locator('.notice').getByText('Added to “For the blog”.').waitFor()
})

browserTest('arrows walk through the grid, and the space bar selects', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  const links = page.locator('.card-image .caption a')
  const names = await links.allTextContents()
  await links.first().focus()
  await page.keyboard.press('ArrowRight')
  expect(await focused(page)).toBe(names[1])
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe(names[2])
  await page.keyboard.press('ArrowLeft')
  const before = (await links.nth(1).boundingBox())?.y ?? 0
  await page.keyboard.press('ArrowDown')
  const below = await page.locator(':focus').boundingBox()
  expect(below?.y ?? 0).toBeGreaterThan(before)
  await page.keyboard.press('ArrowUp')
  expect(await focused(page)).toBe(names[1])
  await page.keyboard.press('End')
  expect(await focused(page)).toBe(names.at(-1))
  await page.keyboard.press(' ')
  await page.getByText('1 selected').waitFor()
  expect(await page.locator('.card-image :checked').count()).toBe(1)
  const [all, tiles] = [page.locator('[data-select-all-box] input'), page.locator('.card-image .pick input')]
  await all.check()
  expect(await tiles.evaluateAll((boxes) => boxes.filter((box) => !box.matches(':checked')).length)).toBe(0)
  await all.uncheck()
  expect(await page.locator('.card-image :checked').count()).toBe(0)
})

browserTest('each condition of a filter is shown, and taken away by itself', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  for (const javaScriptEnabled of [true, false]) {
    const page = await openSignedIn(browser, testConsole, { javaScriptEnabled })
    await page.goto('/images?type=image/webp&size=small&from=2020-01-01&q=hills')
    expect(await page.locator('.filter-chips li').allTextContents()).toEqual([
      'WebP',
      'Below 256 kB',
      'From 2020-01-01',
    ])
    await page.getByRole('link', { name: 'Remove the filter: Below 256 kB' }).click()
    await page.waitForURL('**/images?type=image%2Fwebp&from=2020-01-01&q=hills')
    await page.context().close()
  }
})

/** A finger that has moved farther does not press. */
const movedPixels = 10

browserTest('on a touch screen no box shows before a long press, which selects', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }
  const page = await openSignedIn(browser, testConsole, phone)
  await page.clock.install()
  await page.goto('/images')
  const boxes = page.locator('.pick')
  expect(await boxes.first().isVisible()).toBe(false)
  const { x, y } = (await tile(page, 'Canal bridge').boundingBox()) ?? { x: 0, y: 0 }
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', by = 0) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' || type === 'touchCancel'
          ? []
          : [{ x: Math.round(x) + 60 + by, y: Math.round(y) + 50 }],
    })
  for (const by of [movedPixels + 1, 4 * movedPixels]) {
    await touch('touchStart')
    await touch('touchMove', by)
    await page.clock.fastForward(600)
    expect(await boxes.first().isVisible()).toBe(false)
    await touch('touchCancel')
  }
  await touch('touchStart')
  await touch('touchMove', movedPixels)
  await page.getByText('1 selected').waitFor()
  await touch('touchEnd')
  expect(await boxes.first().isVisible()).toBe(true)
  await tile(page, 'Evening swim').locator('.frame').tap({ force: true })
  await page.getByText('2 selected').waitFor()
  expect(new URL(page.url()).pathname).toBe('/images')
})

browserTest(
  'where the system forces its colours, what is chosen stands out, and a checkerboard is behind what is transparent',
  async (browser) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const admin = await testConsole.site.database.users.byName(testConsole.admin.name)
    const visitor = await createSignedInVisitor(testConsole, { id: admin?.id ?? '' })
    await uploadPicture(visitor, { title: 'A logo' }, picture())
    const page = await openSignedIn(browser, testConsole, { forcedColors: 'active' })
    await page.goto('/images')
    const choice = page.locator('.segments label').first()
    const off = await choice.screenshot()
    await choice.click()
    await page.mouse.move(0, 0)
    expect((await choice.screenshot()).equals(off)).toBe(false)
    await page.locator('.see-through img').evaluate((image) => {
      image.style.visibility = 'hidden'
    })
    const frame = sharp(await page.locator('.see-through').screenshot())
    const { channels } = await frame.extract({ left: 20, top: 20, width: 40, height: 40 }).stats()
    expect(channels[0]?.min).not.toBe(channels[0]?.max)
  },
)

browserTest(
  'a tile of the gallery or of an album loads no rendition larger than it shows',
  async (browser) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const [album] = await testConsole.site.database.albums.list()
    for (const screen of gridScreens) {
      for (const knowsAuto of [true, false]) {
        const page = await openSignedIn(browser, testConsole, screen)
        for (const path of ['/images', `/images?album=${album?.id}`]) {
          if (!knowsAuto) await withoutAutoSizes(page, `${testConsole.url}${path}`)
          await page.goto(path, { waitUntil: 'networkidle' })
          expect(await page.locator('.grid img[srcset]').count()).toBeGreaterThan(3)
          expect([path, screen, knowsAuto, await oversizedTiles(page)]).toEqual([path, screen, knowsAuto, []])
        }
        await page.context().close()
      }
    }
  },
)
