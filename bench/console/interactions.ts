/**
 * How soon pages of the console answer a press on a processor four times as slow, by the browser's own event timing
 * (the slowest of each kind, from the press to the next paint), and how much of the page moves by itself meanwhile.
 * In the whole Chromium: the one without windows paints at other times. `bun bench/console/interactions.ts`
 */
import { openSignedIn } from '@pictoglyph/console/test/browser'
import { startConsole } from '@pictoglyph/console/test/console-under-test'
import { fillSite } from '@pictoglyph/console/test/sample-site'
import { launchChromium, wholeChromium } from '@pictoglyph/http/test/chromium'

const slowness = 4

type Page = Awaited<ReturnType<typeof openSignedIn>>

interface Measured {
  slowestMs: number
  shift: number
}

const acts: [string, (page: Page) => Promise<void>][] = [
  ['tick two pictures and all between', tickRange],
  ['select all, and none', selectAll],
  ['unfold the filters', (page) => page.locator('.filter-more > summary').click()],
  ['change the height of the rows', (page) => page.locator('[data-density] label').last().click()],
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
    const page = await openSignedIn(browser, testConsole, { viewport })
    await page.addInitScript(observe)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.goto('/images')
    await page.waitForLoadState('networkidle')
    await act(page)
    // Events are told after the frame that follows them.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))))
    const { slowestMs, shift } = await page.evaluate(
      () => (window as unknown as { measured: Measured }).measured,
    )
    console.log(
      `${viewport.width} px  ${name.padEnd(42)} slowest ${String(slowestMs).padStart(4)} ms  shift ${shift}`,
    )
    await page.context().close()
  }
}

/** In the page: keeps the longest interaction and the sum of the shifts that no press explains. */
function observe(): void {
  const measured: Measured = { slowestMs: 0, shift: 0 }
  Object.assign(window, { measured })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) measured.slowestMs = Math.max(measured.slowestMs, entry.duration)
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
  await boxes.first().click({ force: true })
  await boxes.nth(15).click({ force: true, modifiers: ['Shift'] })
}

async function selectAll(page: Page): Promise<void> {
  const all = page.locator('[data-select-all-box] input')
  await all.click()
  await all.click()
}

async function stepThroughTen(page: Page): Promise<void> {
  await page.locator('.caption a').first().click()
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
}
