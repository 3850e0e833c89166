import { expect, test } from 'bun:test'
import { Glob } from 'bun'

const root = new URL('../../', import.meta.url).pathname

/** Every style of the pages: style sheets, and scripts that hold one or set a property. */
async function styles(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const path of new Glob('{apps,packages}/*/src/**/*.{css,ts,tsx}').scan(root)) {
    const text = await Bun.file(root + path).text()
    if (text.includes('var(--')) found.set(path, text)
  }
  return found
}

test('every custom property that a style uses is one of the identity’s, or is set beside it', async () => {
  const tokens = await Bun.file(`${root}packages/http/src/page/tokens.css`).text()
  const unknown: string[] = []
  for (const [path, text] of await styles()) {
    for (const [, name] of text.matchAll(/var\((--[\w-]+)/g)) {
      const isSet = new RegExp(`${name}['"]?\\s*[:,]`).test(text.replaceAll(`var(${name}`, ''))
      if (!tokens.includes(`${name}:`) && !isSet) unknown.push(`${path}: ${name}`)
    }
  }
  expect(unknown).toEqual([])
})
