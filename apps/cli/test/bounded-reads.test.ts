import { expect, test } from 'bun:test'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { bashLine, cleanEnvironment } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const mebibyte = 1024 * 1024

/** A file of zeros that takes no place on the disk. */
async function writeZeros(path: string, sizeBytes: number): Promise<void> {
  await using file = await open(path, 'w')
  await file.truncate(sizeBytes)
}

async function run(folder: string, words: readonly string[], input: string | null = null) {
  const child = Bun.spawn([join(import.meta.dir, '../bin/pictoglyph'), ...words], {
    cwd: folder,
    env: cleanEnvironment({ PICTOGLYPH_DATA_DIR: join(folder, 'data') }),
    stdin: input === null ? 'ignore' : Bun.file(input),
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const err = await new Response(child.stderr).text()
  return { code: await child.exited, err, maxBytes: child.resourceUsage()?.maxRSS ?? 0 }
}

for (const { what, words, file, input } of [
  { what: 'the manifest of a backup', words: ['restore', 'backup'], file: 'backup/manifest.json' },
  { what: 'a document', words: ['rehost', 'a.md', '--check'], file: 'a.md' },
  { what: 'a map of links', words: ['rehost', 'b.md', '--undo', '--map', 'map.jsonl'], file: 'map.jsonl' },
  { what: 'a key', words: ['encode', '--preset', 'rc4', '--key-file', 'key'], file: 'key', input: 'text' },
  { what: 'a text on standard input', words: ['encode'], file: 'zeros', input: 'zeros' },
  { what: 'a cipher on standard input', words: ['decode'], file: 'zeros', input: 'zeros' },
]) {
  test(`${what} of a gibibyte is refused, and is never in memory as a whole`, async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'backup'))
    for (const name of ['b.md', 'text']) await Bun.write(join(folder.path, name), 'a text')
    await writeZeros(join(folder.path, file), 1024 * mebibyte)
    const from = input === undefined ? null : join(folder.path, input)
    const { code, err, maxBytes } = await run(folder.path, words, from)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/has more than \d+ MB/) })
    expect(maxBytes).toBeLessThan(600 * mebibyte)
  }, 60_000)
}

test('a list whose size nobody knows is refused at the first byte too many', async () => {
  const { code, err } = await bashLine('head -c 100000000 /dev/zero | "$0" user import <(cat)')
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('has more than 16 MB') })
})
