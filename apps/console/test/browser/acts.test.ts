import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { Acts } from '../support/acts.ts'
import { openPage, openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { giveFiles } from '../support/give-files.ts'
import { picture } from '../support/pictures.ts'
import { uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const done = (page: Page) => page.locator('.queue-row[data-state=done]')

async function fill(testConsole: ConsoleUnderTest, titles: readonly string[], owner = 'admin') {
  const user = await testConsole.site.database.users.byName(owner)
  const visitor = await createSignedInVisitor(testConsole, { id: user?.id ?? '' })
  for (const [index, title] of titles.entries()) {
    await uploadPicture(visitor, { title }, picture({ width: 200 + index, height: 140 }))
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Number ${index}`)

browserTest('one known picture to its Markdown takes 1 act', async (browser) => {
  await using testConsole = await startConsole()
  await fill(testConsole, numbered(3))
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  await page.evaluate(() => localStorage.setItem('copy-format', 'markdown'))
  const acts = new Acts()
  const tile = page.locator('.card-image', { hasText: 'Number 1' })
  await tile.hover()
  await acts.do(() => tile.getByRole('button', { name: 'Copy Markdown' }).click())
  await tile.getByText('Copied').first().waitFor()
  expect(await clipboard(page)).toStartWith('![Number 1](http')
  expect(acts.count).toBe(1)
})

browserTest('seventeen dropped, all their links take 2 acts', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/albums')
  const files = numbered(17).map((name, index) => ({
    name: `${name}.png`,
    bytes: picture({ width: 20 + index }),
  }))
  const acts = new Acts()
  await acts.do(() => giveFiles(page, 'drop', files))
  await done(page).nth(16).waitFor()
  await acts.do(() => page.getByRole('button', { name: 'Copy all 17 links' }).click())
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect((await clipboard(page)).split('\n')).toHaveLength(17)
  expect(acts.count).toBe(2)
})

browserTest('stepping through ten and copying the tenth takes 12 acts at most', async (browser) => {
  await using testConsole = await startConsole()
  await fill(testConsole, numbered(12))
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/images')
  const acts = new Acts()
  await acts.do(() => page.getByRole('link', { name: 'Number 11' }).click())
  for (let step = 10; step >= 2; step--) {
    await acts.do(() => page.keyboard.press('ArrowRight'))
    await page.locator('picture-viewer h2', { hasText: `Number ${step}` }).waitFor()
  }
  await acts.do(() => page.keyboard.press('c'))
  await page.getByText('Copied').waitFor()
  const { items } = await testConsole.site.database.images.list({ limit: 99, search: 'number' })
  const tenth = items.find(({ title }) => title === 'Number 2')
  expect(await clipboard(page)).toBe(tenth === undefined ? '' : testConsole.site.links.direct(tenth))
  expect(acts.count).toBeLessThanOrEqual(12)
})

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script'

  browserTest(`selecting by match into a new album takes 5 acts, ${how}`, async (browser) => {
    await using testConsole = await startConsole()
    await fill(testConsole, [...numbered(9), 'Harbour'])
    const page = await openSignedIn(browser, testConsole, { javaScriptEnabled })
    await page.goto('/images')
    const acts = new Acts()
    await acts.do(async () => {
      await page.getByLabel('Search').fill('number')
      await page.keyboard.press('Enter')
    })
    await page.waitForURL('**/images?*q=number*')
    await acts.do(() => page.locator('.select-matching', { hasText: 'Select all 9' }).click())
    await acts.do(() => page.locator('.selection-actions summary', { hasText: 'Album' }).click())
    await acts.do(() => page.locator('input[name=newAlbum]').fill('Numbers'))
    if (javaScriptEnabled) await acts.do(() => page.keyboard.press('Enter'))
    else await acts.do(() => page.getByRole('button', { name: 'Create album' }).click())
    await page.getByText('“Numbers”').first().waitFor()
    const albums = await testConsole.site.database.albums.list()
    expect(albums.map(({ name, imageCount }) => [name, imageCount])).toEqual([['Numbers', 9]])
    expect(acts.count).toBeLessThanOrEqual(5)
  })

  browserTest(
    `a restricted key, tested, and ShareX take 12 acts, the key still shown, ${how}`,
    async (browser) => {
      await using testConsole = await startConsole()
      const page = await openSignedIn(browser, testConsole, { javaScriptEnabled })
      const acts = new Acts()
      await page.goto('/keys')
      const form = page.locator('form[action="/keys"]')
      await acts.do(() => page.getByRole('button', { name: 'Create key' }).click())
      await acts.do(() => form.locator('input[name=name]').fill('ShareX'))
      await acts.do(() => form.getByText('Restrictions', { exact: true }).click())
      await acts.do(() => form.getByLabel('PNG').check())
      await acts.do(() => form.getByLabel('Max. file size (MB)').fill('5'))
      await acts.do(() => form.getByLabel('Uploads per minute').fill('30'))
      await acts.do(() => form.getByLabel('Max. uploads').fill('500'))
      await acts.do(() => form.getByRole('button', { name: 'Create key' }).click())
      const secret = await page.getByLabel('API key').inputValue()
      await acts.do(() => page.getByRole('button', { name: 'Send a test image' }).click())
      await page.getByText('The key “ShareX” works').waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        acts.do(() => page.getByRole('link', { name: 'Download Pictoglyph.sxcu' }).first().click()),
      ])
      expect(await Bun.file(await download.path()).text()).toContain(secret)
      expect(await page.getByLabel('API key').inputValue()).toBe(secret)
      expect(acts.count).toBeLessThanOrEqual(12)
    },
  )

  browserTest(`sharing an album takes 2 acts, ${how}`, async (browser) => {
    await using testConsole = await startConsole()
    await fill(testConsole, ['Harbour'])
    const page = await openSignedIn(browser, testConsole, { javaScriptEnabled })
    await page.goto('/albums')
    await page.locator('main').getByLabel('New album').fill('Travel')
    await page.getByRole('button', { name: 'Create' }).click()
    const [album] = await testConsole.site.database.albums.list()
    await page.goto(`/images?album=${album?.id}`)
    const acts = new Acts()
    await acts.do(() => page.locator('.share-album > summary').click())
    await acts.do(() => page.getByRole('button', { name: 'Make public' }).click())
    const address = await page.getByLabel('Public link').inputValue()
    const [shared] = await testConsole.site.database.albums.list()
    expect(address).toEndWith(`/a/${shared?.publicToken}`)
    expect(acts.count).toBe(2)
  })

  browserTest(`taking down with a reason takes 4 acts, ${how}`, async (browser) => {
    await using testConsole = await startConsole()
    await testConsole.addMember('bob')
    await fill(testConsole, ['Harbour'], 'bob')
    const page = await openSignedIn(browser, testConsole, { javaScriptEnabled })
    await page.goto('/all-images')
    const acts = new Acts()
    await acts.do(() => page.locator('.pick input').first().check())
    await acts.do(() => page.locator('.selection-bar summary.danger').click())
    await acts.do(() => page.getByLabel('Reason').fill('Reported.'))
    await acts.do(() => page.getByRole('button', { name: 'Take down the selected' }).click())
    await page.getByText('taken down.').first().waitFor()
    expect((await testConsole.site.database.images.list({ limit: 9 })).items).toEqual([])
    expect(acts.count).toBe(4)
  })
}

browserTest('from the password printed to the first copied Markdown it takes 7 acts', async (browser) => {
  await using testConsole = await startConsole({ generatedPassword: true })
  const page = await openPage(browser, testConsole)
  const acts = new Acts()
  await page.goto('/')
  await acts.do(() => page.getByLabel('Name').fill('admin'))
  await acts.do(() => page.getByLabel('Password').fill(testConsole.admin.password))
  await acts.do(() => page.keyboard.press('Enter'))
  const steps = page.locator('.first-steps')
  await acts.do(() => steps.getByLabel('New password').fill('correct horse battery'))
  await acts.do(() => page.keyboard.press('Enter'))
  await page.getByText('Your password is changed').waitFor()
  const chooser = page.waitForEvent('filechooser')
  await acts.do(async () => {
    await steps.locator('.drop-zone').click()
    const file = { name: 'Harbour.png', mimeType: 'image/png', buffer: Buffer.from(picture()) }
    await (await chooser).setFiles(file)
  })
  await acts.do(() => steps.getByRole('button', { name: 'Copy Markdown' }).click())
  await steps.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await clipboard(page)).toMatch(/^!\[Harbour\]\(http:.*\.png\)$/)
  expect(acts.count).toBe(7)
})

browserTest(
  'without a script the first run is as short, and a refused password is told in the card',
  async (browser) => {
    await using testConsole = await startConsole({ generatedPassword: true })
    const page = await openPage(browser, testConsole, { javaScriptEnabled: false })
    await page.goto('/sign-in')
    await page.getByLabel('Name').fill('admin')
    await page.getByLabel('Password').fill(testConsole.admin.password)
    await page.keyboard.press('Enter')
    const steps = page.locator('.first-steps')
    await steps.getByLabel('New password').fill(testConsole.admin.password)
    await steps.getByRole('button', { name: 'Set password' }).click()
    await page.locator('.refusal').getByText('The new password is the current one.').waitFor()
    await steps.getByLabel('New password').fill('correct horse battery')
    await steps.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password is changed').waitFor()
    const file = { name: 'Harbour.png', mimeType: 'image/png', buffer: Buffer.from(picture()) }
    await steps.locator('input[type=file]').setInputFiles(file)
    await steps.getByRole('button', { name: 'Upload' }).click()
    await page.waitForURL('**/images/*')
    await page.goto('/images')
    expect(await steps.getByLabel('Markdown').inputValue()).toMatch(/^!\[.*\]\(http/)
    await steps.getByLabel('Program').selectOption('PicList')
    await steps.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('heading', { name: 'This is the key, shown only now' }).waitFor()
    await page.locator('.client[open]').getByText('PicList').first().waitFor()
  },
)
