import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

/** What is called by another word, and by which. What is stored, sent or configured keeps its name. */
const gone: readonly { word: RegExp; kept?: RegExp; now: string }[] = [
  { word: /quiet keys?/i, now: 'guest link' },
  { word: /named[ -]?links?/i, kept: /getNamedLink/g, now: 'permanent link' },
  { word: /links? that stays? while/i, now: 'permanent link' },
  { word: /ha(ve|s) it end\b|com(e|es) to (its|their) end/i, now: 'expire' },
  { word: /\b(hasEnded|setImagesEnd|endOfUpload)\b/, now: 'expire' },
  {
    word: /\bpurge|\bPurge/,
    kept: /image\.purge|\/images\/purge|purgedImages|gallery\.purge\w*|^ +purge\w*: \[/gm,
    now: 'delete for good, or collect',
  },
  { word: /\bdrop-?page\b/i, now: 'guest page' },
]

async function* readTexts(): AsyncGenerator<[path: string, text: string]> {
  for (const pattern of ['{apps,packages}/*/src/**/*.{ts,tsx}', 'docs/{guide,reference}/*.md', 'docs/*.md']) {
    for await (const path of new Bun.Glob(pattern).scan(root)) {
      yield [path, await Bun.file(join(root, path)).text()]
    }
  }
}

test('one thing has one word', async () => {
  const found: string[] = []
  for await (const [path, text] of readTexts()) {
    for (const { word, kept, now } of gone) {
      const [said] = (kept === undefined ? text : text.replaceAll(kept, '')).match(word) ?? []
      // Caches of others are purged.
      if (said !== undefined && !(path.startsWith('docs/') && now.startsWith('delete'))) {
        found.push(`${path}: “${said}” is “${now}” here`)
      }
    }
  }
  expect(found).toEqual([])
})
