import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathsOf } from '../src/found-files.ts'

let folder: string

const names = [
  '.hidden.png',
  'a.png',
  'b.png',
  'ba.png',
  'back\\slash.png',
  'c.jpg',
  'deep/.git/a.png',
  'deep/a.png',
  'deep/er/a.png',
  'node_modules/a.png',
  'one+(2).png',
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictoglyph-found-'))
  await Promise.all(names.map((name) => Bun.write(`${folder}/${name}`, '')))
})
afterAll(() => rm(folder, { recursive: true }))

const found: Record<string, string[]> = {
  '*.jpg': ['c.jpg'],
  '?.png': ['a.png', 'b.png'],
  '[ac].*': ['a.png', 'c.jpg'],
  '[!a-b].*': ['c.jpg'],
  'b{,a}.png': ['b.png', 'ba.png'],
  '{a,b}.{png,jpg}': ['a.png', 'b.png'],
  '**/a.png': ['a.png', 'deep/a.png', 'deep/er/a.png'],
  'deep/**/*': ['deep/a.png', 'deep/er/a.png'],
  'd*/a.png': ['deep/a.png'],
  '.*': ['.hidden.png'],
  'one+(?).png': ['one+(2).png'],
  'back\\*': ['back\\slash.png'],
}

for (const [pattern, files] of Object.entries(found)) {
  test(`the pattern ${pattern} finds ${files.length} of the files`, async () => {
    const paths = await pathsOf(`${folder}/${pattern}`)
    expect(paths.map((path) => relative(folder, path))).toEqual(files.toSorted())
  })
}
