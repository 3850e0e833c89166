import { existsSync } from 'node:fs'
import type { SiteDatabase } from '@pictoglyph/site/database'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { conflict } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { requireNotBeingRestored } from './backup/restoring-path.ts'
import { explainDatabaseFailure } from './database-failure.ts'
import { giveUpReserve } from './disk-reserve.ts'
import { pathOf } from './url-path.ts'

/**
 * Opens the database at a URL of the run contract, and updates its tables.
 * @param isServer runs SQLite's changes in a separate thread; a command would end before that has started
 * @param namedBy the option that has the URL, if no variable has it
 * @throws {Failure} STORAGE_FAILED if it is unreachable or damaged; CONFLICT if restoring or moving a site there is not
 * finished, or if a SQLite file is gone and its log is left
 */
export async function openDatabase(
  url: string,
  { isServer = false, namedBy }: { isServer?: boolean; namedBy?: string } = {},
): Promise<SiteDatabase> {
  if (!url.startsWith('sqlite:')) {
    const { createPostgresDatabase } = await import('@pictoglyph/site/database/postgres')
    return explainDatabaseFailure(url, () => createPostgresDatabase({ url }), namedBy)
  }
  const path = pathOf(url)
  requireNotBeingRestored(path)
  requireNoLeftOverLog(path)
  return explainDatabaseFailure(url, async () => {
    giveUpReserve(path)
    return createSqliteDatabase({ path, hasWriterThread: isServer })
  })
}

/**
 * Requires that `path` is free for a new SQLite file. SQLite would treat a leftover log there as the file's own: it
 * would write another database's changes into the new rows, or delete the log, which may hold the last committed rows
 * of its site.
 * @throws {Failure} CONFLICT
 */
export function requireNoLeftOverLog(path: string): void {
  const left = ['-wal', '-shm', '-journal'].map((suffix) => path + suffix).filter(existsSync)
  // Look for the file last: another process creates it before its log.
  if (left.length === 0 || existsSync(path)) return
  const reason = message(
    '{path} is gone, but what SQLite kept beside it is still there: {left}. It may hold the last rows of the old site, and must not meet the new one. Stop whatever still uses it, move it to another folder (to what is left of the old database, if that was moved), and run this again.',
    { path, left: left.join(', ') },
  )
  throw conflict(reason)
}
