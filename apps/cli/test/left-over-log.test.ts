import { expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('no site is made beside the log of a database that is gone, which stays as it is', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'text',
    PICTOGLYPH_TEXT_PORT: '0',
  }
  const path = join(folder.path, 'pictoglyph.db')
  const log = `${path}-wal`
  writeFileSync(log, 'the last rows of a site')
  const setPolicy = ['policy', 'set', 'text.requestsPerMinute', '7']
  for (const words of [setPolicy, ['serve']]) {
    const { code, out, err } = await pictoglyph(variables, [...words, '--json'])
    expect([words, code, out]).toEqual([words, 1, ''])
    expect(JSON.parse(err).error).toEqual({ code: 'CONFLICT', message: expect.stringContaining(log) })
    expect([readFileSync(log, 'utf8'), existsSync(path)]).toEqual(['the last rows of a site', false])
  }
  rmSync(log)
  expect(await pictoglyph(variables, setPolicy)).toMatchObject({ code: 0 })
}, 30_000)
