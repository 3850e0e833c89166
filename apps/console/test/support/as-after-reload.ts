import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

/** What a script has made of a page is what the server makes of it, but for what is told once. */
export async function expectAsAfterReload(page: Page): Promise<void> {
  const shown = () =>
    page.locator('body > header, main > :not(.notice)').evaluateAll((parts) => {
      // These go to the tile that is pointed at, and come again there.
      for (const actions of document.querySelectorAll('.tile-actions')) actions.remove()
      return parts.map((part) => (part instanceof HTMLElement ? part.innerText : ''))
    })
  const before = await shown()
  await page.reload()
  expect(before).toEqual(await shown())
}
