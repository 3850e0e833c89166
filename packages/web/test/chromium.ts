import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Debian's Chromium as people have it. */
export const wholeChromium = '/usr/bin/chromium'

/** Debian's Chromium without windows, which takes two thirds of the processor time, or else the whole one. */
const lightChromium = ['/usr/bin/chromium-headless-shell', wholeChromium].find((path) => existsSync(path))

/** A headless Chromium that talks to nobody but the site under test. */
export function launchChromium(executablePath = lightChromium): Promise<Browser> {
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
