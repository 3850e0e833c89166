import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { databaseConformance } from '../../conformance/database.ts'
import { createSqliteDatabase } from '../../src/database/sqlite.ts'
import { Failure } from '../../src/language/failure.ts'
import { openSqlitePair, temporaryFolder } from './sqlite-files.ts'

databaseConformance(
  'SQLite with a writer thread, beside a process without',
  (clock) => openSqlitePair(clock, { hasWriterThread: true }),
  { runs: process.env.PICTOGLYPH_PROOF ? 500 : 20 },
)

test('with a writer thread, changes that were asked for before closing are made, later ones are refused', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  const database = await createSqliteDatabase({ path, hasWriterThread: true })
  const early = database.settings.claim('early', '')
  await database.close()
  expect(await early).toBe(true)
  await expect(database.settings.claim('late', '')).rejects.toThrow(Failure)
  await database.close()
})

test('with a writer thread, what is no database is refused with the reason', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  await Bun.write(path, 'no database at all, and long enough to be read as the head of one'.repeat(20))
  await expect(createSqliteDatabase({ path, hasWriterThread: true })).rejects.toThrow('not a database')
})

test('while a commit is held up, the thread that asked for it reads and goes on', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  const database = await createSqliteDatabase({ path, hasWriterThread: true })
  using other = new Database(path)
  other.run('BEGIN IMMEDIATE')
  let isDone = false
  const change = database.settings.claim('name', 'value').finally(() => {
    isDone = true
  })
  for (let turn = 0; turn < 20; turn += 1) {
    expect(await database.users.list()).toEqual([])
    await Bun.sleep(5)
  }
  expect(isDone).toBe(false)
  other.run('ROLLBACK')
  expect(await change).toBe(true)
  await database.close()
})

test('a database that is closed has all its rows in its one file', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  const database = await createSqliteDatabase({ path, hasWriterThread: true })
  expect(await database.settings.claim('a', '1')).toBe(true)
  await database.close()
  expect(readdirSync(folder.path).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
})
