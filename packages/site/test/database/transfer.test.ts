import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createSqlDatabase } from '../../src/database/database.ts'
import { openSqlEngine } from '../../src/database/open-engine.ts'
import { createSqliteDatabase } from '../../src/database/sqlite.ts'
import { lockTarget } from '../../src/database/transfer/transfer-lock.ts'
import {
  compareRows,
  exportRows,
  importRows,
  transferRows,
} from '../../src/database/transfer/transfer-rows.ts'
import { transferTables } from '../../src/database/transfer/transfer-tables.ts'
import { seedNewSite } from '../../src/first-start.ts'
import { createPasswordHasher } from '../../src/platform/argon2id-hasher.ts'
import { createSha256 } from '../../src/platform/sha256.ts'
import type { SqlEngine } from '../../src/rows/engine.ts'
import { fillSite } from './sample-site.ts'
import { temporaryFolder } from './sqlite-files.ts'

async function openTwo() {
  const folder = await temporaryFolder()
  const [from, to] = await Promise.all([
    openSqlEngine(`sqlite:${join(folder.path, 'from.sqlite')}`),
    openSqlEngine(`sqlite:${join(folder.path, 'to.sqlite')}`),
  ])
  return {
    from,
    to,
    toPath: join(folder.path, 'to.sqlite'),
    async [Symbol.asyncDispose]() {
      await Promise.all([from.close(), to.close()])
      await folder[Symbol.asyncDispose]()
    },
  }
}

const siteOf = (engine: SqlEngine) => createSqlDatabase(engine, Date.now)

test('a transfer brings every row over, and the comparison says so', async () => {
  await using ends = await openTwo()
  await fillSite(siteOf(ends.from), 1_200)
  const seen: number[] = []
  await transferRows({ ...ends, report: ({ table, rowsDone }) => table === 'images' && seen.push(rowsDone) })
  expect(seen).toEqual([500, 1_000, 1_200])
  const comparison = await compareRows(ends)
  expect(comparison.filter(({ same }) => !same)).toEqual([])
  expect(comparison.find(({ table }) => table === 'images')).toMatchObject({ from: 1_200, to: 1_200 })
  const query = { search: 'image 7', limit: 5 }
  expect(await siteOf(ends.to).images.list(query)).toEqual(await siteOf(ends.from).images.list(query))
})

test('a transfer that was stopped goes on where it was', async () => {
  await using ends = await openTwo()
  await fillSite(siteOf(ends.from), 1_200)
  const stop = (table: string, rowsDone: number) => {
    if (table === 'images' && rowsDone === 500) throw new Error('stopped')
  }
  const stopped = transferRows({ ...ends, report: ({ table, rowsDone }) => stop(table, rowsDone) })
  await expect(stopped).rejects.toThrow('stopped')
  await stopped.catch(() => {})
  const seen: string[] = []
  await transferRows({ ...ends, report: ({ table, rowsDone }) => seen.push(`${table} ${rowsDone}`) })
  expect(seen.filter((line) => /^(users|images) /.test(line))).toEqual(['images 1000', 'images 1200'])
  expect((await compareRows(ends)).every(({ same }) => same)).toBe(true)
})

test('a database that is a site of its own is no target', async () => {
  await using ends = await openTwo()
  await fillSite(siteOf(ends.from), 1)
  await transferRows(ends)
  await expect(transferRows(ends)).rejects.toThrow('site of its own')
})

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

/** Copies rows up to a batch in the middle of the images, after which the work is cut off. */
async function transferPart(ends: { from: SqlEngine; to: SqlEngine }): Promise<void> {
  const report = ({ table, rowsDone }: { table: string; rowsDone: number }) => {
    if (table === 'images' && rowsDone === 500) throw new Error('stopped')
  }
  expect(await failureOf(transferRows({ ...ends, report }))).toEqual(new Error('stopped'))
}

for (const hasWriterThread of [false, true]) {
  const how = hasWriterThread ? 'with a writer thread' : 'without a writer thread'
  test(`a database that holds part of a site does not open as one until the transfer is finished, ${how}`, async () => {
    await using ends = await openTwo()
    await fillSite(siteOf(ends.from), 700)
    const early = await createSqliteDatabase({ path: ends.toPath, hasWriterThread })
    await early.checkHealth()
    await transferPart(ends)
    const unfinished = { code: 'CONFLICT', message: expect.stringContaining('not been finished') }
    const opening = createSqliteDatabase({ path: ends.toPath, hasWriterThread })
    expect(await failureOf(opening)).toMatchObject(unfinished)
    expect(await failureOf(early.checkHealth())).toMatchObject(unfinished)

    await transferRows(ends)
    await early.checkHealth()
    await early.close()
    const whole = await createSqliteDatabase({ path: ends.toPath, hasWriterThread })
    expect((await whole.images.totals()).images).toBe(700)
    await whole.close()
  })
}

test('a database that a transfer has claimed gets no first rows of a new site', async () => {
  await using ends = await openTwo()
  await lockTarget(ends.to, 'a backup')
  const passwords = createPasswordHasher()
  const site = { database: siteOf(ends.to), passwords, createSha256, clock: Date.now }
  const seeding = seedNewSite(site)
  expect(await failureOf(seeding)).toMatchObject({ code: 'CONFLICT' })
  expect(await siteOf(ends.to).users.list()).toEqual([])
})

test('only the transfer that was begun goes on, and part of a site is not moved on', async () => {
  await using ends = await openTwo()
  await using others = await openTwo()
  await fillSite(siteOf(ends.from), 700)
  await fillSite(siteOf(others.from), 1)
  await transferPart(ends)
  const toSame = transferRows({ from: others.from, to: ends.to })
  expect(await failureOf(toSame)).toMatchObject({ code: 'CONFLICT' })
  const onwards = transferRows({ from: ends.to, to: others.to })
  expect(await failureOf(onwards)).toMatchObject({ code: 'CONFLICT' })
  await transferRows(ends)
  expect((await compareRows(ends)).every(({ same }) => same)).toBe(true)
})

test('the comparison finds a row that is missing and one that differs', async () => {
  await using ends = await openTwo()
  await fillSite(siteOf(ends.from), 3)
  await transferRows(ends)
  await ends.to.write(async (sql) => {
    await sql.run('DELETE FROM access_entries')
    await sql.run("UPDATE images SET title = title || '!' WHERE created_at_ms % 3 = 0")
  })
  const different = (await compareRows(ends)).filter(({ same }) => !same)
  expect(different).toEqual([
    { table: 'images', from: 3, to: 3, same: false },
    { table: 'access_entries', from: 1, to: 0, same: false },
  ])
})

test('every table of the schema is transferred, but for what a database keeps of itself', async () => {
  await using ends = await openTwo()
  const tables = await ends.from.read.all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'image_grams%'",
  )
  const own = ['schema_versions', 'site_revision', 'site_health', 'leases']
  const named = [...transferTables.map(({ name }) => name), ...own]
  expect(named.sort()).toEqual(tables.map(({ name }) => String(name)).sort())
})

test('a batch that is imported twice is there once', async () => {
  await using ends = await openTwo()
  await fillSite(siteOf(ends.from), 1)
  for await (const batch of exportRows(ends.from, transferTables[0]!)) {
    await importRows(ends.to, batch)
    await importRows(ends.to, batch)
  }
  expect(await siteOf(ends.to).users.list()).toEqual(await siteOf(ends.from).users.list())
})
