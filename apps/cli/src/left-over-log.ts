import { existsSync } from 'node:fs'
import { conflict, message } from '@pictoglyph/core'

/**
 * Makes sure that a new SQLite file can be put at `path`. SQLite would treat a leftover log there as the file's own: it
 * would write another database's changes into the new rows, or delete the log, which may hold the last committed rows
 * of its site.
 * @throws {Failure} CONFLICT
 */
export function requireNoLeftOverLog(path: string): void {
  const left = ['-wal', '-shm', '-journal'].map((suffix) => path + suffix).filter(existsSync)
  // The file last: anyone who makes a new one at this moment makes it before its log.
  if (left.length === 0 || existsSync(path)) return
  const reason = message(
    '{path} is gone, but what SQLite kept beside it is still there: {left}. It may hold the last rows of the old site, and must not meet the new one. Stop whatever still uses it, move it to another folder (to what is left of the old database, if that was moved), and run this again.',
    { path, left: left.join(', ') },
  )
  throw conflict(reason)
}
