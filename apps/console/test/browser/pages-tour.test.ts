import { expectRecorded } from '@pictoglyph/recorded'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import type { Locator } from 'playwright-core'
import type { ConsoleUnderTest } from '../support/console-under-test.ts'
import { openTour } from '../support/open-tour.ts'
import { picture } from '../support/pictures.ts'
import { uploadPicture } from '../support/upload-picture.ts'
import type { Visitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

/** Two albums, one of three images, a key, and a second user. */
async function fill(testConsole: ConsoleUnderTest, visitor: Visitor): Promise<void> {
  const { database } = testConsole.site
  await visitor.post('/albums', { name: 'Travel' })
  const [album] = await database.albums.list()
  for (const [index, title] of ['One', 'Two', 'Three'].entries()) {
    await uploadPicture(
      visitor,
      { title, albumId: album?.id ?? '' },
      picture({ width: 200 + index, height: 160 }),
    )
  }
  await visitor.post('/albums', { name: 'Home' })
  await testConsole.addMember('lin')
  await setPolicy(testConsole.site, commandActor, 'text.requestsPerMinute', '9')
}

/** A drag's event at a place of an element, from 0 to 1; before it begins, the pointer goes down there. */
function dispatchDrag(element: Element, [type, x, y]: readonly [string, number, number]): void {
  const { left, top, width, height } = element.getBoundingClientRect()
  const options = { clientX: left + x * width, clientY: top + y * height, bubbles: true, cancelable: true }
  if (type === 'dragstart') element.dispatchEvent(new PointerEvent('pointerdown', options))
  element.dispatchEvent(new DragEvent(type, { dataTransfer: new DataTransfer(), ...options }))
}

browserTest('each gesture on the other pages of the console changes them as recorded', async (browser) => {
  await using opened = await openTour(browser, { path: '/albums', prepare: fill })
  const { page, tour } = opened
  const { mouse, keyboard } = page
  const { press } = tour
  const to = (path: string) => tour.leave(`go to ${path}`, () => page.goto(path))
  const drag = (gesture: string, type: string, part: Locator, x = 0.5, y = 0.5) =>
    tour.step(`${gesture} at ${x}, ${y}`, () => part.evaluate(dispatchDrag, [type, x, y] as const))
  const row = (name: string) => page.locator('.row', { hasText: name })
  const card = (name: string) => page.locator('.card-image', { hasText: name })

  const travel = row('Travel')
  await drag('over without a drag', 'dragover', travel)
  await drag('grab the menu of Home', 'dragstart', row('Home').locator('summary').first())
  await drag('over Travel', 'dragover', travel)
  await drag('grab Home', 'dragstart', row('Home').locator('.cover'))
  for (const [x, y] of [
    [0.9, 0.45],
    [0.1, 0.55],
    [0.1, 0.5],
  ] as const)
    await drag('over Travel', 'dragover', travel, x, y)
  await drag('over Home', 'dragover', row('Home'))
  await drag('dropped there', 'drop', row('Home'))
  await drag('over Travel', 'dragover', travel, 0.5, 0.8)
  await drag('taken back', 'dragend', row('Home'))
  await drag('grab Home', 'dragstart', row('Home').locator('.cover'))
  await drag('over Travel', 'dragover', travel, 0.5, 0.8)
  await tour.leave('dropped', () => travel.evaluate(dispatchDrag, ['drop', 0.5, 0.8] as const))
  await tour.leave('open the album', () => page.getByRole('link', { name: 'Travel', exact: true }).click())
  await drag('grab One', 'dragstart', card('One').locator('.frame'))
  await drag('over Three', 'dragover', card('Three'), 0.55, 0.1)
  await drag('over Three', 'dragover', card('Three'), 0.45, 0.9)
  await tour.leave('dropped', () => card('Three').evaluate(dispatchDrag, ['drop', 0.4, 0.9] as const))
  await card('One').locator('.pick input').check()
  await card('Three').locator('.pick input').check()
  await drag('grab two', 'dragstart', card('Three').locator('.frame'))
  await drag('over Two', 'dragover', card('Two'), 0.8)
  await tour.leave('dropped', () => card('Two').evaluate(dispatchDrag, ['drop', 0.8, 0.5] as const))

  await to('/users')
  const drawer = page.locator('dialog.drawer')
  const open = () => tour.step('open lin', () => page.locator('a[data-drawer]', { hasText: 'lin' }).click())
  await open()
  await tour.step('a question', () => drawer.locator('.foot-actions summary').last().click())
  await press('Escape')
  await press('Escape')
  await open()
  await tour.step('click beside it', () => mouse.click(10, 400))
  await open()
  await tour.step('its way back', () => drawer.locator('[data-way-back]').first().click())
  await tour.step('create a user', () => page.getByRole('button', { name: 'Create user' }).click())
  await press('Escape')
  await page.route('**/users/*', (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.fallback(),
  )
  await tour.leave('open lin without an answer', () =>
    page.locator('a[data-drawer]', { hasText: 'lin' }).click(),
  )
  await page.unroute('**/users/*')

  await to('/settings/uploads')
  const side = page.getByLabel('Max. side (pixels)')
  await tour.step('write 10', () => side.fill('10'))
  await tour.wait(209)
  await tour.wait(1)
  await page.route('**/settings/uploads*', (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.fallback(),
  )
  await tour.step('write 11', () => side.fill('11'))
  await tour.wait(250)
  await page.unroute('**/settings/uploads*')
  await to('/settings/networks')
  await tour.wait(2_000)
  await tour.wait(1_000)
  await tour.wait(3_000)

  await to('/images')
  await tour.step('Filters', () => page.locator('.filter-more > summary').click())
  await tour.step('elsewhere', () => mouse.click(640, 5))
  await tour.step('Filters', () => page.locator('.filter-more > summary').click())
  const category = page.locator('.filter-panel select[name=category]')
  await tour.step('focus', () => category.focus())
  await press('ArrowDown')
  await tour.leave('Tab', () => keyboard.press('Tab'))
  await tour.step('Filters', () => page.locator('.filter-more > summary').click())
  await tour.leave('choose any', () =>
    page
      .locator('.filter-panel')
      .dispatchEvent('pointerdown')
      .then(() => category.selectOption('')),
  )
  await tour.step('Filters', () => page.locator('.filter-more > summary').click())
  await tour.leave('only untitled', async () => {
    await page.locator('[name=untitled]').focus()
    await keyboard.press(' ')
  })
  await tour.leave('the order', () => page.locator('[data-applied]').selectOption('oldest'))
  await tour.step('a narrow window', () => page.setViewportSize({ width: 390, height: 800 }))
  await tour.step('Filters', () => page.locator('.filter-more > summary').click())
  await tour.step('untitled no more', () => page.locator('[name=untitled]').uncheck())
  await tour.step('a wide window', () => page.setViewportSize({ width: 1280, height: 860 }))

  await to('/keys')
  await tour.step('create a key', () => page.getByRole('button', { name: 'Create key' }).click())
  const form = page.locator('form[action="/keys"]')
  await tour.step('its name', () => form.getByRole('textbox', { name: 'Name' }).fill('Blog'))
  await tour.leave('send', () => form.locator('button[type=submit]').click())
  await tour.leave('back to the keys', () => page.getByRole('link', { name: 'API keys' }).first().click())
  await tour.step('open the key', () => page.locator('a[data-drawer]', { hasText: 'Blog' }).click())
  await tour.step('send a test image', () => drawer.locator('.key-test button').click())
  await tour.step('copy a configuration', () => drawer.locator('button[data-copy]').first().click())
  await tour.step('focus a text', () => drawer.locator('[data-select-all]').first().focus())
  await to('/account')
  await page.context().clearCookies({ name: 'session' })
  await tour.leave('send a form without a session', () =>
    page.locator('main form[method=post] button[type=submit]').first().click(),
  )
  await expectRecorded(new URL('./pages.txt', import.meta.url), tour.notes)
})
