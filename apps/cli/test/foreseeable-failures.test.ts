import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { bashLine, pictoglyph } from './command.ts'
import { makeStoppedSite } from './stopped-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let variables: Record<string, string>
let file: string

beforeAll(async () => {
  folder = await temporaryFolder()
  variables = await makeStoppedSite(join(folder.path, 'site'))
  file = join(folder.path, 'a-file')
  await Bun.write(file, 'no folder')
})

afterAll(() => folder[Symbol.asyncDispose]())

async function failureOf(words: readonly string[], changes: Record<string, string> = {}) {
  const { code, out, err } = await pictoglyph({ ...variables, ...changes }, [...words, '--json'])
  expect([code, out]).toEqual([1, ''])
  return JSON.parse(err).error
}

test('a backup to a folder that can not be made is told with the folder and what the system said', async () => {
  for (const [place, reason] of [
    [file, 'EEXIST'],
    [join(file, 'below'), 'ENOTDIR'],
    ['/proc/below', 'ENOENT'],
  ] as const) {
    expect(await failureOf(['backup', place])).toEqual({
      code: 'STORAGE_FAILED',
      message: expect.stringContaining(`The backup in ${place} was not completed: ${reason}`),
    })
  }
})

test('a backup to a disk that is full is told of the backup, not of the site', async () => {
  const place = join(folder.path, 'too-large')
  // No process may write a file beyond this size: what a full disk says is much the same.
  const line = `trap '' XFSZ; ulimit -f 80; exec "$0" backup "${place}" --json`
  const { err, code } = await bashLine(line, variables)
  const { error } = JSON.parse(err)
  expect([code, error.code]).toEqual([1, 'STORAGE_FAILED'])
  expect(error.message).toStartWith(`The backup in ${place} was not completed: `)
})

/** The folder of a site whose database has lost the page of its second factors, which a start does not read. */
async function damagedSite(name: string): Promise<string> {
  const damaged = join(folder.path, name)
  await mkdir(damaged)
  const path = join(damaged, 'pictoglyph.db')
  await Bun.write(path, Bun.file(join(folder.path, 'site/pictoglyph.db')))
  const [page, pageBytes] = pageOf(path, 'second_factors')
  await using handle = await open(path, 'r+')
  await handle.write(new Uint8Array(pageBytes).fill(0xa5), 0, pageBytes, (page - 1) * pageBytes)
  return damaged
}

/** The first page of a table, counted from 1, and the size of pages. */
function pageOf(path: string, table: string): [page: number, pageBytes: number] {
  using database = new Database(path)
  const found = database.query('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)
  const size = database.query('PRAGMA page_size').get()
  return [Object(found).rootpage, Object(size).page_size]
}

test('a backup of a damaged database is told with what SQLite said', async () => {
  const place = join(folder.path, 'of-damaged')
  const changes = { PICTOGLYPH_DATA_DIR: await damagedSite('damaged') }
  expect(await failureOf(['backup', place], changes)).toEqual({
    code: 'STORAGE_FAILED',
    message: `The backup in ${place} was not completed: database disk image is malformed`,
  })
})

test('a damaged database is told by fsck with what SQLite found', async () => {
  const changes = { PICTOGLYPH_DATA_DIR: await damagedSite('damaged-too') }
  for (const words of [['fsck'], ['fsck', '--quick'], ['fsck', '--repair']]) {
    expect(await failureOf(words, changes)).toEqual({
      code: 'STORAGE_FAILED',
      message: expect.stringContaining('The database is damaged: '),
    })
  }
})

test('a backup that can not be read is told with its place', async () => {
  expect(await failureOf(['restore', file], { PICTOGLYPH_DATA_DIR: join(folder.path, 'new') })).toEqual({
    code: 'STORAGE_FAILED',
    message: expect.stringContaining(`The backup in ${file} can't be read: ENOTDIR`),
  })
})

test('a file with a key that can not be read is told with its name', async () => {
  for (const command of ['encode', 'decode']) {
    for (const path of [join(folder.path, 'nothing'), folder.path]) {
      const cipher = '~呜嗷嗷嗷嗷呜啊呜啊~啊'
      const { code, err } = await pictoglyph({}, [command, '--key-file', path, '--json'], cipher)
      expect([code, JSON.parse(err).error]).toEqual([
        1,
        { code: 'BAD_REQUEST', message: expect.stringContaining(`The file ${path} can't be read: `) },
      ])
    }
  }
})

test('a rule for a site that is to be, where no file can be made, is told with the database', async () => {
  const changes = { PICTOGLYPH_DATA_DIR: '/proc/below' }
  expect(await failureOf(['policy', 'set', 'upload.maxSide', '100'], changes)).toEqual({
    code: 'STORAGE_FAILED',
    message: expect.stringContaining("The database /proc/below/pictoglyph.db can't be used: ENOENT"),
  })
})

test('a port that another program has is a conflict', async () => {
  const port = await freePort()
  using _other = Bun.serve({ hostname: '127.0.0.1', port, fetch: () => new Response() })
  expect(await failureOf(['serve'], { PICTOGLYPH_IMAGES_PORT: String(port) })).toEqual({
    code: 'CONFLICT',
    message: `Another program listens on port ${port} of 127.0.0.1. Stop it, or set PICTOGLYPH_IMAGES_PORT to another port.`,
  })
})

test('a database of a newer version is a conflict', async () => {
  const newer = join(folder.path, 'newer')
  await mkdir(newer)
  const path = join(newer, 'pictoglyph.db')
  await Bun.write(path, Bun.file(join(folder.path, 'site/pictoglyph.db')))
  {
    using database = new Database(path)
    database.run("INSERT INTO schema_versions VALUES (99, '099-future', 'x')")
  }
  for (const words of [['serve'], ['user', 'list'], ['fsck']]) {
    expect(await failureOf(words, { PICTOGLYPH_DATA_DIR: newer })).toEqual({
      code: 'CONFLICT',
      message: expect.stringContaining('The database is of a newer version of Pictoglyph (schema 99'),
    })
  }
})

test('a key that is not there can not be revoked, and is told by its name', async () => {
  expect(await failureOf(['key', 'revoke', 'nowhere'])).toEqual({
    code: 'NOT_FOUND',
    message: 'The key "nowhere" was not found.',
  })
})
