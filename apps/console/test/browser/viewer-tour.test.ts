import { expect } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import type { Browser } from 'playwright-core'
import { openTour } from '../support/open-tour.ts'
import { browserTest } from './browser-tests.ts'

/** The newest comes first in the gallery. */
const pictures = [
  ['Wide bay', 2000, 1500],
  ['Long scroll', 300, 1500],
  ['', 48, 32],
] as const

const openGallery = (browser: Browser) => openTour(browser, { pictures, path: '/images' })

/** Whether the page keeps a click from the browser: with each modifier key, and with the middle button. */
function answersToClicks(link: HTMLElement): boolean[] {
  const leave = (event: Event) => event.preventDefault()
  const kept: boolean[] = []
  const note = (event: Event) => kept.push(event.defaultPrevented)
  addEventListener('click', note)
  addEventListener('click', leave)
  for (const change of [
    { altKey: true },
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { button: 1 },
  ]) {
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...change }))
  }
  removeEventListener('click', note)
  removeEventListener('click', leave)
  return kept
}

const record = (name: string) => new URL(`./${name}.txt`, import.meta.url)

browserTest('each key of the viewer changes the page as recorded', async (browser) => {
  await using opened = await openGallery(browser)
  const { page, tour } = opened
  const { press } = tour
  const fill = (text: string) =>
    tour.step(`write “${text}”`, () => page.locator('picture-viewer input').fill(text))
  const focusPanel = () => page.locator('picture-viewer .panel').focus()
  const nothing = ['Control+c', 'Meta+ArrowRight', 'Alt+i', 'x']

  await tour.step('open the strip', () => page.getByRole('link', { name: 'Long scroll' }).click())
  await press('ArrowDown')
  await press('ArrowUp', 'ArrowUp')
  await press(...nothing)
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await press(key)
  for (const key of ['+', '=', '+', '0', '-', '1', '-', '1', '+', '-']) await press(key)
  await press(...Array.from({ length: 9 }, () => '+'))
  await press(...Array.from({ length: 9 }, () => '-'))
  await press('ArrowRight', 'ArrowRight')
  for (const key of ['-', '+', '+', '+', '+', '-', '-', '1', '0', '1', 'ArrowUp', 'ArrowDown', 'ArrowDown'])
    await press(key)

  await press('i')
  await tour.step('focus the details', focusPanel)
  await press('ArrowDown', 'ArrowUp')
  await press('ArrowLeft')
  await press('i')

  await press('c')
  await tour.wait(2459)
  await tour.wait(1)
  await press('c')
  await tour.wait(2000)
  await press('c')
  await tour.wait(2459)
  await tour.wait(1)
  await tour.step('d', () => Promise.all([page.waitForEvent('download'), page.keyboard.press('d')]))

  await press('?')
  await press('?')
  await press('?')
  await press('Escape')

  await press('e')
  await press('ArrowLeft', 'i', 'Delete')
  await press('Escape')
  await press('e')
  await fill('  Long   river ')
  await press('Enter')
  await press('e')
  await press('Enter')
  await press('e')
  await fill('Left')
  await tour.step('leave the field', () =>
    page.locator('picture-viewer .panel').evaluate(() => {
      const focused = document.querySelector('picture-viewer')?.shadowRoot?.activeElement
      if (focused instanceof HTMLElement) focused.blur()
    }),
  )
  await press('e')
  await fill('')
  await press('Enter')
  await page.route('**/images/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await press('e')
  await fill('Refused')
  await press('Enter')
  await press('Escape')
  await press('Delete')
  await page.unroute('**/images/*')
  await page.route('**/images/*', (route) =>
    route.request().resourceType() === 'fetch' ? route.abort() : route.fallback(),
  )
  await press('i')
  await press('i')
  await page.unroute('**/images/*')

  await press('Delete')
  await tour.wait(9_959)
  await tour.wait(1)
  await press('Delete')
  await tour.step('undo', () => page.getByRole('button', { name: 'Undo' }).click())
  await press('Delete')
  await press('Delete')
  await tour.step('undo the last', () => page.getByRole('button', { name: 'Undo' }).click())
  await tour.step('Back', () => page.goBack())
  await expectRecorded(record('viewer-keys'), tour.notes)
})

browserTest('each gesture of pointer and finger changes the viewer as recorded', async (browser) => {
  await using opened = await openGallery(browser)
  const { page, tour } = opened
  const { mouse } = page
  const viewer = page.locator('picture-viewer')
  const click = (name: string) =>
    tour.step(`click ${name}`, () => viewer.getByRole('button', { name, exact: true }).click())
  const choose = (name: string) =>
    tour.step(`choose ${name}`, () => viewer.getByRole('menuitemradio', { name, exact: true }).click())
  const { press } = tour
  const drag = (byX: number, byY: number) =>
    tour.step(`drag by ${byX}, ${byY}`, async () => {
      await mouse.move(640, 430)
      await mouse.down()
      await mouse.move(640 + byX, 430 + byY, { steps: 2 })
      await mouse.up()
    })
  const wheel = (byY: number, x = 640, y = 430) =>
    tour.step(`wheel ${byY} at ${x}, ${y}`, async () => {
      await mouse.move(x, y)
      await mouse.wheel(0, byY)
    })
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', ...at: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) })
  const pull = async (byX: number, byY: number, end: 'touchEnd' | 'touchCancel' = 'touchEnd') => {
    await tour.step(`a finger moves by ${byX}, ${byY}`, async () => {
      await touch('touchStart', [640, 430])
      await touch('touchMove', [640 + byX / 2, 430 + byY / 2])
      await touch('touchMove', [640 + byX, 430 + byY])
    })
    await tour.step(end === 'touchEnd' ? 'it is lifted' : 'it is taken away', () => touch(end))
  }

  const link = (name: string) => page.getByRole('link', { name, exact: true })
  expect(await link('Wide bay').evaluate(answersToClicks)).toEqual([false, false, false, false, false])
  await tour.step('open the last', () => link('Wide bay').click())
  for (const name of ['Previous', 'Previous', 'Next', 'Next']) await click(name)
  for (const name of ['Zoom in', 'Zoom in', 'Fit', 'Zoom out', 'Details', 'Details']) await click(name)
  await tour.step('click the scale', () => viewer.locator('.percent').click())
  await drag(30, 20)
  await drag(-4000, -4000)
  await drag(4000, 4000)
  await tour.step('double click', () => mouse.dblclick(640, 430))
  await tour.step('double click at a corner', () => mouse.dblclick(300, 300))
  await tour.step('double click', () => mouse.dblclick(640, 430))
  await wheel(-300)
  await wheel(-300, 300, 300)
  await wheel(100)
  await wheel(4000)
  await drag(61, 0)
  await drag(-61, 0)
  await drag(60, 0)
  await drag(0, 200)
  await tour.step('drag with the right button', async () => {
    await mouse.down({ button: 'right' })
    await mouse.move(300, 430)
    await mouse.up({ button: 'right' })
  })

  await pull(40, 10)
  await pull(200, 0, 'touchCancel')
  await pull(60, 0)
  await pull(62, 0)
  await pull(-62, 40)
  await pull(-40, -200)
  await pull(0, 90)
  await tour.step('two fingers spread', async () => {
    await touch('touchStart', [600, 430])
    await touch('touchStart', [600, 430], [680, 430])
    await touch('touchMove', [560, 430], [720, 430])
  })
  await tour.step('one moves', () => touch('touchMove', [300, 430], [720, 430]))
  await tour.step('both are lifted', () => touch('touchEnd'))
  await pull(-100, 0)
  await pull(0, 95)
  await click('Fit')

  await click('Previous')
  await wheel(200)
  await tour.step('wheel with the Control key', async () => {
    await page.keyboard.down('Control')
    await mouse.wheel(0, -200)
    await page.keyboard.up('Control')
  })
  await click('Fit')
  await pull(0, -300)
  await pull(0, 95)
  await pull(0, 400)
  await pull(0, 95)
  await tour.step('open the strip again', () => link('Long scroll').click())

  await click('Choose a format')
  const endOf = async (role: 'menu' | 'button') => {
    const { x = 0, width = 0 } =
      (await viewer.getByRole(role, { name: 'Choose a format' }).boundingBox()) ?? {}
    return x + width
  }
  expect(await endOf('menu')).toBeCloseTo(await endOf('button'), 0)
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'End', 'Home', 'i', 'Escape'])
    await press(key)
  await click('Choose a format')
  await press('Tab')
  await click('Choose a format')
  await choose('Copy Markdown')
  await click('Choose a format')
  await tour.step('click beside the menu', () => mouse.click(640, 700))
  await click('Copy Markdown')
  await click('Keyboard shortcuts')
  await press('Escape')
  await click('Edit title')
  await click('Next')
  await tour.step('a narrower window', () => page.setViewportSize({ width: 900, height: 700 }))
  await click('Zoom in')
  await tour.step('a wider window', () => page.setViewportSize({ width: 1280, height: 860 }))
  await click('Delete')
  await click('Close')
  await tour.step('Forward', () => page.goForward())
  await expectRecorded(record('viewer-pointers'), tour.notes)
})
