import { expect } from 'bun:test'
import { commandActor, createKey } from '@pictoglyph/core'
import type { Locator } from 'playwright-core'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { fillSite } from '../support/sample-site.ts'
import { browserTest } from './browser-tests.ts'

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (box === null) throw new Error('it is not on the page')
  return box
}

browserTest('the fields of a filter stand in one line, those for days too', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  for (const [path, inFilter] of [
    ['/images', '.gallery-filter > label > :is(input, select), .gallery-filter button'],
    ['/images', '.filter-panel label:nth-child(n + 5) > input:not([type="checkbox"])'],
    ['/audit', '.filter :is(input, select)'],
  ] as const) {
    await page.goto(path)
    const more = page.locator('.filter-more summary')
    if ((await more.count()) > 0) await more.click()
    const fields = await page.locator(inFilter).all()
    const boxes = await Promise.all(fields.map(boxOf))
    expect(boxes.length).toBeGreaterThan(1)
    expect(new Set(boxes.map(({ y, height }) => `${y} ${height}`)).size).toBe(1)
  }
})

browserTest('what a row of a wide table asks before it acts stands beneath its button', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const admin = await testConsole.site.database.users.byName(testConsole.admin.name)
  for (let index = 0; index < 12; index++) {
    await createKey(testConsole.site, commandActor, {
      userId: admin?.id ?? '',
      name: `key ${index}`,
      permissions: ['images:upload'],
      expiresAtMs: null,
      defaultCategoryId: null,
      clientKind: 'standard',
      binding: {},
    })
  }
  const page = await openSignedIn(browser, testConsole, { viewport: { width: 1440, height: 860 } })
  for (const [path, row, label] of [
    ['/keys', 1, 'Revoke'],
    ['/keys', 14, 'Revoke'],
    ['/users', 1, 'Disable'],
    ['/users', 3, 'Disable'],
    ['/users', 3, 'New password'],
  ] as const) {
    await page.goto(path)
    const question = page.locator('tr').nth(row).locator('details', { hasText: label }).last()
    await question.locator('summary').click()
    await page.waitForFunction(() => {
      const asked = document.querySelector('details[open] .confirm-panel')?.getBoundingClientRect()
      return asked !== undefined && asked.top > 0 && asked.bottom <= innerHeight
    })
    const [button, asked] = await Promise.all([
      boxOf(question.locator('summary')),
      boxOf(question.locator('.confirm-panel')),
    ])
    expect(asked.y - (button.y + button.height)).toBeWithin(0, 12)
    expect(Math.abs(asked.x + asked.width - (button.x + button.width))).toBeLessThan(2)
  }
})

browserTest('what says a state stands in the row or card that it is about', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  for (const path of ['/overview', '/ciphers', '/access', '/keys', '/users']) {
    await page.goto(path)
    const outside = await page.locator('main .badge').evaluateAll((badges) =>
      badges.flatMap((badge) => {
        const [own, around] = [badge, badge.closest('tr, li, .card') ?? badge].map((one) =>
          one.getBoundingClientRect(),
        )
        const isWithin = own && around && own.top >= around.top - 1 && own.bottom <= around.bottom + 1
        return isWithin ? [] : [badge.textContent]
      }),
    )
    expect([path, outside]).toEqual([path, []])
  }
})
