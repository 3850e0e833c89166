import { expect } from 'bun:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expectAsAfterReload } from '../support/as-after-reload.ts'
import { openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { picture } from '../support/pictures.ts'
import { uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A gallery of a large picture, a strip, and a small one, opened at the large one. */
async function openAt(
  browser: Browser,
  testConsole: ConsoleUnderTest,
  title: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const admin = await testConsole.site.database.users.byName(testConsole.admin.name)
  const visitor = await createSignedInVisitor(testConsole, { id: admin?.id ?? '' })
  await uploadPicture(visitor, { title: 'Wide bay' }, picture({ width: 2000, height: 1500 }))
  await uploadPicture(visitor, { title: 'Long scroll' }, picture({ width: 300, height: 1500 }))
  await uploadPicture(visitor, { title: 'Small sign' }, picture())
  const page = await openSignedIn(browser, testConsole, options)
  await page.goto('/images')
  await page.getByRole('link', { name: title }).click()
  await page.locator('picture-viewer h2', { hasText: title }).waitFor()
  return page
}

const viewer = (page: Page) => page.locator('picture-viewer')
const percent = (page: Page) => viewer(page).locator('.percent').textContent()
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const boxOfPicture = (page: Page) =>
  viewer(page)
    .locator('.picture img')
    .last()
    .evaluate((image) => {
      const { top, width, height } = image.getBoundingClientRect()
      return { top: Math.round(top), width: Math.round(width), height: Math.round(height) }
    })

browserTest('the pill says the scale and changes it; a double click fits or shows 100 %', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openAt(browser, testConsole, 'Wide bay')
  const fitting = await percent(page)
  expect(Number.parseInt(fitting ?? '', 10)).toBeWithin(48, 56)
  const whole = await boxOfPicture(page)
  expect(whole.height).toBeLessThan(860)
  await page.mouse.dblclick(640, 430)
  expect(await percent(page)).toBe('100%')
  expect(await boxOfPicture(page)).toMatchObject({ width: 2000, height: 1500 })
  await page.mouse.dblclick(640, 430)
  expect([await percent(page), await boxOfPicture(page)]).toEqual([fitting, whole])
  for (let step = 0; step < 3; step++) await viewer(page).getByRole('button', { name: 'Zoom in' }).click()
  expect(await percent(page)).toBe('100%')
  await viewer(page).getByRole('button', { name: 'Zoom out' }).click()
  expect(await percent(page)).toBe('80%')
  await viewer(page).getByRole('button', { name: 'Fit' }).click()
  expect(await percent(page)).toBe(fitting)
  await viewer(page).locator('.percent').click()
  expect(await percent(page)).toBe('100%')
  await page.keyboard.press('0')
  expect(await percent(page)).toBe(fitting)
  await page.keyboard.press('1')
  expect(await percent(page)).toBe('100%')
  await page.keyboard.press('ArrowLeft')
  expect(await viewer(page).locator('h2').textContent()).toBe('Long scroll')
  await page.keyboard.press('ArrowRight')
  expect(await percent(page)).toBe(fitting)
})

browserTest('the wheel turned back by as much leads back to the fitting picture', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openAt(browser, testConsole, 'Wide bay')
  const originals = viewer(page).locator('img[data-original]')
  expect(await originals.count()).toBe(0)
  await page.mouse.move(640, 430)
  await page.mouse.wheel(0, -1)
  await originals.waitFor()
  await page.mouse.wheel(0, 1)
  const turned = await viewer(page)
    .locator('.stage')
    .evaluate((stage) => {
      const moved: [number, string][] = []
      for (let by = 1; by <= 100; by++) {
        for (const deltaY of [-by, by]) stage.dispatchEvent(new WheelEvent('wheel', { deltaY }))
        moved.push([by, stage.querySelector<HTMLElement>('.picture')?.style.transform ?? 'gone'])
      }
      return moved.filter(([, transform]) => transform !== '')
    })
  expect(turned).toEqual([])
  await page.mouse.dblclick(640, 430)
  expect(await percent(page)).toBe('100%')
})

browserTest(
  'there is a way on from a picture unless it is the last, and back unless it is the first',
  async (browser) => {
    await using testConsole = await startConsole()
    const page = await openAt(browser, testConsole, 'Small sign')
    const ways = () =>
      Promise.all(
        ['Previous', 'Next'].map((name) =>
          viewer(page).getByRole('button', { name, exact: true }).isVisible(),
        ),
      )
    const next = viewer(page).getByRole('button', { name: 'Next', exact: true })
    expect(await ways()).toEqual([false, true])
    await page.keyboard.press('ArrowLeft')
    expect(await viewer(page).locator('h2').textContent()).toBe('Small sign')
    await next.click()
    expect(await ways()).toEqual([true, true])
    await next.click()
    expect(await ways()).toEqual([true, false])
    await page.keyboard.press('ArrowRight')
    expect(await viewer(page).locator('h2').textContent()).toBe('Wide bay')
  },
)

browserTest('a strip is as wide as it fits, and is read from its top', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openAt(browser, testConsole, 'Long scroll')
  const before = await boxOfPicture(page)
  expect(before).toMatchObject({ width: 300, height: 1500 })
  expect(before.top).toBeWithin(40, 72)
  await page.mouse.move(640, 430)
  await page.mouse.wheel(0, 300)
  await page.waitForFunction((top) => {
    const image = document.querySelector('picture-viewer')?.shadowRoot?.querySelector('.picture img')
    return image !== null && image !== undefined && image.getBoundingClientRect().top < top - 200
  }, before.top)
  expect(await percent(page)).toBe('100%')
  await page.keyboard.press('ArrowDown')
  expect((await boxOfPicture(page)).top).toBeLessThan(before.top - 400)
  await page.mouse.wheel(0, 5000)
  await page.keyboard.press('-')
  expect((await boxOfPicture(page)).height).toBe(1200)
})

browserTest('details stay open while one steps, and are of the picture shown', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openAt(browser, testConsole, 'Wide bay')
  const facts = viewer(page).locator('.panel')
  await page.keyboard.press('i')
  await facts.getByText('2000 × 1500').waitFor()
  await page.keyboard.press('ArrowLeft')
  await facts.getByText('300 × 1500').waitFor()
  await page.keyboard.press('i')
  await page.keyboard.press('ArrowRight')
  expect(await facts.isVisible()).toBe(false)
})

browserTest('the format is chosen beside Copy, is copied at once, and is remembered', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openAt(browser, testConsole, 'Wide bay')
  await viewer(page).getByRole('button', { name: 'Copy link' }).waitFor()
  await viewer(page).getByRole('button', { name: 'Choose a format' }).click()
  await viewer(page).getByRole('menuitemradio', { name: 'Copy Markdown', exact: true }).click()
  await page.getByText('Copied').waitFor()
  expect(await clipboard(page)).toMatch(/^!\[Wide bay\]\(http/)
  expect(await viewer(page).locator('.menu').isVisible()).toBe(false)
  await page.reload()
  await page.goBack()
  await page.getByRole('link', { name: 'Small sign' }).click()
  await viewer(page).getByRole('button', { name: 'Copy Markdown' }).click()
  await page.getByText('Copied').waitFor()
  expect(await clipboard(page)).toMatch(/^!\[Small sign\]\(http/)
  await viewer(page).getByRole('button', { name: 'Choose a format' }).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await viewer(page).getByRole('button', { name: 'Copy HTML' }).waitFor()
  await viewer(page).getByRole('button', { name: 'Choose a format' }).click()
  await page.keyboard.press('Escape')
  expect(await viewer(page).locator('dialog').isVisible()).toBe(true)
})

browserTest('a key pressed right after the formats were closed is heard', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openAt(browser, testConsole, 'Wide bay')
  await viewer(page).getByRole('button', { name: 'Choose a format' }).click()
  await viewer(page)
    .getByRole('menu')
    .evaluate((menu: HTMLElement) => {
      const chosen = menu.querySelector('[aria-checked=true]')
      menu.hidePopover()
      chosen?.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true, composed: true }))
    })
  await viewer(page).locator('h2 input').waitFor()
})

browserTest('a question mark shows the keys, and Escape closes only these', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openAt(browser, testConsole, 'Wide bay')
  await page.keyboard.press('?')
  const card = viewer(page).getByRole('dialog', { name: 'Keyboard shortcuts' })
  await card.getByText('Edit title').waitFor()
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'hidden' })
  expect(await viewer(page).locator('h2').isVisible()).toBe(true)
  await page.keyboard.press('?')
  await page.keyboard.press('?')
  await card.waitFor({ state: 'hidden' })
})

browserTest('a title is edited in place, and stands in the list as after a reload', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openAt(browser, testConsole, 'Wide bay')
  await page.keyboard.press('e')
  const field = viewer(page).getByRole('textbox', { name: 'Edit title' })
  expect(await field.inputValue()).toBe('Wide bay')
  await field.fill('Nothing of this')
  await page.keyboard.press('Escape')
  expect(await viewer(page).locator('h2').textContent()).toBe('Wide bay')
  await viewer(page).getByRole('button', { name: 'Edit title' }).click()
  await field.fill('Bay at noon c')
  await page.keyboard.press('Enter')
  await page.getByText('Title saved.').waitFor()
  expect(await viewer(page).locator('h2').textContent()).toBe('Bay at noon c')
  await viewer(page).getByRole('button', { name: 'Choose a format' }).click()
  await viewer(page).getByRole('menuitemradio', { name: 'Copy Markdown', exact: true }).click()
  await page.getByText('Copied').waitFor()
  expect(await clipboard(page)).toStartWith('![Bay at noon c](')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Bay at noon c' }).waitFor()
  await page.waitForFunction(() => document.querySelector('.thumbnail[alt="Bay at noon c"]') !== null)
  await expectAsAfterReload(page)
})

browserTest('a title that is refused stays in its field', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openAt(browser, testConsole, 'Wide bay')
  await page.keyboard.press('e')
  const field = viewer(page).getByRole('textbox', { name: 'Edit title' })
  await field.fill('Written with care')
  await page.route('**/images/title', (route) => route.abort())
  await page.keyboard.press('Enter')
  await page.getByText('That did not work.').waitFor()
  expect(await field.inputValue()).toBe('Written with care')
  await page.unroute('**/images/title')
  await page.keyboard.press('Enter')
  await page.getByText('Title saved.').waitFor()
})

browserTest(
  'a phone has five targets of 48 pixels at the bottom, and pulling down closes',
  async (browser) => {
    await using testConsole = await startConsole()
    const page = await openAt(browser, testConsole, 'Wide bay', phone)
    const targets = await viewer(page)
      .locator('.acts :is(a, button)')
      .evaluateAll((all) =>
        all
          .map((one) => ({ name: one.ariaLabel, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0)
          .map(({ name, box: { width, height, top, bottom } }) => ({ name, width, height, top, bottom })),
      )
    expect(targets.map(({ name }) => name)).toEqual([
      'Copy link',
      'Choose a format',
      'Download',
      'Details',
      'Delete',
    ])
    for (const { width, height, top, bottom } of targets) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(48)
      expect([top > 780, bottom <= 844]).toEqual([true, true])
    }
    const session = await page.context().newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 200, y }] })
    await finger('touchStart', 300)
    for (const y of [320, 340]) await finger('touchMove', y)
    await finger('touchEnd')
    expect(await viewer(page).locator('dialog').isVisible()).toBe(true)
    await finger('touchStart', 300)
    for (const y of [340, 400, 480]) await finger('touchMove', y)
    await finger('touchEnd')
    await page.waitForURL('/images')
    await viewer(page).locator('dialog').waitFor({ state: 'hidden' })
  },
)
