import { expect } from 'bun:test'
import type { AxeResults } from 'axe-core'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { createPlaygroundTest } from './browser.ts'

const playgroundTest = createPlaygroundTest()

for (const colorScheme of ['light', 'dark'] as const) {
  const options = { colorScheme, bypassCSP: true, viewport: { width: 390, height: 844 } }
  playgroundTest(
    `nothing keeps anybody from using the pages, in ${colorScheme}`,
    options,
    async ({ page }) => {
      await page.locator('#charset:enabled').waitFor()
      await page.selectOption('#preset', 'streamxor')
      await page.fill('#key', 'key')
      await page.fill('#text', 'Hello')
      await page.locator('#status[data-tone="good"]').waitFor()
      expect(await problems(page)).toEqual([])
      await page.fill('#text', 'a'.repeat(20_001))
      await page.locator('#status[data-tone="bad"]').waitFor()
      expect(await problems(page)).toEqual([])
      await page.goto('/docs')
      expect(await problems(page)).toEqual([])
    },
  )
}

playgroundTest(
  'where the system forces its colours, the switch still shows whether it is on',
  { forcedColors: 'active' },
  async ({ page }) => {
    const look = async (isOn: boolean) => {
      await page.$eval('#local', (box, isOn) => Object.assign(box, { checked: isOn }), isOn)
      return page.locator('#local').screenshot()
    }
    const [off, on] = [await look(false), await look(true)]
    expect(on.equals(off)).toBe(false)
  },
)

playgroundTest(
  'on a phone, the line for messages covers nothing while it says nothing',
  { viewport: { width: 360, height: 740 } },
  async ({ page }) => {
    await page.locator('#charset:enabled').waitFor()
    expect(await page.locator('#status').boundingBox()).toMatchObject({ height: 0 })
  },
)

playgroundTest('a text is written in the direction of its script', {}, async ({ page }) => {
  for (const pane of ['#text', '#cipher']) {
    await page.fill(pane, 'שלום')
    expect(await page.$eval(pane, (area) => getComputedStyle(area).direction)).toBe('rtl')
  }
})

async function problems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const results = await page.evaluate(async (): Promise<AxeResults> => {
    return await (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run()
  })
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
