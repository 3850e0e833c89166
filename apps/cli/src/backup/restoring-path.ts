import { existsSync } from 'node:fs'
import { conflict, message } from '@pictoglyph/core'

/** Where the rows of a SQLite file are until a backup is restored to it. */
export function restoringPathOf(databasePath: string): string {
  return `${databasePath}.restoring`
}

/** @throws {Failure} CONFLICT where a restore to the file has begun and not been finished */
export function requireNotBeingRestored(databasePath: string): void {
  const restoring = restoringPathOf(databasePath)
  if (existsSync(databasePath) || !existsSync(restoring)) return
  const reason = message(
    'There is no site yet: restoring a backup to {databasePath} has not been finished. Run the same command again, which completes it, or remove {restoring} for a new site.',
    { databasePath, restoring },
  )
  throw conflict(reason)
}
