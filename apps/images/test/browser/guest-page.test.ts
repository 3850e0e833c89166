import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { guestMessages } from '../../src/guests/guest-messages.ts'
import { postUpload } from '../post-upload.ts'
import { pngFile, pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const testTimeoutMs = 60_000

const guestKey = (site: SiteFixture, maxUploads: number | null = null) =>
  site.createKey({ isGuestLink: true, maxUploads, defaultCategoryId: site.categoryId })

const picture = (colour: number) => ({
  name: `picture ${colour}.png`,
  mimeType: 'image/png',
  buffer: Buffer.from(pngOf(colour)),
})

interface Guest extends AsyncDisposable {
  page: Page
  /** Method, address and referrer of all requests. */
  requests: { method: string; url: string; headers: Record<string, string> }[]
  complaints: string[]
}

async function openGuest(address: string, options: BrowserContextOptions = {}): Promise<Guest> {
  await using opened = new AsyncDisposableStack()
  const browser = opened.use(await launchChromium())
  const page = await (await browser.newContext({ locale: 'en-US', ...options })).newPage()
  page.setDefaultTimeout(20_000)
  const guest = { page, requests: [] as Guest['requests'], complaints: [] as string[] }
  page.on('pageerror', ({ message }) => guest.complaints.push(message))
  page.on('console', (said) => said.type() === 'error' && guest.complaints.push(said.text()))
  page.on('request', (request) =>
    guest.requests.push({ method: request.method(), url: request.url(), headers: request.headers() }),
  )
  await page.goto(address)
  const held = opened.move()
  return { ...guest, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

test('the page is the same for everyone, is not indexed, and loads only its own script', async () => {
  await using site = await openSite()
  const answer = await fetch(`${site.url}/drop`)
  const { headers } = answer
  expect(answer.status).toBe(200)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  const policy = headers.get('content-security-policy') ?? ''
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "form-action 'none'",
  ]) {
    expect(policy).toContain(directive)
  }
  expect(policy).not.toContain('unsafe')
  expect(await answer.text()).toContain(guestMessages.en.needsScript)
  expect((await fetch(`${site.url}/drop?lang=zh-CN`)).headers.get('content-language')).toBe('zh-CN')
})

test(
  'guests choose, drop and paste pictures, and the key is in no address, and in one header only',
  async () => {
    await using site = await openSite()
    const key = await guestKey(site)
    await using guest = await openGuest(site.ports.links.guestPage(key))
    const { page, requests } = guest
    await page.getByLabel('Choose pictures').setInputFiles([picture(1), picture(2)])
    await status(page, 'All pictures are sent')
    const bytes = [...pngOf(3)]
    for (const kind of ['drop', 'paste'] as const) {
      await page.evaluate(
        ([kind, bytes]) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([Uint8Array.from(bytes)], `${kind}.png`, { type: 'image/png' }))
          const event =
            kind === 'drop'
              ? new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
              : new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true })
          document.body.dispatchEvent(event)
        },
        [kind, bytes] as const,
      )
      await page.locator('.queue-row[data-state=done]', { hasText: `${kind}.png` }).waitFor()
    }
    expect((await site.kept()).images).toBe(3)
    expect(await page.getByRole('link', { name: 'Open picture 1.png' }).getAttribute('href')).toStartWith(
      `${site.url}/p/`,
    )
    const uploads = requests.filter(({ method }) => method === 'POST')
    expect(uploads).toHaveLength(4)
    for (const { url, method, headers } of requests) {
      const { authorization, ...others } = headers
      const isWithKey = method === 'POST' || url.endsWith('/drop/link')
      expect(authorization).toBe(isWithKey ? `Bearer ${key}` : undefined)
      expect(url + JSON.stringify(others)).not.toContain(key)
      expect(others.referer ?? '').toBe('')
    }
    expect(guest.complaints).toEqual([])
  },
  testTimeoutMs,
)

test(
  'a picture that is refused says why, those after the last that the link allows too, in the language of the page',
  async () => {
    await using site = await openSite()
    await using guest = await openGuest(site.ports.links.guestPage(await guestKey(site, 2)))
    const { page } = guest
    await page.getByRole('link', { name: '中文' }).click()
    const text = guestMessages['zh-CN']
    await page.getByRole('heading', { name: text.title }).waitFor()
    const noPicture = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') }
    const cut = { ...picture(9), name: 'cut.png', buffer: Buffer.from(pngOf(9).subarray(0, 50)) }
    const tooLarge = { name: 'large.png', buffer: Buffer.alloc(21 * 1024 * 1024) }
    const choose = page.getByLabel(text.choose)
    // Paths, because a browser's protocol takes half a minute for so many bytes.
    const paths = [noPicture, cut, tooLarge, picture(1), picture(2)].map(({ name, buffer }) => {
      const path = join(site.directory, name)
      writeFileSync(path, buffer)
      return path
    })
    await choose.setInputFiles(paths)
    await status(
      page,
      text.someRefused.replace('{sent}', '2').replace('{all}', '5').replace('{refused}', '3'),
    )
    const stateOf = (name: string) =>
      page.locator('.queue-row', { hasText: name }).locator('.queue-facts').textContent()
    expect(await stateOf('letter.txt')).toBe(text.refused.TYPE_NOT_ALLOWED ?? '')
    expect(await stateOf('cut.png')).toBe(text.refused.INVALID_IMAGE ?? '')
    expect(await stateOf('large.png')).toBe(
      text.tooLarge.replace('{size}', formatBytes(20 * 1024 * 1024, 'zh-CN')),
    )
    await choose.setInputFiles([picture(3), picture(4)])
    await page.getByRole('alert').filter({ hasText: text.usedUp }).waitFor()
    await page.locator('.queue-row[data-state=refused]', { hasText: 'picture 4.png' }).waitFor()
    expect(await choose.isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: text.again }).count()).toBe(0)
    expect((await site.kept()).images).toBe(2)
  },
  testTimeoutMs,
)

test(
  'a link that has ended or lost its key says so',
  async () => {
    await using site = await openSite()
    const key = await guestKey(site)
    await using guest = await openGuest(`${site.url}/drop`)
    const { page } = guest
    const alert = page.getByRole('alert')
    expect(await alert.textContent()).toBe(guestMessages.en.incomplete)
    await page.evaluate((hash) => Object.assign(location, { hash }), key)
    await page.getByLabel('Choose pictures').waitFor({ state: 'attached' })
    await alert.waitFor({ state: 'hidden' })
    const [made] = (await site.ports.database.keys.list()).filter(({ isGuestLink }) => isGuestLink)
    const nobody = { atMs: 1, actor: 'x', actorUserId: null, address: 'local', before: null, after: null }
    const audit = { ...nobody, action: 'key.revoke', subject: 'x' }
    await site.ports.database.keys.revoke(made?.id ?? '', 1, audit)
    await page.getByLabel('Choose pictures').setInputFiles(picture(1))
    await alert.filter({ hasText: guestMessages.en.ended }).waitFor()
  },
  testTimeoutMs,
)

test(
  'guests see the title that a link has for them, in any language, and no other name of a key',
  async () => {
    await using site = await openSite()
    const titled = { isGuestLink: true, isNameShown: true, name: '安与博 <b>wedding</b>' }
    await using guest = await openGuest(site.ports.links.guestPage(await site.createKey(titled)))
    const { page } = guest
    await page.getByRole('heading', { name: titled.name }).waitFor()
    expect(await page.title()).toContain(titled.name)
    await page.getByRole('link', { name: '中文' }).click()
    await page.getByRole('heading', { name: titled.name }).waitFor()
    await page.getByText(guestMessages['zh-CN'].lead).waitFor()
    const hidden = await site.createKey({ isGuestLink: true, name: 'for myself' })
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/drop/link'))
    await page.evaluate((hash) => Object.assign(location, { hash }), hidden)
    expect(await (await asked).text()).not.toContain('for myself')
    await page.getByRole('heading', { name: guestMessages['zh-CN'].title }).waitFor()
    expect(guest.complaints).toEqual([])
  },
  testTimeoutMs,
)

test(
  'a link that takes no more says so before anything is chosen',
  async () => {
    await using site = await openSite()
    const used = await guestKey(site, 1)
    await postUpload(site.url, { key: used, file: pngFile(1) })
    const ended = await site.createKey({ isGuestLink: true, expiresAtMs: 1000 }, 1)
    for (const [key, said] of [
      [used, guestMessages.en.usedUp],
      [ended, guestMessages.en.ended],
    ] as const) {
      await using guest = await openGuest(site.ports.links.guestPage(key))
      await guest.page.getByRole('alert').filter({ hasText: said }).waitFor()
      expect(await guest.page.getByLabel('Choose pictures').isVisible()).toBe(false)
    }
  },
  testTimeoutMs,
)

test(
  'a picture whose connection was lost is sent again at a press, and is one upload',
  async () => {
    await using site = await openSite()
    await using guest = await openGuest(site.ports.links.guestPage(await guestKey(site, 1)))
    const { page } = guest
    // The first upload arrives, but its answer is lost.
    await page.route(
      '**/api/v1/upload',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByLabel('Choose pictures').setInputFiles(picture(1))
    await page
      .locator('.queue-row[data-state=failed]', { hasText: guestMessages.en.connectionLost })
      .waitFor()
    await page.getByRole('button', { name: 'Try again picture 1.png' }).click()
    await status(page, 'All pictures are sent')
    expect((await site.kept()).images).toBe(1)
  },
  testTimeoutMs,
)

test(
  'while the site is busy a picture waits and is sent without being asked',
  async () => {
    await using site = await openSite()
    await using guest = await openGuest(site.ports.links.guestPage(await guestKey(site)))
    const { page } = guest
    const busy = {
      status: 503,
      headers: { 'Retry-After': '1' },
      json: { ok: false, error: { code: 'OVERLOADED' } },
    }
    await page.route('**/api/v1/upload', (route) => route.fulfill(busy), { times: 1 })
    await page.getByLabel('Choose pictures').setInputFiles(picture(1))
    await page.locator('.queue-row', { hasText: 'The site is busy' }).waitFor()
    await status(page, 'All pictures are sent')
  },
  testTimeoutMs,
)

test(
  'a picture that the link does not allow is not offered again, one that the site could not store is',
  async () => {
    await using site = await openSite()
    await using guest = await openGuest(site.ports.links.guestPage(await guestKey(site)))
    const { page } = guest
    const again = page.getByRole('button', { name: 'Try again' })
    for (const [status, code, offers] of [
      [403, 'KEY_BOUND', 0],
      [408, 'UPLOAD_STALLED', 1],
      [500, 'STORAGE_FAILED', 2],
    ] as const) {
      const json = { ok: false, error: { code } }
      await page.route('**/api/v1/upload', (route) => route.fulfill({ status, json }), { times: 1 })
      await page.getByLabel('Choose pictures').setInputFiles(picture(status))
      const { refused, otherwise } = guestMessages.en
      const reason = new Map(Object.entries(refused)).get(code) ?? otherwise
      await page
        .locator('.queue-row', { hasText: `picture ${status}.png` })
        .getByText(reason)
        .waitFor()
      expect(await again.count()).toBe(offers)
    }
  },
  testTimeoutMs,
)

test(
  'the page is used by keyboard, has a camera on a phone, and is no wider than one',
  async () => {
    await using site = await openSite()
    const link = site.ports.links.guestPage(await guestKey(site))
    await using guest = await openGuest(link)
    const { page } = guest
    // The browser may still be enabling file choosers when the key press follows.
    const chooser = page.waitForEvent('filechooser')
    const isReached = () => page.evaluate(() => document.activeElement?.hasAttribute('data-choose'))
    for (let steps = 0; steps < 20 && !(await isReached()); steps++) await page.keyboard.press('Tab')
    expect(await isReached()).toBe(true)
    await page.keyboard.press('Space')
    await (await chooser).setFiles(picture(1))
    await status(page, 'All pictures are sent')
    expect(await page.getByText('Take a photograph').isVisible()).toBe(false)

    const viewport = { width: 320, height: 640 }
    await using phone = await openGuest(link, { viewport, hasTouch: true, isMobile: true })
    const camera = phone.page.getByLabel('Take a photograph')
    expect(await phone.page.getByText('Take a photograph').isVisible()).toBe(true)
    expect(await camera.getAttribute('capture')).toBe('environment')
    await camera.setInputFiles({ ...picture(2), name: `${'W'.repeat(200)}.png` })
    await status(phone.page, 'All pictures are sent')
    const overflow = await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(Math.max(0, overflow)).toBe(0)
    expect([guest.complaints, phone.complaints]).toEqual([[], []])
  },
  testTimeoutMs,
)

test(
  'without script the page says what it needs, and offers nothing that would not work',
  async () => {
    await using site = await openSite()
    await using guest = await openGuest(site.ports.links.guestPage(await guestKey(site)), {
      javaScriptEnabled: false,
    })
    const { page } = guest
    await page.getByText(guestMessages.en.needsScript).waitFor()
    expect(await page.getByText('Choose pictures').isVisible()).toBe(false)
  },
  testTimeoutMs,
)

if (process.env.PICTOGLYPH_SCREENSHOTS === '1') {
  test(
    'a screenshot of the page for the documentation',
    async () => {
      await using site = await openSite()
      const viewport = { width: 390, height: 844 }
      const phone = { viewport, hasTouch: true, isMobile: true }
      await using guest = await openGuest(site.ports.links.guestPage(await guestKey(site)), phone)
      const { page } = guest
      const photograph = await Bun.file(
        new URL('../../../../examples/photograph.jpg', import.meta.url),
      ).bytes()
      const file = { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photograph) }
      const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') }
      await page.getByLabel('Choose pictures').setInputFiles([file, letter])
      await page.locator('.queue-row[data-state=refused]').waitFor()
      await page.locator('.queue-row[data-state=done] img').waitFor()
      await page.screenshot({
        path: fileURLToPath(new URL('../../../../docs/screenshots/drop.png', import.meta.url)),
      })
      expect(guest.complaints).toHaveLength(1)
    },
    testTimeoutMs,
  )
}
