import { expect } from 'bun:test'
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
    ['/images', '.gallery-filter > label > :is(input, select), .filter-more > summary'],
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

browserTest('every list of operators has lines of 48 pixels, which open beside it', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole, { viewport: { width: 1440, height: 860 } })
  for (const path of [
    '/users',
    '/settings/uploads',
    '/settings/text',
    '/settings/networks',
    '/hashes',
    '/reports',
  ]) {
    await page.goto(path)
    const lines = page.locator('tbody tr')
    const heights = await lines.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    expect([path, heights.length > 0, heights.filter((height) => Math.abs(height - 48) > 1.5)]).toEqual([
      path,
      true,
      [],
    ])
    await page.locator('[data-drawer]').first().click()
    const drawer = page.locator('.drawer[open]')
    await drawer.locator('h1').waitFor()
    const { width } = await boxOf(drawer)
    expect(width).toBe(420)
    const saves = await drawer.getByRole('button', { name: 'Save', exact: true }).count()
    expect([path, saves <= 1]).toEqual([path, true])
    await drawer.locator('[data-way-back]').click()
    await drawer.waitFor({ state: 'detached' })
  }
})

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script'

  browserTest(
    `what creates a thing opens beside its list, and stands above it if refused, ${how}`,
    async (browser) => {
      await using testConsole = await startConsole()
      await fillSite(testConsole)
      const page = await openSignedIn(browser, testConsole, { javaScriptEnabled })
      const forms = {
        '/users': ['/users/invitation', '/users'],
        '/settings/text': ['/settings/text/charsets', '/settings/text/presets'],
        '/settings/networks': ['/settings/networks/add', '/settings/networks/paste'],
        '/hashes': ['/hashes'],
      }
      for (const [path, actions] of Object.entries(forms)) {
        await page.goto(path)
        for (const action of actions) {
          const form = page.locator(`form[action="${action}"]`)
          const panel = page.locator('.create-panel', { has: form })
          expect(await form.isVisible()).toBe(false)
          await page
            .locator(`main [popovertarget="${await panel.getAttribute('id')}"]`)
            .first()
            .click()
          await form.waitFor()
          expect((await boxOf(panel)).width).toBe(420)
          await page.keyboard.press('Escape')
          await form.waitFor({ state: 'hidden' })
        }
      }
      await page.locator('[popovertarget=block]').first().click()
      await page.getByLabel('SHA-256').fill('abc')
      await page.getByLabel('Reason').fill('Known')
      await page.locator('form[action="/hashes"] button[type=submit]').click()
      await page.locator('main > div > form[action="/hashes"] .refusal').waitFor()
      const [refused, list] = await Promise.all([
        boxOf(page.locator('form[action="/hashes"]')),
        boxOf(page.locator('table')),
      ])
      expect(refused.y + refused.height).toBeLessThanOrEqual(list.y)
    },
  )
}

browserTest('what says a state stands in the row or card that it is about', async (browser) => {
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const page = await openSignedIn(browser, testConsole)
  for (const path of ['/overview', '/settings/text', '/settings/networks', '/keys', '/users']) {
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
