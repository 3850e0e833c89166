import { expect } from 'bun:test'
import { commandActor, deleteImages } from '@pictoglyph/core'
import type { Page } from 'playwright-core'
import { openPage, openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { giveFiles } from '../support/give-files.ts'
import { picture } from '../support/pictures.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

const file = (name: string, colour: [number, number, number]) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(picture({ width: 240, height: 160, colour })),
})

const notice = (page: Page) => page.getByRole('status').first()

browserTest('sign in, be told when it fails, and sign out', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openPage(browser, testConsole)
  await page.goto('/albums')
  await page.getByLabel('Name').fill('admin')
  await page.getByLabel('Password').fill('not it')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('Name or password is wrong.')
  await page.getByRole('button', { name: '简体中文' }).click()
  await page.getByRole('heading', { name: '登录' }).waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByLabel('Name').fill('admin')
  await page.getByLabel('Password').fill(testConsole.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/albums')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  expect(await notice(page).textContent()).toContain('You are signed out.')
})

browserTest('pick, drop and paste several images, describe them, and see them go', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/upload')
  await page.getByLabel('Start as soon as files are added').uncheck()
  await page
    .locator('input[name=file]')
    .setInputFiles([file('one.png', [200, 40, 40]), file('two.png', [40, 40, 200])])
  await giveFiles(page, 'drop', [{ name: 'drop.png', bytes: picture({ width: 300 }) }])
  await giveFiles(page, 'paste', [{ name: 'paste.png', bytes: picture({ width: 310 }) }])
  await page.locator('.queue-row').nth(3).waitFor()
  await page.getByRole('button', { name: 'Edit one.png' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('The first')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Upload 4 images' }).click()
  await page.locator('.queue-row[data-state=done]').nth(3).waitFor()
  const { items } = await testConsole.site.database.images.list({ limit: 9 })
  expect(items.map(({ title }) => title).sort()).toEqual(['The first', 'drop', 'paste', 'two'])

  await page.goto('/upload')
  await page
    .locator('input[name=file]')
    .setInputFiles([
      file('again.png', [200, 40, 40]),
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no image') },
    ])
  await page.getByRole('button', { name: 'Upload 2 images' }).click()
  await page
    .locator('.queue-row[data-state=refused]')
    .getByText('The type of this file is not known here. Accepted: JPEG, PNG')
    .waitFor()
  await page.locator('.queue-row[data-state=done]').getByText('Already there').waitFor()
  await page.getByRole('link', { name: 'Open again.png' }).click()
  await page.waitForURL('**/images/*')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('The first')
})

browserTest('select many, move them to an album, delete them, take it back', async (browser) => {
  await using testConsole = await startConsole()
  const { database } = testConsole.site
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/albums')
  await page.getByLabel('New album').fill('Travel')
  await page.getByRole('button', { name: 'Create' }).click()
  await upload(page, ['one', 'two', 'three', 'four'])

  await page.goto('/images')
  const boxes = page.locator('.pick input')
  await boxes.nth(0).check()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await page.getByText('3 selected').waitFor()
  await page.getByRole('button', { name: 'Add to album' }).click()
  expect(await notice(page).textContent()).toContain('Added to “Travel”.')
  const [album] = await database.albums.list()
  expect(album?.imageCount).toBe(3)

  await page.getByText('Filters').click()
  await page.locator('select[name=album]').selectOption({ label: 'Travel' })
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL('**/images?album=*')
  expect(await page.locator('.card-image').count()).toBe(3)

  await page.getByLabel('Select all 3').check()
  await page.locator('.selection-bar summary.danger').click()
  await page.getByRole('button', { name: 'Delete the selected' }).click()
  expect(await notice(page).textContent()).toContain('3 images deleted.')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await notice(page).textContent()).toContain('3 images restored.')
  expect((await database.images.list({ limit: 9 })).items).toHaveLength(4)

  await page.locator('.pick input').first().check()
  await page.locator('.selection-bar summary.danger').click()
  await page.getByRole('button', { name: 'Delete the selected' }).click()
  await page.goto('/images/deleted')
  await page.locator('.pick input').first().check()
  await page.getByRole('button', { name: 'Restore the selected' }).click()
  expect(await notice(page).textContent()).toContain('1 image restored.')
})

browserTest('delete an image for good, once that was asked', async (browser) => {
  await using testConsole = await startConsole()
  const { database } = testConsole.site
  const page = await openSignedIn(browser, testConsole)
  await upload(page, ['one', 'two'])
  const { items } = await database.images.list({ limit: 9 })
  await deleteImages(
    testConsole.site,
    commandActor,
    items[0]?.ownerId ?? '',
    items.map(({ id }) => id),
  )

  await page.goto('/images/deleted')
  await page.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>('.thumbnail')
    return picture?.complete && picture.naturalWidth > 0
  })

  await page.locator('.pick input').first().check()
  const sure = page.getByRole('button', { name: 'Delete the selected for good' })
  expect(await sure.isVisible()).toBe(false)
  await page.locator('.selection-bar summary.danger').click()
  await sure.click()
  expect(await notice(page).textContent()).toContain('1 image deleted for good.')
  expect(await page.locator('.card-image').count()).toBe(1)
  expect(new URL(page.url()).pathname).toBe('/images/deleted')
})

browserTest('find an image, copy its link, change its title', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await upload(page, ['Harbour', 'Terrace'])
  await page.goto('/images')
  await page.getByLabel('Search').fill('harb')
  await page.getByLabel('Search').press('Enter')
  await page.waitForURL('**/images?q=harb')
  await page.getByRole('link', { name: 'Harbour' }).click()
  await page.getByRole('link', { name: 'Page of this image' }).click()
  await page.getByLabel('Markdown', { exact: true }).first().check()
  await page.getByRole('button', { name: 'Copy Markdown', exact: true }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^!\[Harbour\]\(http:\/\/localhost:\d+\/i\/\w+\.png\)$/)
  const button = page
    .getByRole('button', { name: /^(Copy|Copied)( Markdown)?$/ })
    .filter({ hasText: 'Copied' })
  await button.click()
  await button.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Copy Markdown', exact: true }).waitFor()
  await page.getByLabel('Title', { exact: true }).fill('Harbour at dusk')
  await page.getByLabel('Description').fill('Two lines\nof text')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Harbour at dusk')
  expect(await page.getByLabel('Description').inputValue()).toBe('Two lines\nof text')
})

browserTest(
  'a filter waits for its button, while one goes through its choices by keyboard',
  async (browser) => {
    await using testConsole = await startConsole()
    await fillSite(testConsole)
    const page = await openSignedIn(browser, testConsole)
    await page.goto('/images')
    const visited: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) visited.push(new URL(request.url()).search)
    })
    await page.getByText('Filters').click()
    const category = page.locator('.filter-panel select[name=category]')
    await category.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await category.inputValue()).toBe('wallpapers')
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    await page.waitForURL('**/images?category=wallpapers')
    expect(visited).toEqual(['?category=wallpapers'])
  },
)

browserTest('albums: rename, order, publish, delete, take back', async (browser) => {
  await using testConsole = await startConsole()
  const { albums } = testConsole.site.database
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/albums')
  for (const name of ['First', 'Second']) {
    await page.getByLabel('New album').fill(name)
    await page.getByRole('button', { name: 'Create' }).click()
  }
  await page.getByRole('button', { name: 'Move Second up' }).click()
  await page.locator('.row').first().getByText('Edit').click()
  await page.locator('.row').first().getByLabel('Name', { exact: true }).fill('Renamed')
  await page.locator('.row').first().getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Renamed' }).waitFor()
  await page.locator('.row').first().getByRole('button', { name: 'Make public' }).click()
  const [album] = await albums.list()
  expect(await page.getByLabel('Public link').inputValue()).toEndWith(`/a/${album?.publicToken}`)
  await page.locator('.row').first().getByText('Delete', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete the album' }).first().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The album “Renamed” is back').waitFor()
  expect((await albums.list()).map(({ name }) => name)).toEqual(['First', 'Renamed'])
})

browserTest('keys: create, copy, try, revoke', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/keys')
  await page.locator('input[name=name]').fill('ShareX at work')
  await page.locator('select[name=expires]').selectOption('30')
  await page.getByRole('button', { name: 'Create key' }).click()
  expect(await page.getByLabel('API key').inputValue()).toMatch(/^pgl_[0-9A-Za-z]{33}$/)
  await page.goBack()
  expect(await page.getByRole('row', { name: /ShareX/ }).count()).toBe(1)
  await page.goForward()
  await page.reload()
  await page.getByText('put your key where YOUR_API_KEY stands').waitFor()
  expect(await keysOf(testConsole)).toEqual(['ShareX at work', 'first key'])
  await page.getByRole('button', { name: 'Send a test image' }).click()
  expect(await notice(page).textContent()).toContain('works: this test image came in with it')
  await page.goto('/keys')
  const row = page.getByRole('row', { name: /ShareX/ })
  await row.getByText('Revoke', { exact: true }).click()
  await row.getByRole('button', { name: 'Revoke the key' }).click()
  expect(await notice(page).textContent()).toContain('is revoked')
})

browserTest('account: see and end sessions, change the password', async (browser) => {
  await using testConsole = await startConsole()
  const other = await openSignedIn(browser, testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/account')
  await page.getByRole('button', { name: /^End Firefox/ }).click()
  expect(await notice(page).textContent()).toContain('The session has ended.')
  await other.goto('/account')
  await other.waitForURL('**/sign-in?return=**')
  await page.getByLabel('Current password').fill(testConsole.admin.password)
  await page.getByLabel('New password', { exact: false }).first().fill('a better password')
  await page.getByLabel('New password, again').fill('a better password')
  await page.getByRole('button', { name: 'Change password' }).click()
  expect(await notice(page).textContent()).toContain('Your password is changed')
})

browserTest('users and categories: add, limit, disable', async (browser) => {
  await using testConsole = await startConsole()
  const { database } = testConsole.site
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/users')
  await page.locator('form[action="/users"]').getByLabel('Name').fill('lin')
  await page.getByRole('button', { name: 'Add user' }).click()
  expect((await page.getByLabel('Password').inputValue()).length).toBe(20)
  await page.reload()
  expect(await notice(page).textContent()).toContain('The password of lin was shown once.')
  await page.getByLabel('Quota of lin').fill('1.5')
  await page.getByRole('row', { name: /^lin/ }).getByRole('button', { name: 'Save' }).nth(1).click()
  await notice(page).getByText('Saved.').waitFor()
  expect((await database.users.byName('lin'))?.quotaBytes).toBe(1.5 * 1024 * 1024)
  const row = page.getByRole('row', { name: /^lin/ })
  await row.getByText('Disable', { exact: true }).first().click()
  await row.getByRole('button', { name: 'Disable', exact: true }).click()
  expect(await notice(page).textContent()).toContain('lin is signed out everywhere')

  await page.goto('/categories')
  await page.getByLabel('New category').fill('Wallpapers')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('button', { name: 'Move Wallpapers up' }).click()
  await page.locator('.row').first().getByRole('button', { name: 'Disable' }).click()
  expect(await notice(page).textContent()).toContain('Uploads to “Wallpapers” are refused')
})

browserTest('policy and character sets: previews follow what is typed', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await upload(page, ['one', 'two'])
  await page.goto('/policy')
  await page.getByText('Of the last 2 uploads, 0 would be refused.').waitFor()
  await page.getByLabel('Longest side').fill('100')
  await page.getByText('Of the last 2 uploads, 2 would be refused.').waitFor()
  await page.getByRole('button', { name: 'Save policy' }).click()
  expect(await notice(page).textContent()).toContain('in force within two seconds')

  await page.goto('/ciphers')
  const form = page.locator('form[action="/ciphers/charsets"]')
  await form.getByLabel('Symbols').fill('ab')
  await page.getByText('A character set has exactly 4 symbols').waitFor()
  await form.getByLabel('Symbols').fill('wxyz')
  await page
    .locator('#charset-preview .sample')
    .getByText(/^zxw[wxyz]+y$/)
    .waitFor()
  await form.getByLabel('Id').fill('tail')
  await form.getByLabel('Name').fill('Tail')
  await form.getByRole('button', { name: 'Add character set' }).click()
  await page.getByRole('button', { name: 'Make default Tail' }).click()
  expect(await notice(page).textContent()).toContain('“tail” is the default now, and enabled.')
})

browserTest('access: paste networks, whitelist mode, the limit and who it holds back', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/access')
  await page.getByText('Paste many').click()
  await page.getByLabel('Networks, one a line').fill('192.0.2.0/24 office\n10.0.0.1/8')
  await page.locator('form[action="/access/paste"]').getByLabel('List').selectOption('allow')
  await page.getByRole('button', { name: 'Add all' }).click()
  await page.getByText('1 line is wrong, 1 line is right').waitFor()
  await page.getByRole('button', { name: 'Add the 1 good line only' }).click()
  expect(await notice(page).textContent()).toContain('1 network is on the list.')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('alert').getByText('you would lock yourself out').waitFor()
  await page.getByLabel('Turn it on all the same').check()
  await page.getByRole('button', { name: 'Turn on' }).click()
  expect(await notice(page).textContent()).toContain('Whitelist mode is on')
  await page.getByRole('row', { name: /192/ }).getByText('Remove', { exact: true }).first().click()
  await page.getByRole('row', { name: /192/ }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('cell', { name: 'office' }).waitFor()

  await page.getByText('Nobody is being held back now.').waitFor()
  await testConsole.limiter.take('192.0.2.1', 1)
  await testConsole.limiter.take('192.0.2.1', 1)
  await page.getByText('1 caller is being held back now.').waitFor()
})

browserTest('audit log: filter and export', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/audit')
  await page.getByLabel('Action').selectOption({ label: 'Set up the site' })
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL('**/audit?action=site.create')
  expect(await page.locator('tbody tr').count()).toBe(1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export JSON Lines' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit.jsonl')
})

browserTest('everything works without a script', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole, { javaScriptEnabled: false })
  await page.goto('/upload')
  await page.locator('input[name=file]').setInputFiles(file('one.png', [9, 99, 199]))
  await page.getByLabel('Title', { exact: true }).fill('By hand')
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.waitForURL('**/images/*')
  await page.getByText('Delete', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete this image' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await notice(page).textContent()).toContain('1 image restored.')
  await page.getByRole('link', { name: 'By hand' }).click()
  expect(await page.locator('time').first().textContent()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
  await page.getByLabel('Markdown', { exact: true }).first().check()
  expect(await page.locator('.copy-value:visible input').inputValue()).toStartWith('![By hand](http')
  await page.goto('/policy')
  await page.getByLabel('Longest side').fill('10')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Of the last 1 upload, 1 would be refused.').waitFor()
  await page.locator('summary', { hasText: 'Menu' }).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Albums' }).click()
  await page.waitForURL('**/albums')
})

browserTest('times are in the reader’s zone, and pages in the language one chooses', async (browser) => {
  const clock = () => Date.UTC(2026, 4, 1, 20, 30)
  await using testConsole = await startConsole({ clock })
  const page = await openSignedIn(browser, testConsole, { timezoneId: 'Asia/Tokyo' })
  await page.goto('/audit')
  expect(await page.locator('time').first().textContent()).toMatch(/May 2, 2026, 5:30\sAM/)
  await page.getByRole('button', { name: '简体中文' }).click()
  await page.getByRole('heading', { name: '审计日志' }).waitFor()
  expect(await page.locator('time').first().textContent()).toContain('2026年5月2日')
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
})

browserTest('everything can be reached by keyboard', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/albums')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'By keyboard' }).waitFor()
  const question = page.locator('.row-actions form details').last()
  await question.locator('summary').focus()
  await page.keyboard.press('Enter')
  expect(await question.getAttribute('open')).toBe('')
  await page.keyboard.press('Escape')
  expect(await question.getAttribute('open')).toBeNull()
})

browserTest('copy a link where pages have no clipboard, as over plain http', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await upload(page, ['Harbour'])
  await page.goto('/images')
  await page.getByRole('link', { name: 'Harbour' }).click()
  await page.getByRole('link', { name: 'Page of this image' }).click()
  await page.getByLabel('Markdown', { exact: true }).first().check()
  await page.getByRole('button', { name: 'Copy Markdown', exact: true }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  await page.getByLabel('Title', { exact: true }).fill('')
  await page.getByLabel('Title', { exact: true }).press('Control+V')
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toStartWith('![Harbour](http')
  expect(complaints).toEqual([])
})

const keysOf = async ({ site }: ConsoleUnderTest) =>
  (await site.database.keys.list()).map(({ name }) => name).sort()

async function upload(page: Page, titles: string[]): Promise<void> {
  await page.goto('/upload')
  const files = titles.map((title, index) => file(`${title}.png`, [40 * index, 90, 160]))
  await page.locator('input[name=file]').setInputFiles(files)
  await page
    .locator('.queue-row[data-state=done]')
    .nth(titles.length - 1)
    .waitFor()
}
