import { expect } from 'bun:test'
import type { CDPSession, Page } from 'playwright-core'
import { openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

type Point = [x: number, y: number]

const name = (page: Page) => page.locator('picture-viewer h2').textContent()

/** How the picture of the viewer is moved and scaled. */
const transform = (page: Page) =>
  page.locator('picture-viewer .picture').evaluate((picture) => {
    const { a, e, f } = new DOMMatrix(getComputedStyle(picture).transform)
    return { scale: a, x: e, y: f }
  })

async function openViewer(page: Page, testConsole: ConsoleUnderTest): Promise<void> {
  await fillSite(testConsole)
  await page.goto('/images')
  await page.getByRole('link', { name: 'Tea hills' }).click()
  await page.locator('picture-viewer dialog').waitFor()
}

/** Fingers on the screen, each along its own points, as the browser is told by a touch screen. */
async function touch(session: CDPSession, ...fingers: Point[][]): Promise<void> {
  const at = (step: number) =>
    fingers.map((points, id) => ({ x: points[step]?.[0] ?? 0, y: points[step]?.[1] ?? 0, id }))
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step < (fingers[0]?.length ?? 0); step++) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

browserTest('the wheel zooms at the pointer, dragging pans, and not out of the picture', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await openViewer(page, testConsole)
  await page.mouse.move(640, 430)
  await page.mouse.wheel(0, -700)
  await page.waitForFunction(() => {
    const picture = document.querySelector('picture-viewer')?.shadowRoot?.querySelector('.stage .picture')
    return picture instanceof HTMLElement && picture.style.transform !== ''
  })
  const close = await transform(page)
  expect(close.scale).toBeGreaterThan(2)
  await page.mouse.down()
  await page.mouse.move(560, 400, { steps: 4 })
  await page.mouse.up()
  const moved = await transform(page)
  expect(moved.x - close.x).toBeCloseTo(-80, 0)
  expect(moved.y - close.y).toBeCloseTo(-30, 0)
  await page.mouse.down()
  await page.mouse.move(560 - 5000, 400, { steps: 4 })
  await page.mouse.up()
  const { width } = await page.locator('picture-viewer .picture').evaluate((picture) => {
    return { width: (picture.parentElement as HTMLElement).clientWidth }
  })
  // The picture is 960 pixels wide, and is shown at 100 % if it fits.
  expect((await transform(page)).x).toBeCloseTo((width - 960 * close.scale) / 2, 0)
  expect(await name(page)).toBe('Tea hills')
  await page.mouse.dblclick(640, 430)
  expect((await transform(page)).scale).toBe(1)
})

browserTest('a swipe steps, and two fingers zoom without stepping', async (browser) => {
  await using testConsole = await startConsole()
  const options = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }
  const page = await openSignedIn(browser, testConsole, options)
  await openViewer(page, testConsole)
  const session = await page.context().newCDPSession(page)
  const left: Point[] = [
    [330, 400],
    [250, 400],
    [150, 402],
    [60, 404],
  ]
  await touch(session, left)
  await page.locator('picture-viewer h2', { hasText: 'Copper roofs' }).waitFor()
  await touch(session, left.toReversed())
  await page.locator('picture-viewer h2', { hasText: 'Tea hills' }).waitFor()
  await touch(session, [
    [300, 400],
    [270, 400],
  ])
  expect(await name(page)).toBe('Tea hills')
  const [one, other]: [Point[], Point[]] = [
    [
      [180, 400],
      [150, 400],
      [110, 400],
      [60, 400],
    ],
    [
      [210, 400],
      [240, 400],
      [280, 400],
      [330, 400],
    ],
  ]
  await touch(session, one, other)
  const close = await transform(page)
  expect(close.scale).toBeGreaterThan(4)
  await touch(session, [
    [200, 400],
    [240, 400],
    [280, 400],
  ])
  expect((await transform(page)).x).toBeGreaterThan(close.x + 40)
  expect(await name(page)).toBe('Tea hills')
})

browserTest(
  'a drag from a box selects what it crosses, and takes it back on the way back',
  async (browser) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const page = await openSignedIn(browser, testConsole)
    await page.goto('/images')
    const middleOf = async (index: number): Promise<Point> => {
      const box = await page.locator('.card-image').nth(index).boundingBox()
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    }
    const start = await page.locator('.pick').first().boundingBox()
    await page.mouse.move((start?.x ?? 0) + 12, (start?.y ?? 0) + 12)
    await page.mouse.down()
    await page.mouse.move(...(await middleOf(1)), { steps: 3 })
    await page.mouse.move(...(await middleOf(3)), { steps: 6 })
    await page.getByText('4 selected').waitFor()
    await page.mouse.move(...(await middleOf(2)), { steps: 3 })
    await page.getByText('3 selected').waitFor()
    await page.mouse.up()
    expect(await page.locator('.pick input:checked').count()).toBe(3)
    expect(new URL(page.url()).pathname).toBe('/images')
  },
)

browserTest('links that a phone shared pictures for are there to be copied', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const { items } = await testConsole.site.database.images.list({ limit: 2 })
  const page = await openSignedIn(browser, testConsole, { viewport: { width: 390, height: 780 } })
  await page.goto(`/share?${items.map(({ id }) => `id=${id}`).join('&')}`)
  await page.getByText('2 selected').waitFor()
  await page.getByLabel('Format of the links').selectOption('Markdown')
  await page.getByRole('button', { name: 'Copy links' }).click()
  await page.getByText('2 links copied').waitFor()
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatch(/^!\[.+\]\(http.+\)$/)
})
