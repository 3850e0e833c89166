import { createPostgresDatabase } from '@pictoglyph/adapters/database/postgres'
import { createSqliteDatabase } from '@pictoglyph/adapters/database/sqlite'
import type { SiteDatabase } from '@pictoglyph/core'
import { pathOf } from './url-path.ts'

/** Opens the database that a URL of the run contract names, and brings its tables up to date. */
export function openDatabase(url: string): Promise<SiteDatabase> {
  if (url.startsWith('sqlite:')) return createSqliteDatabase({ path: pathOf(url) })
  return createPostgresDatabase({ url })
}
