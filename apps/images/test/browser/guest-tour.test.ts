import { test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import { createTurns, type GivenAnswer, giveAnswer } from '@pictoglyph/web/test/given-answers'
import { type PageTour, startTour, stopClock } from '@pictoglyph/web/test/page-tour'
import type { Page } from 'playwright-core'
import { postUpload } from '../post-upload.ts'
import { pngFile, pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const testTimeoutMs = 60_000

async function onTour(
  address: (site: SiteFixture) => Promise<string>,
  walk: (page: Page, tour: PageTour) => Promise<void>,
  record: string,
) {
  await using site = await openSite()
  const url = await address(site)
  await using browser = await launchChromium()
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.addInitScript(() => {
    Math.random = () => 0.5
  })
  await stopClock(page)
  await page.goto(url)
  const tour = await startTour(page)
  await walk(page, tour)
  await expectRecorded(new URL(`./${record}.txt`, import.meta.url), tour.notes)
}

const guestLink = async (site: SiteFixture) =>
  site.ports.links.guestPage(
    await site.createKey({ isGuestLink: true, maxUploads: null, defaultCategoryId: site.categoryId }),
  )

async function walkAsGuest(page: Page, tour: PageTour): Promise<void> {
  const answers: GivenAnswer[] = []
  const giveInTurn = createTurns()
  await page.route('**/api/v1/upload', (route) => giveInTurn(route, answers.shift()))
  const refusal = (status: number, code: string, headers: Record<string, string> = {}): GivenAnswer => {
    return { status, headers, json: { ok: false, error: { code, message: 'Refused.' } } }
  }
  let colour = 0
  const choose = (gesture: string, ...given: GivenAnswer[]) =>
    tour.step(gesture, async () => {
      answers.push(...given)
      colour++
      const buffer = Buffer.from(pngOf(colour))
      await page
        .locator('[data-choose]')
        .first()
        .setInputFiles({ name: `${gesture}.png`, mimeType: 'image/png', buffer })
    })
  await choose('one')
  await tour.step('too large', () =>
    page.evaluate(() => {
      const data = new DataTransfer()
      const most = Number(document.querySelector('main')?.dataset.maxBytes)
      for (const more of [0, 1]) {
        const file = new File(['x'], `${more} more.png`, { type: 'image/png' })
        Object.defineProperty(file, 'size', { value: most + more })
        data.items.add(file)
      }
      const files = [0, 1].map((more) => {
        const file = new File(['x'], `${more} more.png`, { type: 'image/png' })
        Object.defineProperty(file, 'size', { value: most + more })
        return file
      })
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
      Object.defineProperty(event, 'clipboardData', { value: { types: ['Files'], files } })
      document.body.dispatchEvent(event)
    }),
  )
  await choose('forbidden here', refusal(403, 'CATEGORY_NOT_ALLOWED'))
  await choose('invalid', refusal(422, 'INVALID_IMAGE'))
  await choose('an unknown refusal', refusal(400, 'ELSE'))
  await choose('a broken site', refusal(500, 'INTERNAL'))
  await choose('a proxy', { status: 413, body: '<h1>413</h1>' })
  await choose('another proxy', { status: 502, body: '<h1>502</h1>' })
  await choose('no connection', 'lost')
  await tour.step('try again', () => page.locator('[data-do=retry]').last().click())
  await choose('busy', refusal(503, 'OVERLOADED', { 'Retry-After': '4' }))
  await tour.wait(5_959)
  await tour.wait(1)
  const drag = (name: string, hasFile: boolean) =>
    tour.step(`${name} ${hasFile ? 'a file' : 'a text'}`, () =>
      page.evaluate(
        ([name, hasFile]) => {
          const dataTransfer = new DataTransfer()
          if (hasFile) dataTransfer.items.add(new File(['x'], 'x.png', { type: 'image/png' }))
          else dataTransfer.setData('text/plain', 'x')
          document.body.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }))
        },
        [name, hasFile] as const,
      ),
    )
  await drag('dragover', false)
  await drag('dragover', true)
  await drag('dragleave', true)
  for (const theme of ['dark', 'light', 'system'])
    await tour.step(theme, () => page.click(`[data-theme-choice=${theme}]`))

  const held = await tour.hold((request) => request.url().endsWith('/upload'))
  await tour.step('three at once', () =>
    page
      .locator('[data-choose]')
      .first()
      .setInputFiles(
        [201, 202, 203].map((colour) => ({
          name: `${colour}.png`,
          mimeType: 'image/png',
          buffer: Buffer.from(pngOf(colour)),
        })),
      ),
  )
  answers.push(refusal(200, ''), refusal(402, 'KEY_USED_UP'))
  await tour.step('used up', held)
  await tour.step('one more', () =>
    page
      .locator('[data-choose]')
      .first()
      .setInputFiles({ name: 'more.png', mimeType: 'image/png', buffer: Buffer.from(pngOf(300)) }),
  )

  const links = (gesture: string, answer: GivenAnswer | undefined, hash = `#pgl_${'0'.repeat(33)}`) =>
    tour.step(gesture, async () => {
      await page.route('**/drop/link', (route) => giveAnswer(route, answer))
      await page.evaluate((hash) => location.assign(hash), hash)
    })
  await links('no key', undefined, '#')
  await links('a key that is too short', undefined, `#pgl_${'0'.repeat(32)}`)
  await links('no answer', 'lost')
  await links('a name', { json: { ok: true, data: { title: 'Wedding' } } }, `#pgl_${'1'.repeat(33)}`)
  await links('no name', { json: { ok: true, data: { title: '' } } })
  await links(
    'ended',
    { status: 403, json: { ok: false, error: { code: 'FORBIDDEN' } } },
    `#pgl_${'2'.repeat(33)}`,
  )
  await links(
    'not known',
    { status: 401, json: { ok: false, error: { code: 'UNAUTHORIZED' } } },
    `#pgl_${'3'.repeat(33)}`,
  )
  await links(
    'used up',
    { status: 403, json: { ok: false, error: { code: 'KEY_USED_UP' } } },
    `#pgl_${'4'.repeat(33)}`,
  )
}

test(
  'each gesture on the page of a guest link changes it as recorded',
  () => onTour(guestLink, walkAsGuest, 'guest'),
  testTimeoutMs,
)

test(
  'each gesture in a shared album changes the page as recorded',
  () =>
    onTour(
      async (site) => {
        const albumId = await site.addAlbum('Sea')
        for (const [index, title] of ['Cliff', 'Reef'].entries())
          await postUpload(site.url, {
            key: site.apiKey,
            file: pngFile(index),
            fields: { categoryId: site.categoryId, albumId, title },
          })
        return site.publishAlbum(albumId)
      },
      async (page, tour) => {
        const { press } = tour
        await tour.step('open', () => page.getByRole('link', { name: 'Reef' }).click())
        for (const key of [
          'ArrowLeft',
          'ArrowRight',
          'ArrowRight',
          'c',
          '?',
          'Escape',
          'e',
          'Delete',
          'Escape',
        ])
          await press(key)
        await tour.leave('the page of one', () => page.goto(page.url()))
      },
      'album',
    ),
  testTimeoutMs,
)

test(
  'each gesture on the page of an image changes it as recorded',
  () =>
    onTour(
      async (site) => {
        const { body } = await postUpload(site.url, {
          key: site.apiKey,
          file: pngFile(7),
          fields: { categoryId: site.categoryId, title: 'Harbour' },
        })
        return body.data.pageUrl
      },
      async (page, tour) => {
        const tabs = await page.locator('input[name=copy-tab]').count()
        for (let at = 0; at < tabs; at++) {
          await tour.step(`tab ${at + 1}`, () =>
            page.locator('input[name=copy-tab]').nth(at).check({ force: true }),
          )
          await tour.step('copy', () => page.locator('.copy-value button:visible').click())
        }
        await tour.step('with a link', () => page.locator('input[name=copy-linked]').check({ force: true }))
        await tour.step('the first tab', () =>
          page.locator('input[name=copy-tab]').nth(1).check({ force: true }),
        )
        await tour.step('focus the text', () => page.locator('.copy-value input:visible').focus())
        await tour.step('copy what is selected', () => page.keyboard.press('Control+c'))
        await tour.wait(1_500)
        await tour.leave('reload', () => page.reload())
        await tour.step('copy', () => page.locator('.copy-value button:visible').click())
      },
      'image',
    ),
  testTimeoutMs,
)
