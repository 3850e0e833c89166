import { expect, test } from 'bun:test'
import { inlineCommands, nightCommands, typedBlocks } from '../machine/typed-blocks.ts'
import { codeBlocks, document } from './markdown.ts'

test.each(Object.entries(typedBlocks))(
  'every block of %s is typed on a fresh machine',
  async (page, typed) => {
    const counted: Record<string, number> = {}
    for (const { heading } of codeBlocks(await document(page))) counted[heading] = (counted[heading] ?? 0) + 1
    expect(counted).toEqual({ ...typed })
  },
)

test('every command of the page for the night is typed there', async () => {
  expect(await inlineCommands('docs/night.md')).toEqual(['sudo pictoglyph', ...nightCommands])
  expect(codeBlocks(await document('docs/night.md'))).toEqual([])
})
