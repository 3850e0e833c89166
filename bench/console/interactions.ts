/**
 * How soon pages of the console answer a press on a processor four times as slow: the browser's own event timing from
 * a press to the next paint (Interaction to Next Paint), the slowest of each kind, as a median of some rounds; and how
 * much of the page moves by itself meanwhile. In the whole Chromium: the one without windows paints at other times.
 * `bun bench/console/interactions.ts [rounds] [how many times as slow]`
 */
import { openSignedIn } from '@pictoglyph/console/test/browser'
import { startConsole } from '@pictoglyph/console/test/console-under-test'
import { fillSite } from '@pictoglyph/console/test/sample-site'
import { launchChromium, wholeChromium } from '@pictoglyph/web/test/chromium'
import { medianAndSpread } from '../load/median.ts'

const rounds = Number(process.argv[2] ?? 5)
const slowness = Number(process.argv[3] ?? 4)
/** What a press had to do is done, and what stands under the mouse is told of it. */
const settlingMs = 400

type Page = Awaited<ReturnType<typeof openSignedIn>>

interface Measured {
  slowestMs: number
  shift: number
}

const acts: [string, (page: Page) => Promise<void>][] = [
  ['tick two pictures and all between', tickRange],
  ['select one, all, and none', selectAll],
  ['unfold the filters', (page) => press(page, page.locator('.filter-more > summary'))],
  ['change the height of the rows', changeHeight],
  ['open the viewer, step through ten, close', stepThroughTen],
]

await using testConsole = await startConsole()
await fillSite(testConsole)
await using browser = await launchChromium(wholeChromium)
for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  for (const [name, act] of acts) {
    const measured: Measured[] = []
    for (let round = 0; round < rounds; round += 1) measured.push(await measure(viewport, act))
    const times = medianAndSpread(
      measured.map(({ slowestMs }) => slowestMs),
      0,
    )
    const shift = Math.max(...measured.map((one) => one.shift))
    console.log(`${viewport.width} px  ${name.padEnd(42)} ${times} ms  shift ${shift}`)
  }
}

async function measure(
  viewport: { width: number; height: number },
  act: (page: Page) => Promise<void>,
): Promise<Measured> {
  const page = await openSignedIn(browser, testConsole, { viewport })
  await page.addInitScript(observe)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.goto('/images')
  await page.waitForLoadState('networkidle')
  await act(page)
  // Events are told after the frame that follows them.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))))
  const measured = await page.evaluate(() => (window as unknown as { measured: Measured }).measured)
  await page.context().close()
  return measured
}

/** A press of the mouse alone: a locator's own would run scripts of the test in the page meanwhile. */
async function press(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width / 2, y + height / 2)
  await Bun.sleep(settlingMs)
  await page.mouse.down()
  await page.mouse.up()
  await Bun.sleep(settlingMs)
}

/** In the page: keeps the longest interaction and the sum of the shifts that no press explains. */
function observe(): void {
  const measured: Measured = { slowestMs: 0, shift: 0 }
  Object.assign(window, { measured })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId > 0) measured.slowestMs = Math.max(measured.slowestMs, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) measured.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

async function tickRange(page: Page): Promise<void> {
  const boxes = page.locator('.pick input')
  await press(page, boxes.first())
  await page.keyboard.down('Shift')
  await press(page, boxes.nth(15))
  await page.keyboard.up('Shift')
}

async function selectAll(page: Page): Promise<void> {
  await press(page, page.locator('.pick input').first())
  await press(page, page.locator('[data-select-all-box]'))
  await page.keyboard.press('Escape')
}

/** A phone has rows of one height. */
async function changeHeight(page: Page): Promise<void> {
  const large = page.locator('[data-density] label').last()
  if (await large.isVisible()) await press(page, large)
}

async function stepThroughTen(page: Page): Promise<void> {
  await press(page, page.locator('.caption a').first())
  for (let step = 0; step < 10; step++) {
    await page.keyboard.press('ArrowRight')
    await Bun.sleep(settlingMs)
  }
  await page.keyboard.press('Escape')
}
