import { expect } from 'bun:test'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

const directory = fileURLToPath(new URL('../../../../docs/screenshots/', import.meta.url))
const wide = { width: 1280, height: 860 }
const phone = { width: 390, height: 844 }

const pictures = [
  { name: 'gallery', path: '/images', colorScheme: 'light', viewport: wide },
  { name: 'gallery-dark', path: '/images', colorScheme: 'dark', viewport: wide },
  { name: 'gallery-phone', path: '/images', colorScheme: 'light', viewport: phone },
  { name: 'image', path: 'image', colorScheme: 'light', viewport: wide },
  { name: 'albums', path: '/albums', colorScheme: 'light', viewport: wide },
  { name: 'keys', path: '/keys', colorScheme: 'light', viewport: wide },
  { name: 'guest-links', path: '/guests', colorScheme: 'light', viewport: wide },
  { name: 'overview', path: '/overview', colorScheme: 'dark', viewport: wide },
  { name: 'policy', path: '/settings/uploads', colorScheme: 'light', viewport: wide },
  { name: 'character-sets', path: '/settings/text', colorScheme: 'light', viewport: wide },
  { name: 'access', path: '/settings/networks', colorScheme: 'light', viewport: wide },
  { name: 'gallery-zh', path: '/images', colorScheme: 'light', viewport: wide, locale: 'zh-CN' },
] as const

if (process.env.PICTOGLYPH_SCREENSHOTS === '1') {
  browserTest('screenshots of the console for the documentation', async (browser) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const [image] = (await testConsole.site.database.images.list({ limit: 1, search: 'harbour' })).items
    for (const { name, path, ...options } of pictures) {
      const page = await openSignedIn(browser, testConsole, options)
      await page.goto(path === 'image' ? `/images/${image?.id}` : path)
      await page.waitForLoadState('networkidle')
      // Of 256 colours: a third of the bytes in the history.
      const shown = sharp(await page.screenshot()).png({ palette: true, effort: 10 })
      await shown.toFile(join(directory, `${name}.png`))
      await page.context().close()
    }
    expect(image).toBeDefined()
  })
}
