import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { openPage } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { picture } from '../support/pictures.ts'
import { uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

const notice = (page: Page) => page.locator('.notice').first()
const laterMs = 11 * 60 * 1000

/** A page of the administrator, who signed in by password some time ago. */
async function signIn(page: Page, { admin }: ConsoleUnderTest): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Name').fill(admin.name)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/images')
}

async function prove(page: Page, { admin }: ConsoleUnderTest): Promise<void> {
  await page.locator('input[name=proof]').fill(admin.password)
  await page.locator('main button[type=submit]').first().click()
}

/** Steps away from the picture that was opened and back, looks at whose it is, and goes to its page. */
async function lookInViewer(page: Page): Promise<void> {
  const viewer = page.locator('picture-viewer')
  await viewer.getByRole('heading', { name: 'Harbour of bob' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await viewer.getByRole('heading', { name: 'Terrace' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('i')
  await viewer.getByText('240 × 160').waitFor()
  expect(await viewer.locator('.panel').textContent()).toContain('bob')
  expect(await viewer.getByRole('button', { name: 'Delete' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.waitForURL('**/all-images?*owner=BOB*')
  await page.goForward()
  await page.reload()
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script'

  browserTest(`take down another user’s image with its copies, and take it back, ${how}`, async (browser) => {
    let nowMs = Date.now()
    await using testConsole = await startConsole({ clock: () => nowMs })
    const { images } = testConsole.site.database
    for (const name of ['ann', 'bob']) {
      const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember(name))
      await uploadPicture(visitor, { title: `Harbour of ${name}` }, picture({ width: 240, height: 160 }))
      nowMs += 1
      await uploadPicture(
        visitor,
        { title: 'Terrace' },
        picture({ width: 200, colour: [name.length, 90, 200] }),
      )
    }
    const live = async () => (await images.list({ limit: 9 })).items.map(({ title }) => title).sort()
    const before = await live()
    const page = await openPage(browser, testConsole, { javaScriptEnabled })
    await signIn(page, testConsole)
    nowMs += laterMs

    await page.goto('/all-images')
    await page.locator('input[name=owner]').fill('BOB')
    await page.locator('input[name=owner]').press('Enter')
    await page.waitForURL('**/all-images?*owner=BOB*')
    expect(await page.locator('.card-image').count()).toBe(2)
    await page.getByRole('link', { name: 'Harbour of bob' }).click()
    if (javaScriptEnabled) await lookInViewer(page)
    await page.getByRole('heading', { level: 1, name: 'Harbour of bob' }).waitFor()
    await page.locator('summary.danger').click()
    await page.getByLabel('All other copies too').check()
    await page.getByLabel('Reason').fill('Reported.')
    await page.getByRole('button', { name: 'Take down this image' }).click()
    await prove(page, testConsole)
    await notice(page).getByText('2 images of 2 owners taken down.').waitFor()
    expect(await live()).toEqual(['Terrace', 'Terrace'])

    await notice(page).getByRole('button', { name: 'Undo' }).click()
    await notice(page).getByText('2 images restored.').waitFor()
    expect(await live()).toEqual(before)

    await page.goto('/all-images')
    await page.locator('.pick input').nth(0).check()
    await page.locator('.pick input').nth(1).check()
    await page.locator('.selection-bar summary.danger').click()
    await page.getByLabel('Reason').fill('Reported.')
    await page.getByRole('button', { name: 'Take down the selected' }).click()
    await notice(page).getByText('taken down.').waitFor()
    expect(await live()).toHaveLength(2)
    await page.goto('/audit')
    expect(await page.locator('tbody td:nth-child(2)').first().textContent()).toMatch(
      /^admin took down (2 images|the image “.+”) of (ann|bob)\./,
    )
  })

  browserTest(`make a restricted key, test it, and configure ShareX, ${how}`, async (browser) => {
    await using testConsole = await startConsole()
    const page = await openPage(browser, testConsole, { javaScriptEnabled })
    await signIn(page, testConsole)
    await page.goto('/keys')
    const form = page.locator('form[action="/keys"]')
    await page.getByRole('button', { name: 'Create key' }).click()
    await form.locator('input[name=name]').fill('ShareX at work')
    await form.getByText('Restrictions', { exact: true }).click()
    await form.getByRole('checkbox', { name: 'general' }).check()
    await form.getByLabel('JPEG').check()
    await form.getByLabel('Max. file size (MB)').fill('5')
    await form.getByLabel('Uploads per minute').fill('30')
    await form.getByLabel('Only from these networks').fill('10.0.0.1/8')
    await form.locator('button[type=submit]').click()
    await page.locator('.refusal').getByText('10.0.0.0/8').waitFor()
    expect(await form.getByLabel('JPEG').isChecked()).toBe(true)
    await form.getByLabel('Only from these networks').fill('10.0.0.0/8 127.0.0.0/8 ::1/128')
    await form.locator('button[type=submit]').click()
    await page.getByRole('heading', { name: 'This is the key, shown only now' }).waitFor()

    const secret = (await page.content()).match(/pgl_[0-9A-Za-z]{33}/)?.[0] ?? ''
    const shareX = page.locator('.client', { has: page.getByText('ShareX', { exact: true }) })
    await shareX.locator('summary').click()
    const configuration = JSON.parse((await shareX.locator('pre').textContent()) ?? '')
    expect(configuration.Headers).toEqual({ Authorization: `Bearer ${secret}` })
    expect(configuration.Arguments).toEqual({ categoryId: 'general', title: '{filename}' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      shareX.locator('a[download]').click(),
    ])
    expect(download.suggestedFilename()).toBe('Pictoglyph.sxcu')

    await page.getByRole('button', { name: 'Send a test image' }).click()
    await page
      .locator('.message.good')
      .getByText('The key “ShareX at work” works, but only from 10.0.0.0/8')
      .waitFor()
    expect(await page.getByLabel('API key').inputValue()).toBe(secret)
    const { items } = await testConsole.site.database.images.list({ limit: 9 })
    expect(items.map(({ file }) => file.type)).toEqual(['image/jpeg'])

    await page.goto('/keys')
    const row = page.locator('tbody tr', { hasText: 'ShareX at work' })
    expect((await row.boundingBox())?.height).toBeWithin(47, 50)
    for (const words of ['JPEG', '5 MB', '10.0.0.0/8']) {
      await row.locator('.row-beneath').getByText(words).waitFor()
    }
  })
}

browserTest(
  'the number of limited clients is renewed while one looks on, and is no longer asked for after',
  async (browser) => {
    let limited = 0
    await using testConsole = await startConsole({ limiter: { limited: () => limited } })
    const page = await openPage(browser, testConsole)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/settings/networks/limited')) asked += 1
    })
    await signIn(page, testConsole)
    await page.clock.install()
    await page.goto('/settings/networks')
    await page.getByText('No client is rate-limited now.').waitFor()
    limited = 2
    await page.clock.fastForward(3_000)
    await page.getByText('2 clients are rate-limited now.').waitFor()
    await page.locator('#limited-now').evaluate((part) => part.remove())
    const before = asked
    await page.clock.runFor(30_000)
    expect([before, asked]).toEqual([1, 1])
  },
)
