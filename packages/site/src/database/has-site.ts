import { statSync } from 'node:fs'
import { hasUsers } from '../accounts/user-rows.ts'
import type { SqlEngine } from '../rows/engine.ts'
import { openSqliteEngine } from '../rows/sqlite/engine.ts'
import { requireNoTransfer } from './transfer/transfer-lock.ts'

/**
 * Whether a database holds a site of any version, which means that it has users. Creates nothing.
 * @param url `sqlite:` and an absolute path, or `postgres://…`
 * @throws {Failure} CONFLICT if it holds only part of a site, STORAGE_FAILED if it can't be read
 */
export async function hasSite(url: string): Promise<boolean> {
  if (!url.startsWith('sqlite:')) {
    const { openPostgresEngine } = await import('../rows/postgres/engine.ts')
    return holdsSite(openPostgresEngine(url, 1))
  }
  const path = url.slice('sqlite:'.length)
  // Opening an empty file would make SQLite write to it.
  const isEmpty = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
  return !isEmpty && holdsSite(openSqliteEngine(path))
}

async function holdsSite(engine: SqlEngine): Promise<boolean> {
  try {
    if (!(await hasTable(engine, 'site_facts'))) return false
    await requireNoTransfer(engine)
    return await hasUsers(engine.read)
  } finally {
    await engine.close()
  }
}

async function hasTable({ dialect, read }: SqlEngine, name: string): Promise<boolean> {
  return (await read.get(dialect.tableNamed, name)) !== undefined
}
