import { expect } from 'bun:test'
import type { AxeResults } from 'axe-core'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { openPage, openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

const paths = [
  '/images',
  '/images/deleted',
  '/upload',
  '/albums',
  '/keys',
  '/account',
  '/overview',
  '/users',
  '/categories',
  '/policy',
  '/ciphers?symbols=abcd',
  '/access',
  '/audit',
  '/nowhere',
]

for (const colorScheme of ['light', 'dark'] as const) {
  browserTest(`no page has a serious accessibility problem, in ${colorScheme}`, async (browser) => {
    await using console_ = await startConsole()
    await fillSite(console_)
    const stranger = await openPage(browser, console_, { colorScheme, bypassCSP: true })
    await stranger.goto('/sign-in')
    expect(await seriousProblems(stranger)).toEqual([])
    const page = await openSignedIn(browser, console_, { colorScheme, bypassCSP: true })
    for (const path of [...paths, await anImage(console_)]) {
      await page.goto(path)
      expect([path, await seriousProblems(page)]).toEqual([path, []])
    }
  })
}

browserTest('no page is wider than a phone’s screen', async (browser) => {
  await using console_ = await startConsole()
  await fillSite(console_)
  const page = await openSignedIn(browser, console_, { viewport: { width: 360, height: 740 } })
  for (const path of [...paths, await anImage(console_)]) {
    await page.goto(path)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(`${path} ${Math.max(0, overflow)}`).toBe(`${path} 0`)
  }
})

async function anImage({ site }: ConsoleUnderTest): Promise<string> {
  const [image] = (await site.database.images.list({ limit: 1 })).items
  return `/images/${image?.id}`
}

async function seriousProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const results = await page.evaluate(async (): Promise<AxeResults> => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } }
    return axe.run()
  })
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
