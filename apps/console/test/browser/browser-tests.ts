import { afterAll, test } from 'bun:test'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import type { Browser } from 'playwright-core'

let launched: Promise<Browser> | undefined

/** A test in the browser of its file's tests. */
export function browserTest(name: string, run: (browser: Browser) => Promise<void>): void {
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
