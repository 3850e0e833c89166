import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createVisitor } from '@pictoglyph/console/test/visitor'
import { shellWord } from '@pictoglyph/site/client-kit/shell-command'
import {
  forgetFirstPassword,
  keepFirstCredentials,
  passwordLabel,
} from '../src/serve/first-credentials-file.ts'
import { bashLine, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const origin = 'http://console.example'
const binary = join(import.meta.dir, '../bin/pictoglyph')

/** A program that starts the server where the journal, or another stream than its standard error, is named. */
async function underSystemd(folder: string, journal: string): Promise<string> {
  const path = join(folder, 'start')
  const lines = ['#!/bin/sh', `export JOURNAL_STREAM="${journal}"`, `exec ${shellWord(binary)} "$@"`]
  await writeFile(path, lines.join('\n'), { mode: 0o755 })
  return path
}

async function startNewSite(folder: string, program: string, more: Record<string, string> = {}) {
  const variables = {
    PICTOGLYPH_DATA_DIR: join(folder, 'my data'),
    PICTOGLYPH_SERVICES: 'images,console',
    PICTOGLYPH_IMAGES_PORT: '0',
    PICTOGLYPH_CONSOLE_PORT: '0',
    PICTOGLYPH_CONSOLE_URL: origin,
    ...more,
  }
  const server = startPictoglyph(variables, ['serve'], program)
  return { server, console: await server.printed(/console +(http\S+?)\/?$/m) }
}

const itsStandardError = '$(stat -Lc %d:%i /proc/self/fd/2)'
const inImage = { PICTOGLYPH_FIRST_CREDENTIALS: 'file' }

test.each([
  ['where the journal reads standard error', itsStandardError, {}, /file=@"?\//],
  ['where the variable says so, as in the image', '', inImage, /"file=@examples\//],
] as const)('%s, password and key are in a file, not in the log', async (_, journal, variables, sample) => {
  await using folder = await temporaryFolder()
  const program = await underSystemd(folder.path, journal)
  const site = await startNewSite(folder.path, program, variables)
  await using server = site.server
  const printed = server.out()
  const kept = () => bashLine(/cat .*/.exec(printed)?.[0] ?? 'false')
  const path = join(folder.path, 'my data/first-credentials.txt')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const [, password = ''] = /password +(\S{12,})/.exec((await kept()).out) ?? []
  const [key = ''] = /pgl_\w+/.exec((await kept()).out) ?? []
  expect(password).not.toBe('')
  expect(key).not.toBe('')
  expect((await kept()).out).toMatch(sample)
  for (const secret of [password, key]) expect(printed + server.remarks()).not.toContain(secret)

  const visitor = createVisitor({ url: site.console })
  const body = new URLSearchParams({ csrf: await visitor.token(), name: 'admin', password })
  const answer = await visitor.send('/sign-in', { method: 'POST', body, headers: { origin } })
  expect(answer.status).toBe(303)
  while ((await readFile(path, 'utf8')).includes(password)) await Bun.sleep(20)
  expect((await kept()).out).toContain(key)
  expect((await kept()).out).not.toMatch(/^ *password /m)
  expect((await stat(path)).mode & 0o777).toBe(0o600)

  expect(await bashLine(/rm .*/.exec(printed)?.[0] ?? 'false')).toMatchObject({ code: 0 })
  expect(existsSync(path)).toBe(false)
})

test('a child of a unit, whose standard error is another, prints them once and keeps no file', async () => {
  await using folder = await temporaryFolder()
  const site = await startNewSite(folder.path, await underSystemd(folder.path, '8:1'))
  await using server = site.server
  expect(server.out()).toMatch(/password +\S{12}/)
  expect(existsSync(join(folder.path, 'my data/first-credentials.txt'))).toBe(false)
})

test('the file is looked at as long as it has a password, which is then gone for good', async () => {
  await using folder = await temporaryFolder()
  const forget = (isOver: boolean) => forgetFirstPassword(folder.path, async () => isOver)
  expect(await forget(false)).toBe(false)
  const path = await keepFirstCredentials(folder.path, [`${passwordLabel}x`, '  API key        y'])
  expect(await forget(false)).toBe(true)
  expect(await forget(true)).toBe(false)
  expect(await readFile(path, 'utf8')).toBe('  API key        y\n')
  expect(await forget(false)).toBe(false)
})
