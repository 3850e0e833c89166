import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openSqlEngine } from '../../src/database/open-engine.ts'
import { createSqliteDatabase } from '../../src/database/sqlite.ts'
import { Failure } from '../../src/language/failure.ts'
import { commitTrustedMs } from '../../src/rows/engine.ts'
import { backupSqlite } from '../../src/rows/sqlite/backup.ts'
import { openSqliteConnection } from '../../src/rows/sqlite/connection.ts'
import { openSqliteEngine } from '../../src/rows/sqlite/engine.ts'
import { fillSite } from './sample-site.ts'
import { temporaryFolder } from './sqlite-files.ts'

async function openEngine() {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  const engine = openSqliteEngine(path)
  await engine.write((sql) => sql.run('CREATE TABLE notes (id INTEGER PRIMARY KEY, note TEXT NOT NULL)'))
  return {
    path,
    engine,
    add: (id: number) => engine.write((sql) => sql.run("INSERT INTO notes VALUES (?, 'x')", id)),
    ids: async () => (await engine.read.all('SELECT id FROM notes ORDER BY id')).map(({ id }) => id),
    async [Symbol.asyncDispose]() {
      await engine.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

test('each connection syncs fully, in WAL mode', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  const writer = openSqliteConnection(path, 'write')
  const reader = openSqliteConnection(path, 'read')
  for (const connection of [writer, reader]) {
    expect(await connection.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
    expect(await connection.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(await connection.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 })
    connection.close()
  }
})

test('a database that can not be in WAL mode is refused', () => {
  expect(() => openSqliteConnection(':memory:', 'write')).toThrow('journal_mode')
})

test('of changes that share a commit, one that fails takes back only what it did', async () => {
  await using subject = await openEngine()
  const { engine, add, ids } = subject
  const outcomes = await Promise.allSettled([
    add(1),
    engine.write(async (sql) => {
      await sql.run("INSERT INTO notes VALUES (2, 'x')")
      throw new Error('no')
    }),
    add(1),
    add(3),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: new Error('no') })
  expect(outcomes[2]).toMatchObject({ reason: new Failure({ code: 'STORAGE_FAILED' }) })
  expect(await ids()).toEqual([1, 3])
})

test('a quiet site that is asked for its health again and again has a log of a few pages, whoever reads beside it', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  await (await createSqliteDatabase({ path })).close()
  let nowMs = 0
  const engine = openSqliteEngine(path, { now: () => nowMs })
  const logBytesAfter = async (probes: number) => {
    for (let probe = 0; probe < probes; probe++) {
      nowMs += commitTrustedMs
      await engine.checkHealth()
    }
    return (await stat(`${path}-wal`)).size
  }
  expect(await logBytesAfter(200)).toBeLessThan(20_000)
  using other = new Database(path)
  other.run('BEGIN')
  other.query('SELECT checks FROM site_health').get()
  expect(await logBytesAfter(10)).toBeGreaterThan(20_000)
  other.run('ROLLBACK')
  const longest = await logBytesAfter(1)
  expect(await logBytesAfter(200)).toBe(longest)
  expect(await engine.read.get('SELECT checks FROM site_health')).toEqual({ checks: 411 })
  await engine.close()
})

test('nobody reads what is not committed', async () => {
  await using subject = await openEngine()
  const { engine, ids } = subject
  await engine.write(async (sql) => {
    await sql.run("INSERT INTO notes VALUES (1, 'x')")
    expect(await ids()).toEqual([])
  })
  expect(await ids()).toEqual([1])
})

test('a change waits for another process that is writing', async () => {
  await using subject = await openEngine()
  const { path, add, ids } = subject
  using other = new Database(path)
  other.run('BEGIN IMMEDIATE')
  other.run("INSERT INTO notes VALUES (1, 'other')")
  const waiting = add(2)
  await Bun.sleep(120)
  expect(await ids()).toEqual([])
  other.run('COMMIT')
  await waiting
  expect(await ids()).toEqual([1, 2])
})

test('when the commit fails nothing is reported as done, and the next change succeeds', async () => {
  await using subject = await openEngine()
  const { engine, add, ids } = subject
  await engine.write(async (sql) => {
    await sql.run('CREATE TABLE parents (id INTEGER PRIMARY KEY)')
    await sql.run(
      'CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)',
    )
  })
  const outcomes = await Promise.allSettled([
    add(1),
    engine.write((sql) => sql.run('INSERT INTO children VALUES (7)')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ids()).toEqual([])
  await add(2)
  expect(await ids()).toEqual([2])
})

test('changes that were asked for before closing are made, later ones are refused', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  const database = await createSqliteDatabase({ path })
  const early = database.settings.claim('early', '')
  await database.close()
  expect(await early).toBe(true)
  await expect(database.settings.claim('late', '')).rejects.toThrow(Failure)
})

test('a database of a newer program, or with a changed step, is refused', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  await (await createSqliteDatabase({ path })).close()
  using file = new Database(path)
  file.run("INSERT INTO schema_versions VALUES (99, '099-future', 'x')")
  await expect(createSqliteDatabase({ path })).rejects.toThrow('newer version of Pictoglyph (schema 99')
  file.run('DELETE FROM schema_versions WHERE version = 99')
  file.run("UPDATE schema_versions SET checksum = 'x'")
  await expect(createSqliteDatabase({ path })).rejects.toThrow('001-initial')
})

test('a backup of a database in use is whole and can be opened', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  const target = join(folder.path, 'backup.sqlite')
  const database = await createSqliteDatabase({ path })
  await fillSite(database, 20)
  await backupSqlite(path, target)
  await database.settings.claim('later', '')
  await database.close()
  const copy = await createSqliteDatabase({ path: target })
  expect((await copy.images.totals()).images).toBe(20)
  expect(await copy.settings.claim('later', '')).toBe(true)
  await copy.close()
  await expect(backupSqlite(path, target)).rejects.toThrow('exists already')
})

test('rows that are copied, backed up or moved to a new file are nobody else’s to read, from its first byte', async () => {
  await using folder = await temporaryFolder()
  const [path, backup, moved] = ['site.sqlite', 'backup.sqlite', 'moved.sqlite'].map((name) =>
    join(folder.path, name),
  ) as [string, string, string]
  await (await createSqliteDatabase({ path })).close()
  await backupSqlite(path, backup)
  await (await openSqlEngine(`sqlite:${moved}`)).close()
  for (const file of [path, backup, moved]) expect((await stat(file)).mode & 0o777).toBe(0o600)
})
