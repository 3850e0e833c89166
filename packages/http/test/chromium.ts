import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Debian's Chromium: the one without windows, which takes two thirds of the processor time, before the whole one. */
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) =>
  existsSync(path),
)

/** A headless Chromium that talks to no one but the site under test. */
export function launchChromium(): Promise<Browser> {
  if (executablePath === undefined)
    throw new Error('These tests need Chromium. Debian: apt-get install chromium-headless-shell')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
