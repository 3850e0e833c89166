import { expect, test } from 'bun:test'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import { uploadImage } from '../site/image-client.ts'
import { type RunningSite, startSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

/** Two services behind a proxy that takes their prefixes off, as one on a shared host does. */
async function openBehindProxy() {
  await using opened = new AsyncDisposableStack()
  const directory = opened.use(await temporaryDirectory())
  let site: RunningSite | undefined
  const proxy = Bun.serve({
    port: 0,
    hostname: 'localhost',
    fetch(request) {
      const { pathname, search } = new URL(request.url)
      const [, service, rest = ''] = /^\/(images|text)(\/.*)$/.exec(pathname) ?? []
      if (site === undefined || (service !== 'images' && service !== 'text'))
        return new Response(null, { status: 404 })
      const { method, headers, body } = request
      return fetch(site.urls[service] + rest + search, {
        method,
        headers,
        body,
        decompress: false,
        redirect: 'manual',
      })
    },
  })
  opened.defer(() => proxy.stop(true))
  const base = proxy.url.href.replace(/\/$/, '')
  const environment = { PICTOGLYPH_IMAGES_URL: `${base}/images`, PICTOGLYPH_TEXT_URL: `${base}/text` }
  site = opened.use(await startSite({ dataDirectory: directory.path, services: 'images,text', environment }))
  if (site.credentials === undefined) throw new Error('the site is not new')
  const uploaded = await uploadImage(
    { urls: { ...site.urls, images: `${base}/images` } },
    site.credentials,
    sampleImage(1),
  )
  const pages = [`/images/p/${uploaded.id}`, '/images/docs', '/text/', '/text/docs', '/images/']
  const held = opened.move()
  return {
    pages: pages.map((path) => base + path),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** The addresses that a page loads from, or leads to on its own host. */
async function addressesIn(page: string): Promise<string[]> {
  const found = new Set<string>()
  const rewriter = new HTMLRewriter().on('[src], [href]', {
    element(element) {
      const address = new URL(element.getAttribute('src') ?? element.getAttribute('href') ?? '', page)
      if (address.origin === new URL(page).origin) found.add(address.href.replace(/#.*/, ''))
    },
  })
  await rewriter.transform(await fetch(page)).text()
  return [...found]
}

test('behind a path prefix all that pages load and lead to is there', async () => {
  await using site = await openBehindProxy()
  for (const page of site.pages) {
    const addresses = await addressesIn(page)
    expect(addresses).not.toBeEmpty()
    for (const address of addresses)
      expect([page, address, (await fetch(address)).status]).toEqual([page, address, 200])
  }
}, 60_000)

// Chromium is no part of the repository; `left-out.ts` says so where it is missing.
test('behind a path prefix links are copied and the playground has its lists', async () => {
  await using site = await openBehindProxy()
  await using opened = new AsyncDisposableStack()
  const browser = await launchChromium()
  opened.defer(() => browser.close())
  const page = await browser.newPage()
  page.setDefaultTimeout(20_000)
  const [detailPage, , playground] = site.pages
  await page.goto(detailPage ?? '')
  await page.locator('.copy-value button:visible').first().waitFor()
  await page.goto(playground ?? '')
  await page.locator('#charset:enabled').waitFor()
}, 60_000)
