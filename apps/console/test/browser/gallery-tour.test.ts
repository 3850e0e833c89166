import { expectRecorded } from '@pictoglyph/recorded'
import type { Locator } from 'playwright-core'
import { openTour } from '../support/open-tour.ts'
import { browserTest } from './browser-tests.ts'

/** The newest comes first in the gallery. */
const pictures = [
  ['Six', 600, 400],
  ['Five', 300, 400],
  ['Four', 500, 400],
  ['Three', 400, 400],
  ['', 48, 32],
  ['One', 640, 400],
] as const

const record = (name: string) => new URL(`./${name}.txt`, import.meta.url)

browserTest('each gesture in the gallery changes the page as recorded', async (browser) => {
  await using opened = await openTour(browser, { pictures, path: '/images' })
  const { page, tour } = opened
  const { mouse, keyboard } = page
  const { press } = tour
  const card = (at: number) => page.locator('.card-image').nth(at - 1)
  const box = (at: number) => card(at).locator('.pick input')
  const click = (name: string, at: number, part: string, options = {}) =>
    tour.step(`click ${name} ${at}`, () => card(at).locator(part).click(options))
  const tick = (at: number, options = {}) => click('the box of', at, '.pick input', options)
  const point = (at: number) =>
    tour.step(`point to ${at}`, () => card(at).locator('.frame').hover({ force: true }))
  const named = (name: string) => page.getByRole('button', { name, exact: true })
  const bar = page.locator('.selection-bar')
  const shift = { modifiers: ['Shift' as const] }

  await point(1)
  await tour.step('copy', () => card(1).locator('[data-tile-copy]').click())
  await tour.wait(1_459)
  await tour.wait(1)
  await point(2)
  await tour.step('open its menu', () => card(2).locator('.tile-actions summary').click())
  await point(3)
  await tour.step('copy as Markdown', () => card(2).locator('[data-copy-as=markdown]').click())
  await point(3)
  await tour.wait(1_500)
  await point(4)
  await tour.step('its menu', () => card(4).locator('.tile-actions summary').click())
  await press('Escape')
  await tour.step('its menu', () => card(4).locator('.tile-actions summary').click())
  await tour.step('add to an album', () => card(4).locator('[data-tile-to-album]').click())
  await point(5)
  await tour.step('write a name', () => page.locator('[name=newAlbum]').fill('Travel'))
  await press('Escape')
  await tick(4)
  await press('Escape')

  await tour.step('focus 3', () => card(3).locator('.caption a').focus())
  await press('Control+c', 'Alt+F10', 'F10', 'x')
  await press('c')
  await press('Shift+F10')
  await press('Escape')
  await tour.step('focus 3', () => card(3).locator('.caption a').focus())
  await press('ContextMenu')
  await press('Escape')
  await tour.step('focus 1', () => card(1).locator('.caption a').focus())
  for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'])
    await press(key)
  for (const key of [
    'End',
    'ArrowRight',
    'ArrowDown',
    'ArrowLeft',
    'Home',
    'Control+End',
    'Meta+End',
    'Alt+End',
  ])
    await press(key)
  await press(' ')
  await press('End')
  await press('Shift+ ')
  await press('Control+ ')
  await press('Escape')
  await press('Escape')

  await tick(2)
  await tick(4, shift)
  await tick(3)
  await tick(1, shift)
  await tick(1)
  await click('the picture', 5, '.caption a')
  await click('the picture', 6, '.caption a', shift)
  await tour.step('choose a format', () => bar.locator('[data-copy-format]').selectOption('bbcode'))
  await tour.step('copy links', () => named('Copy links').click())
  await tick(6)
  await tour.step('all', () => bar.locator('[name=all]').check())
  await tour.step('copy links', () => named('Copy links').click())
  await tick(2)
  await tour.step('all', () => bar.locator('[name=all]').check())
  await tour.step('none', () => bar.locator('[name=all]').uncheck())

  const middleOf = (at: number, part: string) => middle(card(at).locator(part))
  for (const [from, ...over] of [
    [2, 2],
    [2, 4, 3],
    [5, 3, 6],
    [3, 1],
  ]) {
    await tour.step(`drag from the box of ${from}`, async () => {
      await mouse.move(...(await middleOf(from ?? 0, '.frame')))
      await mouse.move(...(await middleOf(from ?? 0, '.pick input')))
      await mouse.down()
    })
    for (const at of over)
      await tour.step(`over ${at}`, async () => mouse.move(...(await middleOf(at, '.frame'))))
    await tour.step('let go', () => mouse.up())
    await point(1)
  }
  await tick(2)
  await press('Escape')
  await tour.step('press with the right button', async () => {
    await mouse.move(...(await middleOf(2, '.pick')))
    await mouse.down({ button: 'right' })
    await mouse.move(...(await middleOf(4, '.frame')))
    await mouse.up({ button: 'right' })
  })

  await tour.step('large rows', () => page.locator('[data-density] input').last().check({ force: true }))
  await tour.step('small rows', () => page.locator('[data-density] input').first().check({ force: true }))
  await tour.step('focus 1', () => card(1).locator('.caption a').focus())
  await press('Control+/', 'Alt+/', 'Meta+/')
  await press('/')
  await press('/')

  await tick(4)
  await tour.step('open Album', () => page.locator('[data-album-menu] > summary').click())
  await tour.step('write a name', () => page.locator('[name=newAlbum]').fill('Travel'))
  await tour.leave('Enter', () => keyboard.press('Enter'))
  for (let times = 0; times < 2; times++) {
    await tour.leave('deleted by its tile', async () => {
      await point(2)
      await card(2).locator('.tile-actions summary').click()
      await card(2).getByRole('button', { name: 'Delete' }).click()
    })
  }
  await box(1).check()
  await tour.leave('delete the selected', async () => {
    await page.locator('.selection-bar summary.danger').click()
    await page.getByRole('button', { name: 'Delete the selected' }).click()
  })
  await tour.leave('the deleted', () => page.goto('/images/deleted'))
  await tour.step('one', () => page.locator('.pick input').nth(1).check())
  await tour.step('all', () => page.locator('[data-select-all-box] input').check())
  await tour.step('all but one', () => page.locator('.pick input').nth(2).uncheck())
  await tour.step('none', () => page.locator('[data-select-all-box] input').click())
  await tour.step('none', () => page.locator('[data-select-all-box] input').click())
  await expectRecorded(record('gallery'), tour.notes)
})

browserTest('each touch in the gallery changes the page as recorded', async (browser) => {
  await using opened = await openTour(browser, { pictures, path: '/images' })
  const { page, tour } = opened
  const session = await page.context().newCDPSession(page)
  const touch = async (
    type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
    at?: number,
    byX = 0,
  ) => {
    const [x, y] = at === undefined ? [0, 0] : await middle(page.locator('.card-image .frame').nth(at - 1))
    const touchPoints = at === undefined ? [] : [{ x: Math.round(x) + byX, y: Math.round(y) }]
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  const fingers = (gesture: string, act: () => Promise<unknown>) => tour.step(gesture, act)
  await fingers('a finger on 2', () => touch('touchStart', 2))
  await tour.wait(409)
  await fingers('it is lifted', () => touch('touchCancel'))
  await tour.wait(500)
  await fingers('a finger on 2', () => touch('touchStart', 2))
  await fingers('it moves by 11', () => touch('touchMove', 2, 11))
  await tour.wait(500)
  await fingers('it is lifted', () => touch('touchCancel'))
  await fingers('a finger on 2', () => touch('touchStart', 2))
  await fingers('it moves by 10', () => touch('touchMove', 2, 10))
  await tour.wait(369)
  await tour.wait(1)
  await fingers('it is lifted', () => touch('touchEnd'))
  for (const at of [4, 2]) {
    await fingers(`tap ${at}`, async () => {
      await touch('touchStart', at)
      await touch('touchEnd')
    })
  }
  await fingers('a finger on 2', () => touch('touchStart', 2))
  await tour.wait(500)
  await fingers('it is taken away', () => touch('touchCancel'))

  // How long the browser itself takes a finger to press decides what it focuses.
  await expectRecorded(
    record('gallery-touches'),
    tour.notes.filter((line) => !/^ {2}[+-] focus /.test(line)),
  )
})

async function middle(part: Locator): Promise<[number, number]> {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return [x + width / 2, y + height / 2]
}
