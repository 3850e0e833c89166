import { createPostgresDatabase } from '@pictoglyph/adapters/database/postgres'
import { createSqliteDatabase } from '@pictoglyph/adapters/database/sqlite'
import type { SiteDatabase } from '@pictoglyph/core'
import { pathOf } from './url-path.ts'

/**
 * Opens the database that a URL of the run contract names, and brings its tables up to date.
 * @param isServer then SQLite's changes are made by a thread of their own; a command is done before one has started
 */
export function openDatabase(url: string, isServer = false): Promise<SiteDatabase> {
  if (url.startsWith('sqlite:')) return createSqliteDatabase({ path: pathOf(url), hasWriterThread: isServer })
  return createPostgresDatabase({ url })
}
