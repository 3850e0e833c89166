import { expect } from 'bun:test'
import { accessibilityProblems } from '@pictoglyph/web/test/accessibility-problems'
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
      expect(await accessibilityProblems(page)).toEqual([])
      await page.fill('#text', 'a'.repeat(20_001))
      await page.locator('#status[data-tone="bad"]').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await page.goto('/docs')
      expect(await accessibilityProblems(page)).toEqual([])
    },
  )
}

for (const colorScheme of ['light', 'dark'] as const) {
  playgroundTest(
    `what can be pressed or filled in stands out from the page, in ${colorScheme}`,
    { colorScheme },
    async ({ page }) => {
      for (const part of ['#text', '#charset', '#copy-text']) {
        const edge = await colourOf(page, part, 'border-top-color')
        expect([part, contrast(edge, await colourOf(page, 'body', 'background-color')) >= 3]).toEqual([
          part,
          true,
        ])
      }
      const switched = await colourOf(page, '#local', 'background-color')
      expect(contrast(switched, await colourOf(page, 'body', 'background-color'))).toBeGreaterThan(3)
    },
  )
}

/** Red, green and blue of an element, from 0 to 255. */
async function colourOf(page: Page, part: string, property: string): Promise<number[]> {
  const written = await page.$eval(
    part,
    (element, name) => getComputedStyle(element).getPropertyValue(name),
    property,
  )
  return [...written.matchAll(/[\d.]+/g)].slice(0, 3).map(Number)
}

/** The contrast of two colours (WCAG 2.2, "contrast ratio"). */
function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
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
  'on a phone, the line for messages stands above the panes and covers nothing',
  { viewport: { width: 360, height: 740 } },
  async ({ page }) => {
    await page.locator('#charset:enabled').waitFor()
    await page.fill('#text', 'Hello')
    await page.locator('#status', { hasText: 'Encoded' }).waitFor()
    const line = await page.locator('#status').boundingBox()
    const pane = await page.locator('.pane.text').boundingBox()
    expect(line!.y + line!.height).toBeLessThanOrEqual(pane!.y)
  },
)

playgroundTest(
  'on a phone, the contents of the API page are folded, and lead to its parts',
  { viewport: { width: 390, height: 844 } },
  async ({ page }) => {
    await page.goto('/docs')
    const link = page.locator('.contents a[href="#errors"]')
    expect(await link.isVisible()).toBe(false)
    await page.locator('.contents summary').press('Enter')
    await link.click()
    expect(new URL(page.url()).hash).toBe('#errors')
    await page.setViewportSize({ width: 1280, height: 844 })
    await page.reload()
    expect(await link.isVisible()).toBe(true)
    expect(await page.isVisible('.contents summary')).toBe(false)
  },
)

playgroundTest('each button is called after the pane that it stands under', {}, async ({ page }) => {
  for (const name of ['Copy Text', 'Clear Text', 'Save Text', 'Copy Cipher', 'Clear Cipher', 'Save Cipher']) {
    expect([name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([name, 1])
  }
})

playgroundTest('a text is written in the direction of its script', {}, async ({ page }) => {
  await page.locator('#charset:enabled').waitFor()
  for (const pane of ['#text', '#cipher']) {
    await page.fill(pane, 'שלום')
    expect(await page.$eval(pane, (area) => getComputedStyle(area).direction)).toBe('rtl')
  }
})
