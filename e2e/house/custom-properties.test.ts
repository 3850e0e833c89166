import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'
import { root } from './markdown.ts'

/** Every style of the pages: style sheets, and scripts that hold one or set a property. */
async function styles(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const path of new Glob('{apps,packages}/*/src/**/*.{css,ts,tsx}').scan(root)) {
    const text = await Bun.file(join(root, path)).text()
    if (text.includes('--')) found.set(path, text)
  }
  return found
}

test('every custom property that a style uses is set somewhere', async () => {
  const all = await styles()
  const set = new Set<string>()
  for (const text of all.values()) {
    for (const [, name = ''] of text.matchAll(/(?<!var\()(--[\w-]+)['"]?\s*[:,]/g)) set.add(name)
  }
  const unknown: string[] = []
  for (const [path, text] of all) {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (!set.has(name)) unknown.push(`${path}: ${name}`)
    }
  }
  expect(unknown).toEqual([])
})
