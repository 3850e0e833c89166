import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shellWord } from '@pictoglyph/site/client-kit/shell-command'
import { bashLine, startPictoglyph } from './command.ts'
import { makeStoppedSite } from './stopped-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('whoever reads a part of the output is not told of the rest', async () => {
  const text = `head -c 20000 /dev/zero | tr '\\0' x`
  expect(await bashLine(`${text} | "$0" encode | head -c 1`)).toEqual({ code: 0, out: '~', err: '' })
})

test('output that a full disk does not take is told in a line, with exit code 1', async () => {
  expect(await bashLine('"$0" client >/dev/full')).toEqual({
    code: 1,
    out: '',
    err: "pictoglyph: Standard output can't be written: ENOSPC: no space left on device, write\n",
  })
  const { code, err } = await bashLine('"$0" client --json >/dev/full')
  expect([code, JSON.parse(err).error.code]).toEqual([1, 'STORAGE_FAILED'])
})

test('a failure that can not be told still has its exit code', async () => {
  expect((await bashLine('"$0" client nothing 2>/dev/full')).code).toBe(1)
  expect((await bashLine('PICTOGLYPH_NOTHING=1 "$0" policy show 2>/dev/full')).code).toBe(2)
})

test('a server whose log can not be written serves, and stops in good order', async () => {
  await using folder = await temporaryFolder()
  const variables = await makeStoppedSite(folder.path)
  const program = join(folder.path, 'start')
  const command = shellWord(join(import.meta.dir, '../bin/pictoglyph'))
  await writeFile(program, `#!/bin/sh\nexec ${command} "$@" 2>/dev/full\n`, { mode: 0o755 })
  await using server = startPictoglyph(variables, ['serve'], program)
  const address = await server.printed(/\w+ +(http\S+)/)
  const answer = await fetch(new URL('readyz', address))
  expect(await answer.json()).toMatchObject({ ok: true, data: { status: 'ready' } })
  expect(await server.stop()).toBe(0)
})
