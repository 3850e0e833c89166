import { existsSync } from 'node:fs'
import { conflict } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'

/** The path of a SQLite file during its restore. */
export function restoringPathOf(databasePath: string): string {
  return `${databasePath}.restoring`
}

/** @throws {Failure} CONFLICT if a restore to the file is unfinished */
export function requireNotBeingRestored(databasePath: string): void {
  const restoring = restoringPathOf(databasePath)
  if (existsSync(databasePath) || !existsSync(restoring)) return
  const reason = message(
    'There is no site yet: restoring a backup to {databasePath} has not been finished. Run the same command again, which completes it, or remove {restoring} for a new site.',
    { databasePath, restoring },
  )
  throw conflict(reason)
}
