import { Failure } from '../language/failure.ts'
import { openAndPrepare } from '../rows/engine.ts'
import { migrate } from '../rows/migrations/migrate.ts'
import { requireSettings } from '../rows/postgres/connections.ts'
import { openPostgresEngine } from '../rows/postgres/engine.ts'
import { isStatementStopped } from '../rows/postgres/errors.ts'
import { createBoundedReads, readBudgetMs, readsAtOnce, tookTooLong } from './bounded-reads.ts'
import { createSqlDatabase, type SiteDatabase } from './database.ts'
import { callMethod } from './store-calls.ts'
import { requireNoTransfer } from './transfer/transfer-lock.ts'

/** How to reach PostgreSQL, and the clock. */
interface PostgresOptions {
  /**
   * `postgres://user:password@host:port/database`, with parameters such as `?sslmode=verify-full`. Settings such as
   * `?search_path=pictoglyph` go to the server.
   */
  url: string
  /** Maximum connections of this process, plus two for lists and searches. */
  connections?: number
  /** The time in milliseconds, for the expiry of removal claims. */
  clock?: () => number
}

/**
 * The site's rows in PostgreSQL, for any number of replicas. A silent or missing server causes STORAGE_FAILED within
 * ten seconds, and is used again as soon as it is back.
 * @throws {Error} if the database does not keep Unicode or durable commits, or is of a newer version
 * @throws {Failure} CONFLICT if it holds only part of a site, because a transfer to it is unfinished
 */
export async function createPostgresDatabase({
  url,
  connections = 10,
  clock = Date.now,
}: PostgresOptions): Promise<SiteDatabase> {
  const opened = openPostgresEngine(url, connections)
  const engine = await openAndPrepare(opened, requireSettings, migrate, requireNoTransfer)
  const readers = openPostgresEngine(url, readsAtOnce, readBudgetMs)
  const bounded = createSqlDatabase(readers, clock)
  const { reads, askedBy } = createBoundedReads(async (read) => {
    try {
      return await callMethod(bounded, read)
    } catch (error) {
      throw error instanceof Failure && isStatementStopped(error.cause) ? tookTooLong() : error
    }
  })
  return {
    ...createSqlDatabase(engine, clock, { reads }),
    askedBy,
    async close() {
      await Promise.all([readers.close(), engine.close()])
    },
  }
}
