import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openSqlEngine } from '../../src/database/open-engine.ts'
import { createSqlDatabase } from '../../src/database/sql/database.ts'
import type { SqlEngine } from '../../src/database/sql/engine.ts'
import { compareRows, exportRows, importRows, transferRows } from '../../src/database/sql/transfer.ts'
import { transferTables } from '../../src/database/sql/transfer-tables.ts'
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
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
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
