import { Database } from 'bun:sqlite'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseUnderTest } from '../../conformance/database.ts'
import { createSqliteDatabase } from '../../src/database/sqlite.ts'

/** A folder of its own that goes with the test. */
export async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'pictoglyph-database-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Two databases over one new file, as two processes have it. */
export async function openSqlitePair(
  clock: () => number,
  options: { hasWriterThread?: boolean } = {},
): Promise<DatabaseUnderTest> {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  const [database, replica] = await Promise.all([
    createSqliteDatabase({ path, clock, ...options }),
    createSqliteDatabase({ path, clock }),
  ])
  return {
    database,
    replica,
    async damage(statement) {
      using outside = new Database(path)
      outside.run('PRAGMA busy_timeout = 5000')
      outside.run('PRAGMA foreign_keys = OFF')
      outside.run(statement)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([database.close(), replica.close()])
      await folder[Symbol.asyncDispose]()
    },
  }
}
