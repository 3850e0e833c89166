import { expect, test } from 'bun:test'
import { archivedTexts } from '../../deploy/release/units.ts'

test('the units of an archive name no file that it lacks', async () => {
  const texts = await archivedTexts()
  const files = [...texts.keys(), 'pictoglyph']
  expect(files).toContain('pictoglyph-command')
  for (const [file, text] of texts) {
    expect([file, text]).toEqual([file, expect.not.stringMatching(/\b(deploy|apps|packages)\//)])
    for (const [, named = ''] of text.matchAll(/\/opt\/pictoglyph\/([^\s;`"']+)/g)) {
      const found = files.some((one) => new Bun.Glob(named).match(one))
      expect([file, named, found]).toEqual([file, named, true])
    }
  }
})

test('what an archive starts has the same variables as what the repository starts', async () => {
  const texts = await archivedTexts()
  const started = [...texts].filter(([file]) => file.endsWith('.service'))
  for (const [, text] of started)
    expect(text).toMatch(/^Environment=MIMALLOC_PURGE_DELAY=5000 UV_THREADPOOL_SIZE=8$/m)
})
