import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { cleanEnvironment, pictoglyph, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const commands = [
  ['user', 'add', 'bob'],
  ['user', 'list'],
  ['key', 'create', '--user', 'admin'],
  ['category', 'add', 'general'],
  ['album', 'add', 'Summer', '--owner', 'bob'],
  ['policy', 'show'],
  ['ip', 'list'],
  ['charset', 'add', 'odd', 'Odd', 'abcd'],
  ['preset', 'add', 'odd', 'Odd', 'RAW'],
  ['fsck', '--repair'],
  ['gc'],
]

test('where there is no site, every command that works on one says so and makes nothing', async () => {
  await using folder = await temporaryFolder()
  const directory = join(folder.path, 'data')
  for (const words of [...commands, ['backup', join(folder.path, 'backup')]]) {
    const { code, out, err } = await pictoglyph({ PICTOGLYPH_DATA_DIR: directory }, [...words, '--json'])
    expect([words, code, out]).toEqual([words, 1, ''])
    const { error } = JSON.parse(err)
    expect([words, error.code, error.message]).toEqual([
      words,
      'CONFLICT',
      expect.stringContaining(directory),
    ])
    expect(await readdir(folder.path)).toEqual([])
  }
}, 60_000)

test('it says in words how a site is made, in the folder where the command was run', async () => {
  await using folder = await temporaryFolder()
  const child = Bun.spawn([join(import.meta.dir, '../bin/pictoglyph'), 'user', 'list'], {
    cwd: folder.path,
    env: cleanEnvironment({}),
    stderr: 'pipe',
  })
  const [err, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  expect([code, err]).toEqual([
    1,
    `pictoglyph: There is no site in ${folder.path}/data: start it once with "pictoglyph serve", or set` +
      ' PICTOGLYPH_DATA_DIR.\n',
  ])
  expect(await readdir(folder.path)).toEqual([])
})

test('a database without a site in it is none either: empty, of another program, or never served', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'pictoglyph.db')
  const list = () => pictoglyph({ PICTOGLYPH_DATA_DIR: folder.path }, ['user', 'list'])
  await Bun.write(path, '')
  expect(await list()).toMatchObject({ code: 1, out: '', err: expect.stringContaining('There is no site') })
  expect(await Bun.file(path).bytes()).toBeEmpty()
  {
    using other = new Database(path)
    other.run('CREATE TABLE users (id TEXT)')
  }
  expect(await list()).toMatchObject({ code: 1, out: '', err: expect.stringContaining('There is no site') })
  await Bun.file(path).delete()
  await (await createSqliteDatabase({ path })).close()
  expect(await list()).toMatchObject({ code: 1, out: '', err: expect.stringContaining('There is no site') })
})

test('policies and access lists that are set before the first start are in force from then on', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'text',
    PICTOGLYPH_TEXT_PORT: '0',
  }
  for (const words of [
    ['policy', 'set', 'text.requestsPerMinute', '7'],
    ['ip', 'block', '192.0.2.0/24'],
  ]) {
    expect(await pictoglyph(variables, words)).toMatchObject({ code: 0 })
  }
  await using server = startPictoglyph(variables, ['serve'])
  await server.printed(/API key +(pgl_\w+)/)
  const policy = JSON.parse((await pictoglyph(variables, ['policy', 'show', '--json'])).out)
  expect(policy).toMatchObject({ 'text.requestsPerMinute': 7 })
  const access = JSON.parse((await pictoglyph(variables, ['ip', 'list', '--json'])).out)
  expect(access).toMatchObject([{ network: '192.0.2.0/24', list: 'block' }])
}, 30_000)

test('a command that came too early is in the way of neither a restore nor a first start', async () => {
  await using folder = await temporaryFolder()
  const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')]
  const backup = join(folder.path, 'backup')
  const of = (directory: string) => ({
    PICTOGLYPH_DATA_DIR: directory,
    PICTOGLYPH_SERVICES: 'text',
    PICTOGLYPH_TEXT_PORT: '0',
  })
  await pictoglyph(of(first), ['user', 'list'])
  {
    await using server = startPictoglyph(of(first), ['serve'])
    await server.printed(/API key +(pgl_\w+)/)
    expect(await pictoglyph(of(first), ['user', 'add', 'bob'])).toMatchObject({ code: 0 })
    expect(await pictoglyph(of(first), ['backup', backup])).toMatchObject({ code: 0 })
  }
  await pictoglyph(of(second), ['user', 'list'])
  expect(await pictoglyph(of(second), ['restore', backup])).toMatchObject({ code: 0 })
  const users = JSON.parse((await pictoglyph(of(second), ['user', 'list', '--json'])).out)
  expect(users.map(({ name }: { name: string }) => name)).toEqual(['admin', 'bob'])
}, 30_000)
