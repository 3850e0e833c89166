import { createPostgresDatabase } from '@pictoglyph/adapters/database/postgres'
import { createSqliteDatabase } from '@pictoglyph/adapters/database/sqlite'
import type { SiteDatabase } from '@pictoglyph/core'
import { requireNotBeingRestored } from './backup/restoring-path.ts'
import { explainDatabaseFailure } from './database-failure.ts'
import { giveUpReserve } from './disk-reserve.ts'
import { requireNoLeftOverLog } from './left-over-log.ts'
import { pathOf } from './url-path.ts'

/**
 * Opens the database that a URL of the run contract names, and updates its tables.
 * @param isServer if true, SQLite's changes run in a separate thread; a command ends before one has started
 * @param namedBy the option that has the URL, if no variable has it
 * @throws {Failure} STORAGE_FAILED if it is unreachable or damaged; CONFLICT if restoring or moving a site there is not
 * finished, or a SQLite file is gone and its log is still there
 */
export async function openDatabase(
  url: string,
  { isServer = false, namedBy }: { isServer?: boolean; namedBy?: string } = {},
): Promise<SiteDatabase> {
  if (!url.startsWith('sqlite:'))
    return explainDatabaseFailure(url, () => createPostgresDatabase({ url }), namedBy)
  const path = pathOf(url)
  requireNotBeingRestored(path)
  requireNoLeftOverLog(path)
  return explainDatabaseFailure(url, async () => {
    giveUpReserve(path)
    return createSqliteDatabase({ path, hasWriterThread: isServer })
  })
}
