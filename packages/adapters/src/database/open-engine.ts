import { openPostgresEngine } from './postgres/engine.ts'
import { requireSettings } from './postgres/settings.ts'
import type { SqlEngine } from './sql/engine.ts'
import { openAndPrepare } from './sql/engine.ts'
import { migrate } from './sql/migrations/migrate.ts'
import { openSqliteEngine } from './sqlite/engine.ts'
import { makePrivateFile } from './sqlite/private-file.ts'

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
