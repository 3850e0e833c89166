import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import { openWorkFolder } from '../clients/work-folder.ts'

const examples = join(import.meta.dir, '../../examples')

/** Serves the page as `bun examples/upload.html` does. */
async function servePage(directory: string) {
  const entry = join(examples, 'upload.html')
  const built = await Bun.build({ entrypoints: [entry], target: 'browser', outdir: directory })
  if (!built.success) throw new Error('the page could not be built')
  return Bun.serve({
    port: 0,
    async fetch(request) {
      const file = Bun.file(join(directory, new URL(request.url).pathname))
      return (await file.exists()) ? new Response(file) : new Response(null, { status: 404 })
    },
  })
}

test('upload.html builds for a browser, with the client in it', async () => {
  await using folder = await openWorkFolder()
  await using server = await servePage(folder.path)
  const page = await (await fetch(new URL('upload.html', server.url))).text()
  const [, script = ''] = /<script[^>]+src="([^"]+)"/.exec(page) ?? []
  expect(await (await fetch(new URL(script, server.url))).text()).toContain('/api/v1/upload')
})

// Chromium is no part of the repository; `left-out.ts` says so where it is missing.
test('upload.html uploads from another origin, shows how far it is, and links to the image', async () => {
  await using site = await openSite()
  await using folder = await openWorkFolder()
  await using server = await servePage(folder.path)
  await using opened = new AsyncDisposableStack()
  const browser = await launchChromium()
  opened.defer(() => browser.close())
  const page = await browser.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(new URL('upload.html', server.url).href)
  await page.fill('[name=baseUrl]', site.url)
  await page.fill('[name=key]', site.apiKey)
  await page.setInputFiles('[name=file]', join(examples, 'photograph.jpg'))
  await page.click('button')
  const link = page.locator('output a')
  expect(await link.textContent()).toStartWith(`${site.url}/i/`)
  expect(await page.locator('progress').getAttribute('value')).not.toBe('0')
  expect((await fetch((await link.textContent()) ?? '')).status).toBe(200)

  await page.fill('[name=categoryId]', 'nowhere')
  await page.click('button')
  await page.getByText('does not exist or is disabled').waitFor()
}, 60_000)
