import { expect } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { deleteImages } from '@pictoglyph/site/images'
import { parseAddress } from '@pictoglyph/site/network/address'
import { TOTP } from 'otpauth'
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
  await page.waitForURL('/albums')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/sign-in')
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
    .getByText('The file is text. Accepted: JPEG, PNG')
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
  await page.locator('main').getByLabel('New album').fill('Travel')
  await page.getByRole('button', { name: 'Create' }).click()
  await upload(page, ['one', 'two', 'three', 'four'])

  await page.goto('/images')
  const boxes = page.locator('.pick input')
  await boxes.nth(0).check()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await page.getByText('3 selected').waitFor()
  await page.locator('.selection-actions summary', { hasText: 'Album' }).click()
  await page.getByRole('button', { name: 'Add to album' }).click()
  expect(await notice(page).textContent()).toContain('Added to “Travel”.')
  const [album] = await database.albums.list()
  expect(album?.imageCount).toBe(3)

  await page.getByText('Filters').click()
  await page.locator('select[name=album]').selectOption({ label: 'Travel' })
  await page.waitForURL('**/images?album=*')
  expect(await page.locator('.card-image').count()).toBe(3)

  await boxes.first().check()
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

browserTest('a filter waits while one goes through its choices by keyboard', async (browser) => {
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
  await category.press('Enter')
  await page.waitForURL('**/images?category=wallpapers')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Filters')
  expect(visited).toEqual(['?category=wallpapers'])
})

browserTest('albums: rename, order, publish, delete, take back', async (browser) => {
  await using testConsole = await startConsole()
  const { albums } = testConsole.site.database
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/albums')
  for (const name of ['First', 'Second']) {
    await page.locator('main').getByLabel('New album').fill(name)
    await page.getByRole('button', { name: 'Create' }).click()
  }
  await page.getByRole('button', { name: 'Move Second up' }).click()
  await page.locator('.row').first().getByText('Edit').click()
  await page.locator('.row').first().getByLabel('Name', { exact: true }).fill('Renamed')
  await page.locator('.row').first().getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Renamed' }).waitFor()
  await page.locator('.row').first().getByText('Share').click()
  await page.locator('.row').first().getByRole('button', { name: 'Make public' }).click()
  const [album] = await albums.list()
  expect(await page.getByLabel('Public link').inputValue()).toEndWith(`/a/${album?.publicToken}`)
  await page.locator('.row').first().getByText('Delete', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete the album' }).first().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The album “Renamed” is back').waitFor()
  expect((await albums.list()).map(({ name }) => name)).toEqual(['Renamed', 'First'])
})

browserTest('keys: create, copy, try, revoke', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('input[name=name]').fill('ShareX at work')
  await page.locator('select[name=expiresIn]').selectOption('30d')
  await page.locator('form[action="/keys"] button[type=submit]').click()
  expect(await page.getByLabel('API key').inputValue()).toMatch(/^pgl_[0-9A-Za-z]{33}$/)
  await page.goBack()
  expect(await page.getByRole('row', { name: /ShareX/ }).count()).toBe(1)
  await page.goForward()
  await page.reload()
  await page.getByText('put your key where YOUR_API_KEY stands').waitFor()
  expect(await keysOf(testConsole)).toEqual(['ShareX at work', 'first key'])
  await page.getByRole('button', { name: 'Send a test image' }).click()
  await page.locator('[data-result]').getByText('works: this test image came in with it').waitFor()
  await page.goto('/keys')
  await page.getByRole('link', { name: 'ShareX at work' }).click()
  await page.locator('.drawer').getByText('Revoke', { exact: true }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  expect(await notice(page).textContent()).toContain('is revoked')
})

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script'

  browserTest(`a key is changed: narrower at once, wider with a proof, ${how}`, async (browser) => {
    let nowMs = Date.now()
    await using testConsole = await startConsole({ clock: () => nowMs })
    const { keys } = testConsole.site.database
    const page = await openPage(browser, testConsole, { javaScriptEnabled })
    await page.goto('/sign-in')
    await page.getByLabel('Name').fill(testConsole.admin.name)
    await page.getByLabel('Password').fill(testConsole.admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('/images')
    nowMs += 11 * 60 * 1000
    const save = async (megabytes: string) => {
      await page.goto('/keys')
      await page.getByRole('link', { name: /^(first key|Camera)$/ }).click()
      const part = page.locator(javaScriptEnabled ? 'dialog.drawer' : 'main')
      await part.getByLabel('Name', { exact: true }).fill('Camera')
      const restrictions = part.locator('.restriction-fields')
      if ((await restrictions.getAttribute('open')) === null) await restrictions.locator('summary').click()
      await part.getByLabel('Max. file size (MB)').fill(megabytes)
      await part.getByRole('button', { name: 'Save' }).click()
    }
    await save('2')
    await notice(page).getByText('The key “Camera” is changed.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/keys')
    expect((await keys.list()).map(({ binding }) => binding.maxBytes)).toEqual([2 * 1024 * 1024])
    await save('3')
    await page.locator('input[name=proof]').fill(testConsole.admin.password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await notice(page).getByText('The key “Camera” is changed.').waitFor()
    expect((await keys.list()).map(({ binding }) => binding.maxBytes)).toEqual([3 * 1024 * 1024])
  })
}

browserTest('leaving new recovery codes asks, until they are said to be kept', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  const asked: string[] = []
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    await dialog.dismiss()
  })
  await page.goto('/account/second-factor')
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  await page.getByLabel('Code that the app shows').fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByRole('heading', { name: 'Recovery codes, shown only now' }).click()
  const question = page.waitForEvent('dialog')
  await page.getByRole('link', { name: 'Albums' }).first().click()
  await question
  await page.getByRole('link', { name: 'I have kept them' }).click()
  await page.waitForURL('/account')
  expect(asked).toEqual(['beforeunload'])
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
  await page.getByRole('button', { name: 'Create user' }).click()
  const newUser = page.locator('form[action="/users"]')
  await newUser.getByLabel('Name').fill('lin')
  await newUser.getByRole('button', { name: 'Create user' }).click()
  expect((await page.getByLabel('Password').inputValue()).length).toBe(20)
  await page.reload()
  expect(await notice(page).textContent()).toContain('The password of lin was shown once.')
  await page.getByRole('link', { name: 'lin', exact: true }).click()
  const drawer = page.locator('.drawer')
  await drawer.getByLabel('Quota').fill('1.5')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await notice(page).getByText('Saved.').waitFor()
  expect((await database.users.byName('lin'))?.quotaBytes).toBe(1.5 * 1024 * 1024)
  await page.getByRole('link', { name: 'lin', exact: true }).click()
  await drawer.getByText('Disable', { exact: true }).first().click()
  await drawer.getByRole('button', { name: 'Disable', exact: true }).click()
  expect(await notice(page).textContent()).toContain('lin is signed out everywhere')

  await page.goto('/settings/uploads')
  await page.getByRole('button', { name: 'Create category' }).click()
  await page.getByLabel('Name of the category').fill('Wallpapers')
  await page.getByLabel('Name of the category').press('Enter')
  await page.getByRole('button', { name: 'Move Wallpapers up' }).click()
  await page.locator('#categories tbody tr').first().getByRole('link', { name: 'Wallpapers' }).click()
  await drawer.getByText('Disable', { exact: true }).first().click()
  await drawer.getByRole('button', { name: 'Disable', exact: true }).click()
  expect(await notice(page).textContent()).toContain('Uploads to “Wallpapers” are refused')
})

browserTest('policy and character sets: previews follow what is typed', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await upload(page, ['one', 'two'])
  await page.goto('/settings/uploads')
  await page.getByText('Of the last 2 uploads, 0 would be refused.').waitFor()
  await page.getByLabel('Max. side').fill('100')
  await page.getByText('Of the last 2 uploads, 2 would be refused.').waitFor()
  await page.getByRole('button', { name: 'Save policy' }).click()
  expect(await notice(page).textContent()).toContain('in force within two seconds')

  await page.goto('/settings/text')
  await page.getByRole('button', { name: 'Create character set' }).click()
  const form = page.locator('form[action="/settings/text/charsets"]')
  await form.getByLabel('Symbols').fill('ab')
  await page.getByText('A character set has exactly 4 symbols').waitFor()
  await form.getByLabel('Symbols').fill('wxyz')
  await page
    .locator('#charset-preview .sample')
    .getByText(/^zxw[wxyz]+y$/)
    .waitFor()
  await form.getByLabel('Id').fill('tail')
  await form.getByLabel('Name').fill('Tail')
  await form.getByRole('button', { name: 'Create character set' }).click()
  await page.getByRole('link', { name: 'Tail' }).click()
  await page.locator('.drawer').getByRole('button', { name: 'Use as default' }).click()
  expect(await notice(page).textContent()).toContain('“tail” is the default now, and enabled.')
})

browserTest('access: paste networks, whitelist mode, the limit and who it holds back', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/settings/networks')
  await page.getByRole('button', { name: 'Add many at once' }).click()
  await page.getByLabel('Networks, one a line').fill('192.0.2.0/24 office\n10.0.0.1/8')
  await page.locator('form[action="/settings/networks/paste"]').getByLabel('List').selectOption('allow')
  await page.getByRole('button', { name: 'Add all' }).click()
  await page.getByText('1 line is invalid, 1 line is valid').waitFor()
  await page.getByRole('button', { name: 'Add only the 1 valid line' }).click()
  expect(await notice(page).textContent()).toContain('1 network is on the list.')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('alert').getByText('you would lock yourself out').waitFor()
  await page.getByLabel('Turn it on anyway').check()
  await page.getByRole('button', { name: 'Turn on' }).click()
  expect(await notice(page).textContent()).toContain('Whitelist mode is on')
  await page.getByRole('link', { name: '192.0.2.0/24' }).click()
  const drawer = page.locator('.drawer')
  await drawer.getByText('Remove', { exact: true }).first().click()
  await drawer.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('cell', { name: 'office' }).waitFor()

  await page.getByText('No client is rate-limited now.').waitFor()
  const request = { act: 'text request', by: { address: parseAddress('192.0.2.1') } } as const
  await testConsole.limiter.take(request, 1)
  await testConsole.limiter.take(request, 1)
  await page.getByText('1 client is rate-limited now.').waitFor()
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
  await page.goto('/settings/uploads')
  await page.getByLabel('Max. side').fill('10')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Of the last 1 upload, 1 would be refused.').waitFor()
  await page.locator('summary', { hasText: 'Menu' }).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Albums' }).click()
  await page.waitForURL('/albums')
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
