import { afterAll, test } from 'bun:test'
import { hasChromium, launchChromium } from '@pictoglyph/http/test/chromium'
import type { Browser } from 'playwright-core'

let launched: Promise<Browser> | undefined

if (!hasChromium) console.warn('Chromium is not on this machine: the console’s browser tests are left out.')

/** A test in the browser of its file's tests; where there is none, nothing is defined. */
export function browserTest(name: string, run: (browser: Browser) => Promise<void>): void {
  if (!hasChromium) return
  afterAll(closeBrowser)
  const inBrowser = async () => {
    launched ??= launchChromium()
    await run(await launched)
  }
  test(name, inBrowser, 60_000)
}

async function closeBrowser(): Promise<void> {
  const open = launched
  launched = undefined
  await (await open)?.close()
}
