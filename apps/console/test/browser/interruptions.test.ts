import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { picture } from '../support/pictures.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

/** What the page threw from here on. */
function thrownBy(page: Page): string[] {
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(error.message))
  return thrown
}

browserTest('back from a narrowed gallery, the filter says what is shown', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  const category = page.locator('.filter-panel select[name=category]')
  await page.getByText('Filters').click()
  await category.selectOption({ label: 'Wallpapers' })
  await page.waitForURL('**/images?category=wallpapers')
  await page.goBack()
  await page.getByRole('link', { name: 'Paper lanterns' }).waitFor()
  expect(await category.inputValue()).toBe('')
})

/** Opens a form with the name Twice, and points to its button. */
const openForms = {
  async 'of the page'(page: Page) {
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Twice')
    await page.locator('form[action="/keys"] button[type=submit]').hover()
  },
  async 'of the drawer'(page: Page) {
    await page.getByRole('link', { name: 'first key' }).click()
    await page.locator('.drawer').getByRole('textbox', { name: 'Name' }).fill('Twice')
    await page.locator('.drawer').getByRole('button', { name: 'Save' }).hover()
  },
}

for (const [how, send, again] of [
  ['a double click sends', (page: Page) => press(page, 1), (page: Page) => press(page, 2)],
  [
    'a key that is held sends',
    (page: Page) => page.keyboard.down('Enter'),
    (page: Page) => page.keyboard.down('Enter'),
  ],
] as const) {
  for (const [place, openForm] of Object.entries(openForms)) {
    browserTest(`${how} a form ${place} once, however slow the answer`, async (browser) => {
      await using testConsole = await startConsole()
      await using slow = answeringSlowly(testConsole.url)
      const page = await openSignedIn(browser, testConsole, { baseURL: slow.url })
      await page.goto('/keys')
      await openForm(page)
      await send(page)
      await slow.arrived
      await again(page)
      slow.release()
      await page.waitForEvent('load')
      expect(slow.sent()).toBe(1)
    })
  }
}

async function press({ mouse }: Page, clickCount: number): Promise<void> {
  await mouse.down({ clickCount })
  await mouse.up({ clickCount })
}

/** A console whose answers to forms are held back until they are released. */
function answeringSlowly(consoleUrl: string) {
  const arrived = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  let sent = 0
  const server = Bun.serve({
    hostname: 'localhost',
    port: 0,
    async fetch(request) {
      const { method, headers } = request
      const body = method === 'POST' ? await request.arrayBuffer() : null
      if (method === 'POST') {
        sent++
        arrived.resolve()
        await held.promise
      }
      const address = consoleUrl + new URL(request.url).pathname
      return fetch(address, { method, headers, body, redirect: 'manual', decompress: false })
    },
  })
  return {
    url: server.url.href,
    arrived: arrived.promise,
    release: held.resolve,
    sent: () => sent,
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

browserTest('back, forward and reloaded, a refused form is a page that sends nothing', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/users')
  const name = page.locator('form[action="/users"]').getByLabel('Name')
  await page.getByRole('button', { name: 'Create user' }).click()
  for (let times = 0; times < 2; times++) {
    await name.fill('admin')
    await name.press('Enter')
    await page.locator('.refusal').waitFor()
    // It is said once, at its field.
    const said = (await page.locator('.refusal').textContent()) ?? ''
    expect(await page.getByText(said).filter({ visible: true }).count()).toBe(1)
  }
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await page.goBack()
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  expect(await page.locator('.refusal').count()).toBe(0)
  expect(new Set(sent)).toEqual(new Set(['GET']))
})

browserTest('a form sent after the session has ended is told to have had no effect', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/albums')
  await page.context().clearCookies({ name: 'session' })
  await page.locator('main').getByLabel('New album').fill('Travel')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL('**/sign-in?*')
  expect(await page.getByRole('status').textContent()).toContain('You are no longer signed in')
  await page.getByLabel('Name').fill(testConsole.admin.name)
  await page.getByLabel('Password').fill(testConsole.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/albums')
  expect(await testConsole.site.database.albums.list()).toEqual([])
})

browserTest('previews and figures wait for a server that is away', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  const thrown = thrownBy(page)
  await page.goto('/settings/uploads')
  const preview = page.locator('#policy-preview')
  await page.context().setOffline(true)
  await page.getByLabel('Max. side (pixels)').fill('10')
  await preview.getByText('the server can’t be reached').waitFor()
  await page.context().setOffline(false)
  await page.getByLabel('Max. side (pixels)').fill('11')
  await preview.getByText('Nothing was uploaded yet').waitFor()
  expect(thrown).toEqual([])
})

/** Sends an image, whose upload goes on once the returned function is called. */
async function beginUpload(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/upload', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  await page.goto('/upload')
  const file = { name: 'one.png', mimeType: 'image/png', buffer: Buffer.from(picture()) }
  await page.locator('input[name=file]').setInputFiles(file)
  await page.locator('.queue-row[data-state=sending]').waitFor()
  return held.resolve
}

browserTest('somebody who leaves while images are on their way is asked first', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.dismiss()
  })
  const finish = await beginUpload(page)
  const question = page.waitForEvent('dialog')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await question
  finish()
  await page.locator('.queue-row[data-state=done]').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/sign-in')
  expect(asked).toEqual(['beforeunload'])
})

browserTest('of uploads their end is told to those who listen, and not every per cent', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  const finish = await beginUpload(page)
  const spoken = await page.locator('.queue :is([aria-live], [role=status])').allTextContents()
  expect(spoken.join('')).toBe('')
  finish()
  await page.getByRole('status').getByText('Uploads have ended: 1 of 1.').waitFor()
})

browserTest('a question closes when the keyboard goes on', async (browser) => {
  await using testConsole = await startConsole()
  const lin = await testConsole.addMember('lin')
  const page = await openSignedIn(browser, testConsole)
  await page.goto(`/users/${lin.id}`)
  const question = page.locator('.foot-actions details').last()
  await question.locator('summary').press('Enter')
  await question.getByRole('button', { name: 'Disable' }).press('Tab')
  expect(await question.getAttribute('open')).toBeNull()
})
