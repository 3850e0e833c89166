import { afterAll, test } from 'bun:test'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import type { Browser } from 'playwright-core'

let launched: Promise<Browser> | undefined

/** A test in the browser of its file's tests, which has a minute if it is not given more. */
export function browserTest(
  name: string,
  run: (browser: Browser) => Promise<void>,
  timeoutMs = 60_000,
): void {
  afterAll(closeBrowser)
  const inBrowser = async () => {
    launched ??= launchChromium()
    await run(await launched)
  }
  test(name, inBrowser, timeoutMs)
}

async function closeBrowser(): Promise<void> {
  const open = launched
  launched = undefined
  await (await open)?.close()
}
