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

export const shiftsOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)

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
