import { expect } from 'bun:test'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { giveFiles } from '../support/give-files.ts'
import { picture } from '../support/pictures.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

browserTest('Custom shows its field while it is chosen, also without a script', async (browser) => {
  await using testConsole = await startConsole()
  for (const javaScriptEnabled of [true, false]) {
    const page = await openSignedIn(browser, testConsole, {
      javaScriptEnabled,
      viewport: { width: 390, height: 844 },
    })
    await page.goto('/guests')
    const choice = page.locator('select[name=expiresIn]')
    const written = page.getByLabel('Expires in: custom')
    expect(await written.isVisible()).toBe(false)
    await choice.selectOption('Custom')
    expect(await written.isVisible()).toBe(true)
    await page.getByLabel('Title').fill('Party')
    await written.fill('soon')
    await page.getByRole('button', { name: 'Create link' }).click()
    const refused = page.locator('#refused-field')
    expect(await refused.textContent()).toBe(
      '“Expires in” must be a span such as 30s, 10m, 1h or 30d, not "soon".',
    )
    expect(await written.isVisible()).toBe(true)
    await choice.selectOption('7 days')
    expect(await written.isVisible()).toBe(false)
    await page.context().close()
  }
})

browserTest('files that are dropped expire as the form of uploads says', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/upload')
  await page.locator('form[data-upload] select[name=expiresIn]').selectOption('1 day')
  const bytes = picture({ width: 240, height: 160, colour: [9, 99, 199] })
  await giveFiles(page, 'drop', [{ name: 'a.png', bytes }])
  await page.getByRole('button', { name: /^Copy link/ }).waitFor()
  const { items } = await testConsole.site.database.images.list({ limit: 1 })
  const lastsMs = (items[0]?.expiresAtMs ?? 0) - (items[0]?.createdAtMs ?? 0)
  expect(Math.round(lastsMs / 3_600_000)).toBe(24)
})
