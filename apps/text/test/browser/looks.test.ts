import { expect } from 'bun:test'
import { lookDifferences } from '@pictoglyph/web/test/looks/look'
import { createPlaygroundTest } from './browser.ts'

const playgroundTest = createPlaygroundTest()

playgroundTest(
  'the playground and its API page look as they are kept',
  { viewport: { width: 1280, height: 1280 }, bypassCSP: true },
  async ({ page }) => {
    await page.locator('#charset:enabled').waitFor()
    await page.fill('#text', 'Hello')
    await page.locator('#status[data-tone="good"]').waitFor()
    expect(await lookDifferences(page, import.meta.url, 'playground')).toEqual([])
    await page.goto('/docs')
    expect(await lookDifferences(page, import.meta.url, 'docs')).toEqual([])
  },
)
