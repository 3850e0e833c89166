import { afterAll, test } from 'bun:test'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openTextSite, type TextSite, type TextSiteOptions } from '../text-site.ts'

const testTimeoutMs = 60_000
const pageTimeoutMs = 20_000

/** A playground in a browser context of its own. */
interface OpenPlayground {
  readonly page: Page
  readonly site: TextSite
  /** Console messages and errors of the page; none are expected. */
  readonly complaints: readonly string[]
}

type PlaygroundOptions = BrowserContextOptions & {
  site?: TextSiteOptions
  prepare?: (site: TextSite) => Promise<void>
}

type PlaygroundTest = (
  name: string,
  options: PlaygroundOptions,
  run: (playground: OpenPlayground) => Promise<void>,
) => void

/** Defines the tests of one file, which share a browser. */
export function createPlaygroundTest(): PlaygroundTest {
  let launched: Promise<Browser> | undefined
  afterAll(async () => (await launched)?.close())
  return (name, options, run) => {
    const inBrowser = async () => {
      launched ??= launchChromium()
      await runInBrowser(await launched, options, run)
    }
    test(name, inBrowser, testTimeoutMs)
  }
}

async function runInBrowser(
  browser: Browser,
  options: PlaygroundOptions,
  run: (playground: OpenPlayground) => Promise<void>,
): Promise<void> {
  await using site = await openTextSite(options.site)
  await options.prepare?.(site)
  const context = await browser.newContext({
    baseURL: site.url,
    reducedMotion: 'reduce',
    ...options,
  })
  try {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    page.setDefaultTimeout(pageTimeoutMs)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await page.goto('/')
    await run({ page, site, complaints })
  } finally {
    await context.close()
  }
}
