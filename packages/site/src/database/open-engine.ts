import { openAndPrepare, type SqlEngine } from '../rows/engine.ts'
import { migrate } from '../rows/migrations/migrate.ts'
import { requireSettings } from '../rows/postgres/connections.ts'
import { openPostgresEngine } from '../rows/postgres/engine.ts'
import { openSqliteEngine } from '../rows/sqlite/engine.ts'
import { makePrivateFile } from '../rows/sqlite/private-file.ts'

const connections = 4

/**
 * The engine under a database, with its schema up to date, for work on rows instead of records: moving a site from one
 * database to another. `url` is `sqlite:` and a path, or `postgres://…`.
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
