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
    env: cleanEnvironment({ PICTOGLYPH_DATA_DIR: join(folder, 'data'), PICTOGLYPH_KEY: 'pgl_key' }),
    stdin: input === null ? 'ignore' : Bun.file(input),
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const err = await new Response(child.stderr).text()
  return { code: await child.exited, err, maxBytes: child.resourceUsage()?.maxRSS ?? 0 }
}

for (const { what, words, file, input, most } of [
  {
    what: 'the manifest of a backup',
    words: ['restore', 'backup'],
    file: 'backup/manifest.json',
    most: '64 MB',
  },
  { what: 'a document', words: ['rehost', 'a.md', '--check'], file: 'a.md', most: '64 MB' },
  {
    what: 'a map of links',
    words: ['rehost', 'b.md', '--undo', '--map', 'map.jsonl'],
    file: 'map.jsonl',
    most: '256 MB',
  },
  {
    what: 'a key',
    words: ['encode', '--preset', 'rc4', '--key-file', 'key'],
    file: 'key',
    input: 'text',
    most: '1 MB',
  },
  { what: 'a text on standard input', words: ['encode'], file: 'zeros', input: 'zeros', most: '16 MB' },
  { what: 'a cipher on standard input', words: ['decode'], file: 'zeros', input: 'zeros', most: '16 MB' },
  {
    what: 'a picture on standard input',
    words: ['upload', '-'],
    file: 'zeros',
    input: 'zeros',
    most: '128 MB',
  },
]) {
  test(`${what} of a gibibyte is refused, and is never in memory as a whole`, async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'backup'))
    for (const name of ['b.md', 'text']) await Bun.write(join(folder.path, name), 'a text')
    await writeZeros(join(folder.path, file), 1024 * mebibyte)
    const from = input === undefined ? null : join(folder.path, input)
    const { code, err, maxBytes } = await run(folder.path, words, from)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`has more than ${most}.`) })
    expect(maxBytes).toBeLessThan(600 * mebibyte)
  }, 60_000)
}

test('a list whose size nobody knows is refused at the first byte too many', async () => {
  const { code, err } = await bashLine('head -c 100000000 /dev/zero | "$0" user import <(cat)')
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('has more than 16 MB') })
})

test('a key of a mebibyte is read, and not one of a byte more', async () => {
  await using folder = await temporaryFolder()
  const words = ['encode', '--preset', 'rc4', '--key-file', 'key']
  await Bun.write(join(folder.path, 'text'), 'a text')
  for (const [more, code] of [
    [0, 0],
    [1, 1],
  ] as const) {
    await Bun.write(join(folder.path, 'key'), `key\n${'x'.repeat(1_048_572 + more)}`)
    expect([more, (await run(folder.path, words, join(folder.path, 'text'))).code]).toEqual([more, code])
  }
})
