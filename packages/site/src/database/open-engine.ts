import { openAndPrepare, type SqlEngine } from '../rows/engine.ts'
import { migrate } from '../rows/migrations/migrate.ts'
import { requireSettings } from '../rows/postgres/connections.ts'
import { openPostgresEngine } from '../rows/postgres/engine.ts'
import { openSqliteEngine } from '../rows/sqlite/engine.ts'
import { makePrivateFile } from '../rows/sqlite/private-file.ts'

const connections = 4

/**
 * Opens the engine of a database and updates its schema, for work on rows, such as moving a site to another database.
 * `url` is `sqlite:` and a path, or `postgres://…`.
 * @param options as for `openSqliteEngine`
 */
export async function openSqlEngine(url: string, options: { isShared?: boolean } = {}): Promise<SqlEngine> {
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length)
    makePrivateFile(path)
    return openAndPrepare(openSqliteEngine(path, options), migrate)
  }
  return openAndPrepare(openPostgresEngine(url, connections), requireSettings, migrate)
}
