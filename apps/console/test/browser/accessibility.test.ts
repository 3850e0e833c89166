import { afterAll, expect } from 'bun:test'
import { seriousProblems } from '@pictoglyph/web/test/accessibility-problems'
import type { Locator, Page } from 'playwright-core'
import { openPage, openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { picture } from '../support/pictures.ts'
import { fillSite } from '../support/sample-site.ts'
import { imageIdOf, uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

const paths = [
  '/images',
  '/images/deleted',
  '/upload',
  '/share',
  '/albums',
  '/keys',
  '/guests',
  '/account',
  '/overview',
  '/all-images',
  '/reports',
  '/hashes',
  '/users',
  '/settings/uploads',
  '/settings/accounts',
  '/settings/text?symbols=abcd',
  '/settings/networks',
  '/settings/site',
  '/audit',
  '/nowhere',
]

let filled: Promise<ConsoleUnderTest> | undefined

/** The filled site of all tests that only look at it. */
function filledConsole(): Promise<ConsoleUnderTest> {
  const start = async () => {
    const testConsole = await startConsole()
    await fillSite(testConsole)
    return testConsole
  }
  filled ??= start()
  return filled
}
afterAll(async () => (await filled)?.[Symbol.asyncDispose]())

const screens = [
  { colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { colorScheme: 'dark', viewport: { width: 375, height: 740 } },
] as const

for (const screen of screens) {
  const { colorScheme, viewport } = screen
  const where = `${colorScheme}, ${viewport.width} pixels wide`
  browserTest(`first steps and values shown once have no serious problem, ${where}`, async (browser) => {
    await using testConsole = await startConsole({ generatedPassword: true })
    const locale = colorScheme === 'dark' ? 'zh-CN' : 'en-US'
    const page = await openSignedIn(browser, testConsole, { ...screen, locale, bypassCSP: true })
    const problems: unknown[] = []
    const look = async (shown: string) => {
      await page.locator(shown).first().waitFor()
      problems.push(...(await seriousProblems(page)))
    }
    await page.goto('/images')
    await look('.first-form')
    await page.locator('.first-form input[type=password]').fill('correct horse battery')
    await page.locator('.first-form button').click()
    await look('.first-steps .drop-zone')
    const file = { name: 'Harbour.png', mimeType: 'image/png', buffer: Buffer.from(picture()) }
    await page.locator('.first-steps input[type=file]').setInputFiles(file)
    await look('.first-steps .copy-field')
    await page.locator('.first-form button').click()
    await look('[data-shown-once]')
    await page.locator('.key-test button').click()
    await look('.key-test .message')
    expect(problems).toEqual([])
  })

  browserTest(`the way in has no serious accessibility problem, ${where}`, async (browser) => {
    const testConsole = await filledConsole()
    const stranger = await openPage(browser, testConsole, { ...screen, bypassCSP: true })
    await stranger.goto('/sign-in')
    expect(await seriousProblems(stranger)).toEqual([])
    const page = await openSignedIn(browser, testConsole, { ...screen, bypassCSP: true })
    await page.goto(await anImage(testConsole))
    expect(await seriousProblems(page)).toEqual([])
  })
}

/** Every page at all of these widths, in either light, and in both languages: 720 is 1440 enlarged to twice. */
const looks = {
  en: [
    { width: 390, colorScheme: 'dark' },
    { width: 768, colorScheme: 'light' },
    { width: 2560, colorScheme: 'dark' },
  ],
  'zh-CN': [
    { width: 390, colorScheme: 'light' },
    { width: 720, colorScheme: 'dark' },
    { width: 1440, colorScheme: 'light' },
  ],
} as const

for (const locale of ['en', 'zh-CN'] as const) {
  for (const path of [...paths, 'an image', 'an album']) {
    browserTest(`${path} has no serious accessibility problem at any width, ${locale}`, async (browser) => {
      const testConsole = await filledConsole()
      const page = await openSignedIn(browser, testConsole, { locale, bypassCSP: true })
      await page.goto(await addressOf(path, testConsole))
      for (const { width, colorScheme } of looks[locale]) {
        await page.setViewportSize({ width, height: 860 })
        await page.emulateMedia({ colorScheme })
        const where = [locale, path, width, colorScheme]
        expect([...where, await seriousProblems(page)]).toEqual([...where, []])
      }
      await page.context().close()
    })
  }
}

async function addressOf(path: string, testConsole: ConsoleUnderTest): Promise<string> {
  if (path === 'an image') return anImage(testConsole)
  if (path !== 'an album') return path
  const [album] = await testConsole.site.database.albums.list()
  return `/images?album=${album?.id}`
}

for (const screen of screens) {
  browserTest(
    `the queue of uploads has no serious accessibility problem, ${screen.colorScheme}`,
    async (browser) => {
      await using testConsole = await startConsole()
      const page = await openSignedIn(browser, testConsole, { ...screen, bypassCSP: true })
      await page.goto('/upload')
      const file = { name: 'one.png', mimeType: 'image/png', buffer: Buffer.from(picture()) }
      await page
        .locator('input[name=file]')
        .setInputFiles([file, { ...file, name: 'broken.png', buffer: Buffer.from('no image at all') }])
      await page.locator('.queue-total', { hasText: '1 of 2 · 1 refused' }).waitFor()
      expect(await seriousProblems(page)).toEqual([])
      expect(await namedAlike(page)).toEqual([])
      await page.getByRole('button', { name: 'Edit one.png' }).click()
      expect(await seriousProblems(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Gallery' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor()
      await page.locator('.tray').waitFor()
      expect(await seriousProblems(page)).toEqual([])
    },
  )
}

browserTest(
  'no page is wider than the narrowest screen, or one enlarged to four times, or with letters twice as large',
  async (browser) => {
    const testConsole = await filledConsole()
    const widths = [320, 188]
    const stranger = await openPage(browser, testConsole)
    await stranger.goto('/sign-in')
    expect(await atWidths(stranger, widths, overflowOf)).toEqual(same(widths, 0))
    const page = await openSignedIn(browser, testConsole)
    for (const path of [...paths, await anImage(testConsole)]) {
      await page.goto(path)
      expect([path, await atWidths(page, widths, overflowOf)]).toEqual([path, same(widths, 0)])
    }
  },
)

/** What is found on a page at each of some widths of its screen. */
async function atWidths<T>(page: Page, widths: readonly number[], find: (page: Page) => Promise<T>) {
  const found: [number, T][] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    found.push([width, await find(page)])
  }
  return found
}

const same = <T>(widths: readonly number[], value: T) => widths.map((width): [number, T] => [width, value])

/** By how many pixels a page is wider than its screen. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
}

browserTest('what is asked before something is done stands on every screen', async (browser) => {
  const testConsole = await filledConsole()
  const widths = [320, 360, 800, 1280]
  const page = await openSignedIn(browser, testConsole)
  for (const path of [...paths, await anImage(testConsole)]) {
    await page.goto(path)
    expect([path, await atWidths(page, widths, questionsOffScreen)]).toEqual([path, same(widths, [])])
  }
})

/** Every question of a page that, asked, is cut off at a side of the screen. An image is selected, where there are some. */
function questionsOffScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    document.querySelector<HTMLInputElement>('.pick input')?.click()
    const cutOff: string[] = []
    for (const question of document.querySelectorAll<HTMLDetailsElement>('details.confirm')) {
      question.open = true
      const panel = question.querySelector('.confirm-panel')
      if (!panel) continue
      const { left, right } = panel.getBoundingClientRect()
      if (panel.checkVisibility() && (left < 0 || right > innerWidth)) cutOff.push(question.innerText)
      question.open = false
    }
    return cutOff
  })
}

browserTest('nothing that can be pressed lies off a screen, however wide', async (browser) => {
  const widths = [360, 800, 1000, 1201, 1280]
  const page = await openSignedIn(browser, await filledConsole())
  for (const path of paths) {
    await page.goto(path)
    expect([path, await atWidths(page, widths, unreachable)]).toEqual([path, same(widths, [])])
  }
})

browserTest(
  'what was done, or refused, is where a reader’s voice and the keyboard go on',
  async (browser) => {
    await using testConsole = await startConsole()
    const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
    /** Until a page that was led to shows it, and its script is there. */
    async function shows(part: Locator): Promise<void> {
      await part.waitFor()
      await page.waitForLoadState()
    }
    const page = await openSignedIn(browser, testConsole)
    await page.goto('/albums')
    await page.locator('main').getByLabel('New album').fill('Travel')
    await page.locator('main').getByLabel('New album').press('Enter')
    await shows(page.getByRole('status'))
    expect(await focused(page)).toStartWith('Album “Travel” created.')
    await page.locator('.row').getByText('Delete', { exact: true }).click()
    await page.getByRole('button', { name: 'Delete the album' }).press('Enter')
    await shows(page.getByText('is deleted.'))
    await page.keyboard.press('Tab')
    expect((await focused(page))?.trim()).toBe('Undo')
    await page.goto('/settings/networks')
    await page.getByRole('button', { name: 'Turn on' }).press('Enter')
    await shows(page.getByRole('alert'))
    expect(await focused(page)).toStartWith('The list of allowed networks is empty')
  },
)

browserTest('a field that was refused is where the keyboard goes on, and says why', async (browser) => {
  await using testConsole = await startConsole()
  const stranger = await openPage(browser, testConsole)
  await stranger.goto('/sign-in')
  await stranger.getByLabel('Name').fill('admin')
  await stranger.getByLabel('Password').fill('not it')
  await stranger.getByLabel('Password').press('Enter')
  await stranger.getByRole('alert').waitFor()
  await stranger.waitForLoadState()
  expect(await fieldInUse(stranger)).toEqual(['password', 'true', 'Name or password is wrong.'])
  await stranger.keyboard.type(testConsole.admin.password)
  await stranger.keyboard.press('Enter')
  await stranger.waitForURL('/images')
  for (const javaScriptEnabled of [true, false]) {
    const page = await openSignedIn(browser, testConsole, { javaScriptEnabled })
    await page.goto('/users')
    const name = page.locator('form[action="/users"]').getByLabel('Name')
    await page.getByRole('button', { name: 'Create user' }).click()
    await name.fill('admin')
    await name.press('Enter')
    // The page before it has the keyboard in the same field.
    const refused = page.locator('[name=name][aria-invalid=true]')
    await refused.waitFor()
    expect(await refused.inputValue()).toBe('admin')
    // Without a script the browser leads the keyboard there, unless a key comes up before it has.
    expect(await refused.getAttribute('autofocus')).toBe('')
    if (!javaScriptEnabled) continue
    await page.locator('[name=name]:focus').waitFor()
    expect(await fieldInUse(page)).toEqual(['name', 'true', 'A user named "admin" exists already.'])
  }
})

/** The field that the keyboard is in: its name, whether it is told to be wrong, and what describes it. */
function fieldInUse(page: Page) {
  return page.evaluate(() => {
    const field = document.activeElement
    const description = document.getElementById(field?.getAttribute('aria-describedby') ?? '')
    return [field?.getAttribute('name'), field?.ariaInvalid, description?.textContent.trim()]
  })
}

browserTest('the keyboard stays at what is moved up or down a list', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  const lineInUse = () =>
    page.evaluate(
      () => document.activeElement?.closest('.row, tr')?.querySelector('h2, .row-name')?.textContent,
    )
  for (const [path, name] of [
    ['/albums', 'Travel'],
    ['/settings/uploads', 'Screenshots'],
  ] as const) {
    await page.goto(path)
    const names = page.locator('.row h2, .row-name')
    const order = await names.allTextContents()
    await page.getByRole('button', { name: `Move ${name} down` }).press('Enter')
    await page.waitForURL(`**${path}#*`)
    expect(await names.allTextContents()).not.toEqual(order)
    await page.keyboard.press('Tab')
    expect(await lineInUse()).toStartWith(name)
  }
})

browserTest('no two buttons of a page are called the same', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/albums')
  await page.locator('.share-album summary').first().click()
  await page.getByRole('button', { name: 'Make public' }).click()
  for (const path of paths) {
    await page.goto(path)
    expect([path, await namedAlike(page)]).toEqual([path, []])
  }
})

browserTest('a button that ends a session says which', async (browser) => {
  let nowMs = Date.UTC(2026, 4, 1, 8, 30, 55)
  await using testConsole = await startConsole({ clock: () => nowMs })
  for (let times = 0; times < 2; times++) {
    await openSignedIn(browser, testConsole)
    nowMs += 10_000
  }
  const page = await openSignedIn(browser, testConsole, { timezoneId: 'UTC' })
  await page.goto('/account')
  expect(await page.getByRole('button', { name: /^End Firefox, Linux May 1, 2026/ }).count()).toBe(2)
  expect(await namedAlike(page)).toEqual([])
})

/** The names that several buttons of a page have, as those hear them who listen to it. */
function namedAlike(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll<HTMLElement>('main :is(button, summary)')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .map((button) => button.ariaLabel ?? button.textContent.trim())
    return names.filter((name, index) => names.indexOf(name) !== index)
  })
}

browserTest('what is pressed with a finger is at least 24 pixels wide and high', async (browser) => {
  const testConsole = await filledConsole()
  const page = await openSignedIn(browser, testConsole, { viewport: { width: 375, height: 740 } })
  for (const path of [...paths, await anImage(testConsole)]) {
    await page.goto(path)
    expect([path, await tooSmall(page)]).toEqual([path, []])
  }
})

/** Every control of a page that is smaller than what WCAG 2.2 asks for ("Target Size (Minimum)"). */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'main :is(button, summary, select, textarea, input)',
    )
    return [...controls]
      .filter((control) => {
        const target = control.matches('[type=checkbox], [type=file]') ? control.closest('label') : control
        const { width, height } = (target ?? control).getBoundingClientRect()
        return control.checkVisibility({ visibilityProperty: true }) && Math.min(width, height) < 24
      })
      .map((control) => control.outerHTML.slice(0, 120))
  })
}

browserTest('a title is shown and changed in the direction of its script', async (browser) => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await adminOf(testConsole))
  const path = `/images/${imageIdOf(await uploadPicture(visitor, { title: 'שלום' }))}`
  const page = await openSignedIn(browser, testConsole)
  const directionOf = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((element) => getComputedStyle(element).direction)
  await page.goto(path)
  expect([await directionOf('h1'), await directionOf('[name=title]')]).toEqual(['rtl', 'rtl'])
  await page.goto('/images')
  expect([await directionOf('.caption a'), await directionOf('h1')]).toEqual(['rtl', 'ltr'])
})

async function adminOf({ site }: ConsoleUnderTest): Promise<{ id: string }> {
  const user = await site.database.users.byName('admin')
  if (user === undefined) throw new Error('there is no administrator')
  return user
}

/** Controls beyond the right edge of the screen or of their table. */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('main')
    const controls = [...(main?.querySelectorAll('a, button, summary, select, textarea, input') ?? [])]
    return controls
      .filter((control) => {
        const right = Math.min(
          innerWidth,
          control.closest('table')?.getBoundingClientRect().right ?? innerWidth,
        )
        return control.checkVisibility() && control.getBoundingClientRect().right > right + 0.5
      })
      .map((control) => control.outerHTML.slice(0, 120))
  })
}

async function anImage({ site }: ConsoleUnderTest): Promise<string> {
  const [image] = (await site.database.images.list({ limit: 1 })).items
  return `/images/${image?.id}`
}
