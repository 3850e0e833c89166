import { expect } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { describeImage } from '@pictoglyph/site/images'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { runAction } from '@pictoglyph/site/things/run-action'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expectAsAfterReload } from '../support/as-after-reload.ts'
import { beginSession } from '../support/begin-session.ts'
import { openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { giveFiles } from '../support/give-files.ts'
import { picture } from '../support/pictures.ts'
import { browserTest } from './browser-tests.ts'

const named = (name: string, width: number) => {
  return { name, mimeType: 'image/png', buffer: Buffer.from(picture({ width })) }
}

/** The page of uploads, with files chosen that are sent once that is asked for. */
async function chooseWaiting(page: Page, files: ReturnType<typeof named>[]): Promise<void> {
  await page.goto('/upload')
  await page.getByLabel('Start as soon as files are added').uncheck()
  await page.locator('input[name=file]').setInputFiles(files)
  await page
    .locator('.queue-row')
    .nth(files.length - 1)
    .waitFor()
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const rowOf = (page: Page, name: string) => page.locator('.queue-row', { hasText: name })
const done = (page: Page) => page.locator('.queue-row[data-state=done]')

async function imagesOf({ site }: ConsoleUnderTest) {
  return (await site.database.images.list({ limit: 300 })).items
}

browserTest(
  'seventeen pictures dropped onto the gallery end with all their links as Markdown',
  async (browser) => {
    await using testConsole = await startConsole()
    const page = await openSignedIn(browser, testConsole)
    await page.goto('/upload')
    await page.locator('input[name=file]').setInputFiles(named('first.png', 9))
    await done(page).waitFor()
    await page.getByLabel('Format of links').selectOption('Markdown')
    await page.goto('/images')
    const names = Array.from({ length: 17 }, (_, index) => `scene ${index}.png`)
    await giveFiles(
      page,
      'drop',
      names.map((name, index) => ({ name, bytes: picture({ width: 20 + index }) })),
    )
    await done(page).nth(16).waitFor()
    await page.getByRole('button', { name: 'Copy all 17 links' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const lines = (await clipboard(page)).split('\n')
    expect(lines).toHaveLength(17)
    for (const [index, line] of lines.entries()) {
      expect(line).toMatch(new RegExp(`^!\\[scene ${index}\\]\\(http://localhost:\\d+/i/\\w+\\.png\\)$`))
    }
    expect(new URL(page.url()).pathname).toBe('/images')
  },
)

browserTest('one picture that is pasted has its link one press later', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/keys')
  await giveFiles(page, 'paste', [{ name: 'image.png', bytes: picture() }])
  await page.getByRole('button', { name: 'Copy image.png' }).click()
  const [image] = await imagesOf(testConsole)
  expect(await clipboard(page)).toBe(testConsole.site.links.direct(image!))
  expect(image?.title).toBe('')
})

browserTest('a text that is pasted into a field stays a text', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/albums')
  await page
    .locator('main')
    .getByLabel('New album')
    .evaluate((field) => {
      const data = new DataTransfer()
      data.setData('text/plain', 'A table')
      data.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
  await giveFiles(page, 'paste', [{ name: 'two.png', bytes: picture() }])
  await done(page).waitFor()
  expect(await page.locator('.queue-row').count()).toBe(1)
})

browserTest(
  'what is too large is refused with both numbers, and never stands among what is uploaded',
  async (browser) => {
    await using testConsole = await startConsole()
    const actor = { name: 'test', userId: null, address: 'local' }
    await setPolicy(testConsole.site, actor, 'upload.maxBytes', '2000000')
    await testConsole.refresh()
    const page = await openSignedIn(browser, testConsole)
    const truncated = picture({ width: 400, height: 300 }).subarray(0, 200)
    const file = (name: string, bytes: Uint8Array, mimeType = 'image/png') => {
      return { name, mimeType, buffer: Buffer.from(bytes) }
    }
    await chooseWaiting(page, [
      named('good.png', 40),
      file('huge.png', new Uint8Array(4_300_000)),
      file('notes.md', new TextEncoder().encode('# x'), 'text/markdown'),
      file('empty.png', new Uint8Array()),
      file('cut.png', truncated),
    ])
    expect(await rowOf(page, 'huge.png').textContent()).toContain('The file is 4.1 MB; the limit is 1.9 MB.')
    expect(await rowOf(page, 'notes.md').textContent()).toContain('Is not an image.')
    expect(await rowOf(page, 'empty.png').textContent()).toContain('Is empty.')
    await page.getByRole('button', { name: 'Upload 2 images' }).click()
    await page.locator('.queue-total', { hasText: '1 of 5 · 4 refused' }).waitFor()
    expect(await rowOf(page, 'cut.png').getAttribute('data-state')).toBe('refused')
    for (const name of ['Retry', 'Upload']) {
      expect(await page.locator('.queue').getByRole('button', { name }).count()).toBe(0)
    }
  },
)

browserTest(
  'what is going to be taken out of a file stands in its row before it is sent',
  async (browser) => {
    await using testConsole = await startConsole()
    const page = await openSignedIn(browser, testConsole)
    const taken = await sharp(picture())
      .jpeg()
      .withExif({ IFD0: { Model: 'X100' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3/1' } })
      .toBuffer()
    const loaded: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') loaded.push(request.url())
    })
    await page.goto('/upload')
    expect(loaded).toHaveLength(1)
    await chooseWaiting(page, [
      { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: taken },
      named('plain.png', 30),
    ])
    await rowOf(page, 'photo.jpg').getByText('leaves out camera data, location').waitFor()
    expect(await rowOf(page, 'plain.png').textContent()).not.toContain('leaves out')
    expect(await imagesOf(testConsole)).toEqual([])
  },
)

browserTest(
  'the details of one file, and of all, are edited before they are sent and after',
  async (browser) => {
    await using testConsole = await startConsole()
    const page = await openSignedIn(browser, testConsole)
    await page.goto('/albums')
    await page.locator('main').getByLabel('New album').fill('Travel')
    await page.getByRole('button', { name: 'Create' }).click()
    await runAction(testConsole.site, {
      actor: commandActor,
      thing: category,
      verb: 'add',
      name: 'Wallpapers',
    })
    await chooseWaiting(page, [named('one.png', 11), named('two.png', 12)])
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Edit one.png' }).click()
    expect(await dialog.getByLabel('Title').inputValue()).toBe('one')
    await dialog.getByLabel('Title').fill('Harbour')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit all' }).click()
    await dialog.getByLabel('Description').fill('In May')
    await dialog.getByRole('combobox', { name: 'Album' }).selectOption('Travel')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, 'two.png').getByText('album Travel').waitFor()
    await page.getByRole('button', { name: 'Upload 2 images' }).click()
    await done(page).nth(1).waitFor()
    const titles = async () =>
      (await imagesOf(testConsole)).map(({ title, description }) => [title, description]).sort()
    expect(await titles()).toEqual([
      ['Harbour', 'In May'],
      ['two', 'In May'],
    ])
    expect((await testConsole.site.database.albums.list())[0]?.imageCount).toBe(2)

    // What is changed elsewhere meanwhile is not taken back by an edit of something else.
    const two = (await imagesOf(testConsole)).find(({ title }) => title === 'two')!
    const meanwhile = { title: 'two', description: 'In June' }
    await describeImage(testConsole.site, commandActor, two, meanwhile)
    await page.getByRole('button', { name: 'Edit two.png' }).click()
    await dialog.getByLabel('Title').fill('Terrace')
    await dialog.getByLabel('Category').selectOption('Wallpapers')
    const saved = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await saved
    expect(await titles()).toEqual([
      ['Harbour', 'In May'],
      ['Terrace', 'In June'],
    ])
    const categories = (await imagesOf(testConsole)).map(({ title, categoryId }) => [title, categoryId])
    expect(categories.sort()).toEqual([
      ['Harbour', 'general'],
      ['Terrace', 'wallpapers'],
    ])
    await rowOf(page, 'two.png').getByText('Wallpapers').waitFor()
    await page.getByLabel('Format of links').selectOption('HTML')
    await page.getByRole('button', { name: 'Copy two.png' }).click()
    expect(await clipboard(page)).toContain('alt="Terrace"')

    // Nor is what was changed in the same field: that is told.
    const image = await testConsole.site.database.images.byId(two.id)
    await describeImage(testConsole.site, commandActor, image!, { title: 'Elsewhere', description: '' })
    await page.getByRole('button', { name: 'Edit two.png' }).click()
    await dialog.getByLabel('Title').fill('Here')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, 'two.png').getByText('Changes were not saved.').waitFor()
    expect((await titles())[0]).toEqual(['Elsewhere', ''])
  },
)

browserTest('a drop goes into the category used last and the album that is looked at', async (browser) => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/settings/uploads')
  await page.getByRole('button', { name: 'Create category' }).click()
  const panel = page.getByRole('dialog', { name: 'Create category' })
  await panel.getByLabel('Name of the category').fill('Wallpapers')
  await panel.getByRole('button', { name: 'Create category' }).click()
  await page.goto('/albums')
  await page.locator('main').getByLabel('New album').fill('Travel')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.goto('/upload')
  await page.getByLabel('Category').selectOption('Wallpapers')
  await page.getByLabel('Use the file’s name as title').uncheck()
  const [album] = await site.database.albums.list()
  await page.goto(`/images?album=${album?.id}`)
  await giveFiles(page, 'drop', [{ name: 'one.png', bytes: picture() }])
  await done(page).getByText('Wallpapers · album Travel').waitFor()
  const [image] = await imagesOf(testConsole)
  expect([image?.categoryId, image?.title]).toEqual(['wallpapers', ''])
  expect((await site.database.albums.list())[0]?.imageCount).toBe(1)
  await page.locator('.gallery .card-image').waitFor()
  await expectAsAfterReload(page)
})

browserTest(
  'a pause starts no further file, and one on its way can be cancelled and tried again',
  async (browser) => {
    await using testConsole = await startConsole()
    const page = await openSignedIn(browser, testConsole)
    const held = Promise.withResolvers<void>()
    await page.route('**/upload', async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.continue()
    })
    await page.goto('/upload')
    await page
      .locator('input[name=file]')
      .setInputFiles([1, 2, 3, 4].map((n) => named(`file-${n}.png`, 20 + n)))
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Cancel file-1.png' }).click()
    await rowOf(page, 'file-1.png').getByText('Cancelled').waitFor()
    held.resolve()
    await done(page).nth(1).waitFor()
    expect(await rowOf(page, 'file-4.png').getAttribute('data-state')).toBe('waiting')
    await page.locator('.queue-total', { hasText: '2 of 4 · Paused · 1 failed' }).waitFor()
    await page.getByRole('button', { name: 'Go on' }).click()
    await done(page).nth(2).waitFor()
    await page.getByRole('button', { name: 'Retry file-1.png' }).click()
    await page.locator('.queue-total', { hasText: /^4 of 4$/ }).waitFor()
    expect(await imagesOf(testConsole)).toHaveLength(4)
  },
)

browserTest('all that are on their way are cancelled at once, and nothing of them stays', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.route('**/upload', async (route) => {
    if (route.request().method() !== 'POST') await route.continue()
  })
  await page.goto('/upload')
  await page.locator('input[name=file]').setInputFiles([1, 2, 3, 4, 5].map((n) => named(`${n}.png`, 20 + n)))
  await page.getByRole('button', { name: 'Cancel all' }).click()
  await page.locator('.queue-total', { hasText: '0 of 5 · 5 failed' }).waitFor()
  await page.getByRole('button', { name: 'Clear list' }).click()
  expect(await page.locator('.queue').isVisible()).toBe(false)
  expect(await imagesOf(testConsole)).toEqual([])
})

browserTest(
  'two hundred files leave every button of the bar in view',
  async (browser) => {
    await using testConsole = await startConsole()
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await openSignedIn(browser, testConsole, { viewport })
      await chooseWaiting(
        page,
        Array.from({ length: 200 }, (_, index) => named(`${index}.png`, 10 + index)),
      )
      const start = page.getByRole('button', { name: 'Upload 200 images' })
      const box = await start.boundingBox()
      expect(box!.y + box!.height).toBeLessThanOrEqual(viewport.height)
      const heights = await page
        .locator('.queue-row')
        .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))])
      expect(heights).toEqual([56])
      await start.click()
      await page.locator('.queue-total', { hasText: /^200 of 200$/ }).waitFor({ timeout: 90_000 })
      const copy = page.getByRole('button', { name: 'Copy all 200 links' })
      const copyBox = await copy.boundingBox()
      expect(copyBox!.y + copyBox!.height).toBeLessThanOrEqual(viewport.height)
      await page.context().close()
    }
  },
  200_000,
)

browserTest('a file that is taken out of the queue leaves the keyboard at the next', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await chooseWaiting(page, [named('one.png', 11), named('two.png', 12)])
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.replace(/\s+/g, ' ').trim())
  await page.getByRole('button', { name: 'Remove one.png' }).press('Enter')
  expect(await focused()).toBe('Remove two.png')
  await page.keyboard.press('Enter')
  expect(await page.locator('.queue-row').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file')
})

browserTest('files whose session has ended go on once one has signed in again', async (browser) => {
  await using testConsole = await startConsole()
  const { site, url } = testConsole
  const page = await openSignedIn(browser, testConsole)
  await chooseWaiting(page, [named('one.png', 11), named('two.png', 12)])
  await page.context().clearCookies({ name: 'session' })
  await page.getByRole('button', { name: 'Upload 2 images' }).click()
  await page.getByText('You are signed out. Sign in, then come back').waitFor()
  for (const name of ['one.png', 'two.png']) await rowOf(page, name).getByText('Sign in to go on').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  expect(await rowOf(page, 'two.png').getAttribute('data-state')).toBe('waiting')
  const admin = await site.database.users.byName(testConsole.admin.name)
  const value = await beginSession(site, admin?.id ?? '')
  await page.context().addCookies([{ name: 'session', value, url, httpOnly: true }])
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await done(page).nth(1).waitFor()
  expect((await imagesOf(testConsole)).map(({ title }) => title).sort()).toEqual(['one', 'two'])
})

browserTest(
  'files dropped without a connection wait on any page, and go on by themselves',
  async (browser) => {
    await using testConsole = await startConsole()
    const page = await openSignedIn(browser, testConsole)
    await page.goto('/keys')
    await page.context().setOffline(true)
    await giveFiles(page, 'drop', [
      { name: 'one.png', bytes: picture({ width: 11 }) },
      { name: 'two.png', bytes: picture({ width: 12 }) },
    ])
    await rowOf(page, 'two.png').getByText('Waiting for a connection').waitFor()
    expect(new URL(page.url()).pathname).toBe('/keys')
    await page.context().setOffline(false)
    await done(page).nth(1).waitFor()
    expect(await imagesOf(testConsole)).toHaveLength(2)
  },
)
