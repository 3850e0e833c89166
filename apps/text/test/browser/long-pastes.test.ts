import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { createPlaygroundTest } from './browser.ts'

const playgroundTest = createPlaygroundTest()

for (const [pane, most, symbol] of [
  ['text', '20,000', 'a'],
  ['cipher', '200,000', '嗷'],
] as const) {
  playgroundTest(`far too long a ${pane} is told as that, and not taken`, {}, async ({ page }) => {
    await page.fill('#text', 'Hello')
    await page.locator('#status[data-tone="good"]').waitFor()
    const panes = () => Promise.all([page.inputValue('#text'), page.inputValue('#cipher')])
    const before = await panes()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await paste(page, pane, symbol.repeat(3_000_000))
    await page.getByText(`That is too long, and was left out: at most ${most} characters.`).waitFor()
    expect(await panes()).toEqual(before)
    expect(sent).toEqual([])
  })
}

playgroundTest('a text that is somewhat too long is taken, to be shortened', {}, async ({ page }) => {
  await paste(page, 'text', 'a'.repeat(20_001))
  await page.getByText('The text is too long: at most 20,000 characters.').waitFor()
  expect(await page.textContent('#text-count')).toBe('20,001 / 20,000')
  await page.keyboard.press('Backspace')
  await page.locator('#status[data-tone="good"]').waitFor()
})

playgroundTest('a cipher of symbols with two units each may be as long as any', {}, async ({ page }) => {
  await paste(page, 'cipher', '😺'.repeat(100_001))
  await page.locator('#cipher-count', { hasText: '100,001 / 200,000' }).waitFor()
})

async function paste(page: Page, pane: string, text: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.focus(`#${pane}`)
  await page.keyboard.press('Control+V')
}
