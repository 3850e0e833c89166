import { expect, test } from 'bun:test'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfiguration } from '../src/configuration.ts'
import { requirePlaces } from '../src/require-places.ts'
import { explainSqliteFailure } from '../src/sqlite-failure.ts'
import { type Finished, run, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const binary = join(import.meta.dir, '../bin/pictoglyph')
const isRoot = process.getuid?.() === 0
const services = { PICTOGLYPH_SERVICES: 'images', PICTOGLYPH_IMAGES_PORT: '0' }

/** A user, and what runs a command as them. */
interface User {
  uid: number
  under: readonly string[]
}

/** The user of this test, who writes what modes allow. */
const self: User = {
  uid: process.getuid?.() ?? 0,
  under: isRoot ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all'] : [],
}

/** Someone who is not root; for root another user, who may read what root may, such as this program. */
const other: User = isRoot
  ? {
      uid: 10_001,
      under: [
        ...['setpriv', '--reuid=10001', '--regid=10001', '--clear-groups'],
        ...['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'],
      ],
    }
  : self

/** Runs the command as a user, in a folder. */
function runAs(
  { under }: User,
  words: readonly string[],
  { folder, variables = {} }: { folder: string; variables?: Record<string, string> },
): Promise<Finished> {
  return run([...under, binary, ...words], { ...services, ...variables }, '', folder)
}

test('a data folder of another user is told in one sentence, with what to do', async () => {
  await using folder = await temporaryFolder()
  await chmod(folder.path, 0o755)
  // As Docker makes the folder of a bind mount.
  const data = isRoot ? join(folder.path, 'data') : '/usr/share'
  if (isRoot) await mkdir(data)
  const variables: Record<string, string> = isRoot ? {} : { PICTOGLYPH_DATA_DIR: data }
  for (const words of [['serve'], ['policy', 'set', 'upload.maxSide', '100']]) {
    const { code, err } = await runAs(other, words, { folder: folder.path, variables })
    expect([words, code, err]).toEqual([
      words,
      1,
      `pictoglyph: ${data} belongs to uid 0, this runs as uid ${other.uid}: chown -R ${other.uid} ${data}\n`,
    ])
  }
})

test('a data folder that can not even be looked into is told in one sentence, whoever asks', async () => {
  await using folder = await temporaryFolder()
  const data = join(folder.path, 'data')
  await mkdir(data, { mode: 0 })
  for (const words of [['serve'], ['user', 'list'], ['policy', 'set', 'upload.maxSide', '100']]) {
    const { code, err } = await runAs(self, words, { folder: folder.path })
    expect([words, code, err]).toEqual([
      words,
      1,
      `pictoglyph: ${data} is closed to its own user, uid ${self.uid}, by its mode: chmod -R u+rwX ${data}\n`,
    ])
  }
  await chmod(data, 0o700)
})

test('a folder that can not be made is told with the one in the way, which nobody is to give away', async () => {
  await using folder = await temporaryFolder()
  await chmod(folder.path, 0o755)
  const [parent, variables] = isRoot ? [folder.path, {}] : ['/', { PICTOGLYPH_DATA_DIR: '/of-nobody' }]
  const place = isRoot ? join(folder.path, 'data') : '/of-nobody'
  const { code, err } = await runAs(other, ['serve'], { folder: folder.path, variables })
  expect([code, err]).toEqual([
    1,
    `pictoglyph: ${parent} belongs to uid 0, this runs as uid ${other.uid} and may not write there: mkdir -p ${place}; chown -R ${other.uid} ${place}\n`,
  ])
})

test('one file or folder among one’s own is told by its name, also for a path with a space', async () => {
  await using folder = await temporaryFolder()
  await chmod(folder.path, 0o755)
  const data = join(folder.path, 'the data')
  const variables = { PICTOGLYPH_DATA_DIR: data }
  {
    await using server = startPictoglyph({ ...services, ...variables }, ['serve'])
    await server.printed(/images +(http)/)
  }
  for (const name of ['blobs', 'blobs/staging', 'blobs/site-id', 'pictoglyph.db']) {
    const path = join(data, name)
    const { mode } = await stat(path)
    await chmod(path, 0)
    const { code, err } = await runAs(self, ['serve'], { folder: folder.path, variables })
    expect([name, code, err]).toEqual([
      name,
      1,
      `pictoglyph: ${path} is closed to its own user, uid ${self.uid}, by its mode: chmod -R u+rwX '${data}'\n`,
    ])
    await chmod(path, mode)
  }
})

test('a place of the wrong kind is told without a variable that nobody set, and with one that is', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'data/pictoglyph.db'), { recursive: true })
  await writeFile(join(folder.path, 'file'), '')
  const usual = await runAs(self, ['serve'], { folder: folder.path })
  expect([usual.code, usual.err]).toEqual([
    2,
    `pictoglyph: The configuration has problems:\n  ${folder.path}/data/pictoglyph.db is a folder, and must be a file\n`,
  ])
  const variables = { PICTOGLYPH_DATABASE_URL: `sqlite:${folder.path}/file/below` }
  const given = await runAs(self, ['serve'], { folder: folder.path, variables })
  expect([given.code, given.err]).toEqual([2, expect.stringContaining('PICTOGLYPH_DATABASE_URL: ')])
})

test('the address of a database server is no place here, even if it reads as a folder', async () => {
  await using folder = await temporaryFolder()
  const configuration = readConfiguration({ PICTOGLYPH_DATA_DIR: join(folder.path, 'data') })
  const requireAt = (databaseUrl: string) => () => requirePlaces({ ...configuration, databaseUrl })
  expect(requireAt(`postgres:/${folder.path}`)).not.toThrow()
  expect(requireAt(`sqlite:${folder.path}`)).toThrow('is a folder, and must be a file')
})

test('a disk on which SQLite can not share memory is told as that', async () => {
  await using folder = await temporaryFolder()
  for (const code of [
    'SQLITE_IOERR_SHMMAP',
    'SQLITE_IOERR_SHMOPEN',
    'SQLITE_IOERR_SHMSIZE',
    'SQLITE_IOERR_SHMLOCK',
  ]) {
    const told = explainSqliteFailure(join(folder.path, 'site.db'), Object.assign(new Error(), { code }))
    expect(String(told)).toContain('SQLite needs a local disk')
  }
})
