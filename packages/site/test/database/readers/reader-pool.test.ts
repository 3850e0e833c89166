import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createReadShares } from '../../../src/database/bounded-reads.ts'
import { openReaderPool } from '../../../src/database/readers/reader-pool.ts'
import { createSqliteDatabase } from '../../../src/database/sqlite.ts'
import { fillSite } from '../sample-site.ts'
import { temporaryFolder } from '../sqlite-files.ts'

const program = join(import.meta.dir, 'endless-reader.ts')
const poolModule = join(import.meta.dir, '../../../src/database/readers/reader-pool.ts')
const names = { store: 'users', method: 'list', parameters: [] } as const
const endless = { store: 'database', method: 'endless', parameters: [] } as const

test('a query that returns no row is refused after its time, and its process is gone', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  await using opened = new AsyncDisposableStack()
  const database = await createSqliteDatabase({ path })
  opened.defer(() => database.close())
  await fillSite(database, 3)
  const pool = openReaderPool(path, { budgetMs: 1_500, program })
  opened.defer(() => pool.close())
  const users = await database.users.list()
  expect(await pool.run(names)).toEqual(users)
  await expect(pool.run(endless)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const pid = await pidOfReader(path)
  while (isRunning(pid)) await Bun.sleep(5)
  expect(await pool.run(names)).toEqual(users)
})

test('a pool that is closed runs nothing more, and starts no process', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  await (await createSqliteDatabase({ path })).close()
  const started = join(folder.path, 'started')
  const noting = join(folder.path, 'noting-reader.ts')
  await Bun.write(
    noting,
    `await Bun.write(${JSON.stringify(started)}, ''); await import(${JSON.stringify(program)})`,
  )
  const pool = openReaderPool(path, { program: noting })
  await pool.close()
  const failed = await pool.run(names).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 'STORAGE_FAILED', cause: { message: 'the database is closed' } })
  expect(existsSync(started)).toBe(false)
})

test('a process that is killed from outside fails what it was doing, and another one takes its place', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  await using opened = new AsyncDisposableStack()
  const database = await createSqliteDatabase({ path })
  opened.defer(() => database.close())
  const pool = openReaderPool(path, { budgetMs: 60_000, program })
  opened.defer(() => pool.close())
  const under = pool.run(endless)
  const failed = under.catch((error: unknown) => error)
  process.kill(await pidOfReader(path), 'SIGKILL')
  expect(await failed).toMatchObject({
    facts: { code: 'STORAGE_FAILED', helper: 'reader' },
    cause: { message: 'The process that reads the database has ended with SIGKILL.' },
  })
  expect(await pool.run(names)).toEqual([])
})

test('a process whose server is killed goes with it, whatever it is reading', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  await (await createSqliteDatabase({ path })).close()
  const script = `
    const { openReaderPool } = await import(${JSON.stringify(poolModule)})
    await openReaderPool(${JSON.stringify(path)}, { budgetMs: 60_000, program: ${JSON.stringify(program)} })
      .run(${JSON.stringify(endless)})`
  const server = Bun.spawn([process.execPath, '-e', script], { stderr: 'inherit' })
  const pid = await pidOfReader(path)
  server.kill('SIGKILL')
  while (isRunning(pid)) await Bun.sleep(5)
  await server.exited
})

test('a database that is not there is told as what went wrong in the process', async () => {
  await using folder = await temporaryFolder()
  const pool = openReaderPool(join(folder.path, 'none.sqlite'))
  await expect(pool.run(names)).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
  await pool.close()
})

test('a process that does not start is named, and who asks whether one does starts no more of them', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  await (await createSqliteDatabase({ path })).close()
  const started = join(folder.path, 'started')
  const ending = join(folder.path, 'ending-reader.ts')
  await Bun.write(ending, `require('fs').appendFileSync(${JSON.stringify(started)}, 'x'); process.exit(3)`)
  const pool = openReaderPool(path, { program: ending })
  const cause = { message: "The process that reads the database can't start: it ended with the code 3." }
  const named = { code: 'STORAGE_FAILED', facts: { helper: 'reader' }, cause }
  const asked = Array.from({ length: 50 }, () => pool.check().catch((error: unknown) => error))
  for (const failed of await Promise.all(asked)) expect(failed).toMatchObject(named)
  await expect(pool.check()).rejects.toMatchObject(named)
  expect(readFileSync(started, 'utf8')).toBe('x')
  await expect(pool.run(names)).rejects.toMatchObject(named)
  await pool.close()
})

test('a process that works is asked once by all who ask, and goes on to read', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  await using opened = new AsyncDisposableStack()
  const database = await createSqliteDatabase({ path })
  opened.defer(() => database.close())
  const started = join(folder.path, 'started')
  const noting = join(folder.path, 'noting-reader.ts')
  await Bun.write(
    noting,
    `require('fs').appendFileSync(${JSON.stringify(started)}, 'x'); await import(${JSON.stringify(program)})`,
  )
  const pool = openReaderPool(path, { program: noting })
  opened.defer(() => pool.close())
  await Promise.all(Array.from({ length: 50 }, () => pool.check()))
  await pool.check()
  expect(await pool.run(names)).toEqual([])
  expect(readFileSync(started, 'utf8')).toBe('x')
})

test('nobody has more than one read running, and others pass who wait behind', async () => {
  const shares = createReadShares(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const read = (name: string) =>
    shares.run(name.slice(0, 3), () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await Bun.sleep(0)
  }
  const all = ['ann 1', 'ann 2', 'ann 3', 'bob 1', 'eve 1'].map(read)
  await Bun.sleep(0)
  expect(begun).toEqual(['ann 1', 'bob 1'])
  await end('bob 1')
  expect(begun).toEqual(['ann 1', 'bob 1', 'eve 1'])
  await end('ann 1')
  expect(begun.at(-1)).toBe('ann 2')
  await end('eve 1')
  expect(begun.at(-1)).toBe('ann 2')
  await end('ann 2')
  await end('ann 3')
  await Promise.all(all)
})

test('who asks for more than may wait is told that the service is busy, and others are not', async () => {
  const shares = createReadShares(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = Array.from({ length: 34 }, () =>
    shares.run('ann', () => promise).catch((error) => error.code),
  )
  const bobs = shares.run('bob', async () => 'bob')
  resolve()
  expect(await Promise.all(asked)).toEqual([...Array.from({ length: 33 }, () => undefined), 'OVERLOADED'])
  expect(await bobs).toBe('bob')
})

/** Once the query has begun. */
async function pidOfReader(path: string): Promise<number> {
  for (;;) {
    const pid = existsSync(`${path}-reader`) ? Number(readFileSync(`${path}-reader`, 'utf8')) : 0
    if (pid > 0) return pid
    await Bun.sleep(5)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
