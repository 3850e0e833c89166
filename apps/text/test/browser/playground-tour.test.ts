import { expect } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { type GivenAnswer, giveAnswer } from '@pictoglyph/web/test/given-answers'
import { startTour, stopClock } from '@pictoglyph/web/test/page-tour'
import { createPlaygroundTest } from './browser.ts'

const playgroundTest = createPlaygroundTest()

const hello = '~呜嗷嗷嗷嗷呜呜啊啊~呜嗷呜呜~嗷~嗷啊嗷啊呜嗷嗷呜~~嗷~呜呜嗷啊~嗷嗷嗷呜啊嗷嗷啊啊'

playgroundTest(
  'each gesture in the playground changes the page as recorded',
  { locale: 'en-US', timezoneId: 'UTC' },
  async ({ page, complaints }) => {
    await stopClock(page)
    await page.goto('/')
    const tour = await startTour(page)
    const fill = (id: string, value: string) =>
      tour.step(`${id}: ${cut(value)}`, () => page.fill(`#${id}`, value))
    const click = (id: string) => tour.step(`click ${id}`, () => page.click(`#${id}`))
    const choose = (id: string, value: string) =>
      tour.step(`choose ${value}`, () => page.selectOption(`#${id}`, value))
    const open = (id: string, bytes: Uint8Array | string) =>
      tour.step(`open a file in ${id}`, () =>
        page.setInputFiles(`#file-${id}`, {
          name: 'a.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from(bytes),
        }),
      )
    const answer = async (gesture: string, response: GivenAnswer) => {
      await page.route('**/api/public/*', (route) => giveAnswer(route, response))
      await fill('text', `by ${gesture}`)
      await tour.wait(400)
      await page.unroute('**/api/public/*')
    }

    await fill('text', 'Hello')
    await tour.wait(359)
    await tour.wait(1)
    await click('copy-text')
    await click('copy-cipher')
    await tour.wait(1_459)
    await tour.wait(1)
    await click('link-cipher')
    await click('code-cipher')
    await choose('charset', 'digits')
    await tour.wait(360)
    await click('swap')
    await click('swap')
    await tour.wait(360)
    await click('clear-cipher')
    await tour.wait(360)
    await click('swap')
    await fill('cipher', `${hello} and ${hello} `)
    await tour.wait(360)
    await fill('cipher', `${hello.slice(0, -3)} ${hello}`)
    await tour.wait(360)
    await fill('cipher', '嗷呜')
    await tour.wait(360)
    await choose('preset', 'streamxor')
    await tour.wait(360)
    await click('clear-cipher')
    await fill('text', 'secret')
    await tour.wait(360)
    await fill('key', 'sesame')
    await tour.wait(360)
    await click('show-key')
    await click('show-key')
    await fill('key', 'k'.repeat(256))
    await tour.wait(360)
    await fill('key', 'k'.repeat(257))
    await tour.wait(360)
    await fill('key', '')
    await choose('preset', 'aesgcm')
    await tour.step('not here', () => page.uncheck('#local'))
    await fill('key', 'four otters')
    await tour.wait(100_000)
    await tour.step('leave the key', () => page.locator('#key').blur())
    await click('language')
    await click('language')
    await tour.step('dark', () => page.click('[data-theme-choice=dark]'))
    await tour.step('light', () => page.click('[data-theme-choice=light]'))
    await tour.step('as the system', () => page.click('[data-theme-choice=system]'))

    await choose('preset', 'classic')
    await tour.step('here', () => page.check('#local'))
    await fill('text', 'a'.repeat(20_001))
    await fill('text', '')
    await open('text', 'From a file')
    await open('text', new Uint8Array([0xff, 0xfe]))
    await open('text', 'é'.repeat(40_000))
    await open('text', 'x'.repeat(80_001))
    await open('cipher', hello)
    for (const id of ['save-text', 'save-cipher'])
      await tour.step(`click ${id}`, () => Promise.all([page.waitForEvent('download'), page.click(`#${id}`)]))
    const insert = (kept: string, length: number) =>
      tour.step(`${kept.length} characters, then ${length} more`, async () => {
        await page.evaluate((kept) => {
          const area = document.querySelector<HTMLTextAreaElement>('#text')
          if (area) area.value = kept
          area?.setSelectionRange(kept.length, kept.length)
        }, kept)
        await page
          .locator('#text')
          .evaluate(
            (area, data) =>
              area.dispatchEvent(new InputEvent('beforeinput', { data, bubbles: true, cancelable: true })),
            'x'.repeat(length),
          )
      })
    await insert('', 40_000)
    await insert('', 40_001)
    await insert('x', 39_999)
    await insert('x', 40_000)
    const most = Number(await page.getAttribute('#cipher-count', 'data-most'))
    await tour.step('too many symbols', () =>
      page.locator('#cipher').evaluate((area, length) => {
        if (area instanceof HTMLTextAreaElement) area.value = '嗷'.repeat(length)
        area.dispatchEvent(new Event('input'))
      }, most + 1),
    )
    await fill('cipher', '')

    await tour.step('not here', () => page.uncheck('#local'))
    const refuse = (status: number, code: string, data?: object) => {
      return {
        status,
        json: { ok: false, error: { code, message: `It is ${code}.` }, ...(data && { data }) },
      }
    }
    for (const code of ['DECODE_FAIL', 'IP_BLACKLISTED', 'IP_NOT_WHITELISTED', 'INTERNAL', 'BAD_REQUEST'])
      await answer(code, refuse(400, code))
    await answer('no connection', 'lost')
    await answer('a proxy', { status: 502, body: '<h1>502</h1>' })
    await answer('nothing', { json: { ok: true } })
    await answer('OVERLOADED', refuse(503, 'OVERLOADED'))
    await answer('RATE_LIMITED', refuse(429, 'RATE_LIMITED', { resetAt: Date.now() + 3_600_000 }))
    await answer('a limit that lasts', refuse(400, 'INTERNAL'))
    await tour.wait(60_000)
    await answer('a limit that is over', refuse(400, 'INTERNAL'))
    await fill('text', '')
    for (const [what, hash] of [
      ['a cipher', `#cipher=${encodeURIComponent(hello)}`],
      ['a short cipher', '#c=digits.0.ABCD'],
      ['one less', '#c=digits.3.-_-_'],
      ['no such set', '#c=none.0.ABCD'],
      ['a broken end', '#c=digits.0.ABCDE'],
      ['a fourth', '#c=digits.4.ABCD'],
      ['nothing', '#other'],
    ])
      await tour.step(`a link with ${what}`, async () => {
        await page.evaluate((hash) => location.assign(hash), hash ?? '')
      })
    await tour.wait(400)
    for (const cipher of ['0', '01', '012', '0123', '01230', '0'.repeat(80), '3'.repeat(79), '01x', ' 01 '])
      await tour.step(`copy a link to ${cut(cipher)}`, async () => {
        await page.fill('#cipher', cipher)
        await page.click('#link-cipher')
      })
    await fill('cipher', '')
    await choose('preset', 'aesgcm')
    await page.evaluate(() => {
      const draws = [0, 1, 250, 4_294_967_295]
      crypto.getRandomValues = <Into>(into: Into) => {
        if (into instanceof Uint32Array) into.set(draws)
        return into
      }
    })
    await click('suggest-key')
    await tour.leave('reload', () => page.reload())
    await tour.step('once more', () =>
      page.evaluate(() => localStorage.setItem('pictoglyph.playground', '{"charset":"none","preset":7}')),
    )
    await tour.leave('reload', () => page.reload())
    await tour.step('nothing of it', () =>
      page.evaluate(() => localStorage.setItem('pictoglyph.playground', '{')),
    )
    await tour.leave('reload', () => page.reload())
    await expectRecorded(new URL('./playground.txt', import.meta.url), tour.notes)
    expect([...new Set(complaints.map((said) => said.replace(/:.*/s, '')))]).toEqual([
      'Failed to load resource',
      'The last choices could not be read',
    ])
  },
)

const cut = (text: string) => (text.length > 30 ? `${text.slice(0, 10)}… (${text.length})` : text)
