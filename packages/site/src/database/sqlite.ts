import { openAndPrepare } from '../rows/engine.ts'
import { migrate } from '../rows/migrations/migrate.ts'
import { openSqliteEngine } from '../rows/sqlite/engine.ts'
import { makePrivateFile } from '../rows/sqlite/private-file.ts'
import type { SiteDatabase } from './database.ts'
import { createSqlDatabase } from './database.ts'
import { requireNoTransfer } from './transfer/transfer-lock.ts'

/** The file, its use, and the clock. */
interface SqliteOptions {
  /** The database file. It and its parent folders are created if missing. */
  path: string
  /** The time in milliseconds, for the expiry of removal claims. */
  clock?: () => number
  /** Whether other processes may use the file too; true by default. */
  isShared?: boolean
  /** For a server: makes changes in a separate thread, so that this one never waits for the disk. */
  hasWriterThread?: boolean
}

/**
 * The site's rows in one SQLite file, for one machine.
 * @throws {Error} if the file can't be opened with the promised durability, or is of a newer version
 * @throws {Failure} CONFLICT if it holds only part of a site, because a transfer to it is unfinished
 */
export async function createSqliteDatabase({
  path,
  clock = Date.now,
  isShared = true,
  hasWriterThread = false,
}: SqliteOptions): Promise<SiteDatabase> {
  makePrivateFile(path)
  if (hasWriterThread) {
    const { createThreadedDatabase } = await import('./thread/database.ts')
    return createThreadedDatabase(path, clock)
  }
  const opened = openSqliteEngine(path, { isShared })
  return createSqlDatabase(await openAndPrepare(opened, migrate, requireNoTransfer), clock)
}
