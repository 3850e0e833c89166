import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlEngine } from '../../src/database/open-engine.ts'
import { createSqliteDatabase } from '../../src/database/sqlite.ts'
import { temporaryFolder } from './sqlite-files.ts'

const opening = `
  import { openSqliteConnection } from ${JSON.stringify(join(import.meta.dir, '../../src/rows/sqlite/connection.ts'))}
  console.log('opening')
  openSqliteConnection(process.argv[1], 'write').close()
`

test('a database that another process has locked for a moment is opened once it is free', async () => {
  await using opened = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-opening-'))
  opened.defer(() => rm(directory, { recursive: true }))
  const path = join(directory, 'site.db')
  using holder = new Database(path, { create: true })
  holder.run('CREATE TABLE a (b)')
  holder.run('BEGIN EXCLUSIVE')
  const other = Bun.spawn([process.execPath, '-e', opening, path], { stdout: 'pipe', stderr: 'pipe' })
  await other.stdout.getReader().read()
  // Longer than a change waits for another one before it lets the event loop go on.
  await Bun.sleep(300)
  holder.run('COMMIT')
  expect({ code: await other.exited, errors: await new Response(other.stderr).text() }).toEqual({
    code: 0,
    errors: '',
  })
})

/** The files in a folder that this process has open, by what Linux tells. */
async function openFilesIn(folder: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd')
  const links = descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''))
  return (await Promise.all(links)).filter((path) => path.startsWith(folder))
}

test('a database that can not be opened leaves no file open', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.db')
  await mkdir(`${path}-changes`)
  await expect(createSqliteDatabase({ path })).rejects.toThrow('EISDIR')
  expect(await openFilesIn(folder.path)).toEqual([])
})

test.each([
  ['a site', (path: string) => createSqliteDatabase({ path })],
  ['rows that are moved', (path: string) => openSqlEngine(`sqlite:${path}`)],
])('a new database for %s gets its folders, which nobody else may look into', async (_, open) => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'new', 'place', 'site.db')
  await (await open(path)).close()
  for (const above of [join(path, '..'), join(path, '../..')]) {
    expect((await stat(above)).mode & 0o777).toBe(0o700)
  }
})
