import type { CDPSession, Page } from 'playwright-core'

/** Has a page note what moves in it, from its beginning. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** A line that moves by a pixel, as a font's rounding has it, is less: no one sees that. */
const minSeen = 0.00001

/** The scores of what moved (Layout Instability, 2.4), where one could see it. */
export async function shiftsOf(page: Page): Promise<number[]> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  return shifts.filter((score) => score >= minSeen)
}

/** A network so slow that the browser could paint before it has the whole page; detaching it ends that. */
export async function receiveInPieces(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  const bytesPerSecond = 100_000
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  return devtools
}
