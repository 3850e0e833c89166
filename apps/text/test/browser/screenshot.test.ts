import { expect } from 'bun:test'
import { fileURLToPath } from 'node:url'
import { createPlaygroundTest } from './browser.ts'

const path = fileURLToPath(new URL('../../../../docs/screenshots/playground.png', import.meta.url))

if (process.env.PICTOGLYPH_SCREENSHOTS === '1') {
  createPlaygroundTest()(
    'a screenshot of the playground for the documentation',
    { viewport: { width: 1280, height: 860 } },
    async ({ page }) => {
      await page.locator('#charset:enabled').waitFor()
      await page.fill('#text', '你好，世界 — hello from the four symbols 😀')
      await page.locator('#status[data-tone="good"]').waitFor()
      expect((await page.screenshot({ path })).length).toBeGreaterThan(0)
    },
  )
}
