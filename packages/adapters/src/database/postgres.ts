import type { SiteDatabase } from '@pictoglyph/core'
import { openPostgresEngine } from './postgres/engine.ts'
import { createSqlDatabase } from './sql/database.ts'
import type { SqlEngine } from './sql/engine.ts'
import { migrate } from './sql/migrate.ts'
import { text } from './sql/rows.ts'

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
 */
export async function createPostgresDatabase({
  url,
  connections = 10,
  clock = Date.now,
}: PostgresOptions): Promise<SiteDatabase> {
  const engine = openPostgresEngine(url, connections)
  try {
    await demand(engine, 'server_encoding', (value) => value === 'UTF8')
    await demand(engine, 'synchronous_commit', (value) => value !== 'off')
    await migrate(engine)
  } catch (error) {
    await engine.close()
    throw error
  }
  return createSqlDatabase(engine, clock)
}

async function demand(engine: SqlEngine, setting: string, fits: (value: string) => boolean): Promise<void> {
  const row = await engine.read.get(`SELECT current_setting('${setting}') AS value`)
  const value = row ? text(row, 'value') : ''
  if (!fits(value))
    throw new Error(`PostgreSQL's ${setting} is ${value}, with which the site's rows are not safe`)
}
