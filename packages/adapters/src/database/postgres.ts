import type { SiteDatabase } from '@pictoglyph/core'
import { openPostgresEngine } from './postgres/engine.ts'
import { requireSettings } from './postgres/settings.ts'
import { createSqlDatabase } from './sql/database.ts'
import { openAndPrepare } from './sql/engine.ts'
import { migrate } from './sql/migrations/migrate.ts'
import { requireNoTransfer } from './sql/transfer/transfer-lock.ts'

export interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database`, with `?sslmode=verify-full` and the like. Settings such
   * as `?search_path=pictoglyph` go to the server.
   */
  url: string
  /** Connections of this process at most. */
  connections?: number
  /** The time in milliseconds, against which claims to remove a blob expire. */
  clock?: () => number
}

/**
 * The site's rows in PostgreSQL, for any number of replicas. A server that is silent or gone is
 * STORAGE_FAILED within ten seconds, and is used again as soon as it is back.
 * @throws {Error} if the database does not keep Unicode or durable commits, or is of a newer version
 * @throws {Failure} CONFLICT if it holds only part of a site, because a transfer to it is unfinished
 */
export async function createPostgresDatabase({
  url,
  connections = 10,
  clock = Date.now,
}: PostgresOptions): Promise<SiteDatabase> {
  const opened = openPostgresEngine(url, connections)
  return createSqlDatabase(await openAndPrepare(opened, requireSettings, migrate, requireNoTransfer), clock)
}
