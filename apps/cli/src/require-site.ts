import { dirname } from 'node:path'
import { hasSite } from '@pictoglyph/adapters/database/has-site'
import { conflict, message } from '@pictoglyph/core'
import { requireNotBeingRestored } from './backup/restoring-path.ts'
import type { Configuration } from './configuration.ts'
import { explainDatabaseFailure } from './database-failure.ts'
import { giveUpReserve } from './disk-reserve.ts'
import { requirePlaces } from './require-places.ts'
import { pathOf } from './url-path.ts'

/**
 * Makes sure that there is a site before a command works on it: a new one gets its administrator, its character
 * sets and the rest together, when it is first served, and what stood there before would be in the way of that,
 * and of a backup that is to be restored there.
 * @throws {ConfigurationError} for a place that can't hold one
 * @throws {Failure} STORAGE_FAILED where it can't be asked; CONFLICT if there is none, or restoring or moving one
 * there is not finished
 */
export async function requireSite(configuration: Configuration): Promise<void> {
  if (await siteExists(configuration)) return
  const { databaseUrl } = configuration
  const reason = databaseUrl.startsWith('sqlite:')
    ? message(
        'There is no site in {folder}: start it once with "pictoglyph serve", or set PICTOGLYPH_DATA_DIR.',
        { folder: dirname(pathOf(databaseUrl)) },
      )
    : message(
        'There is no site in the database that PICTOGLYPH_DATABASE_URL names: start it once with "pictoglyph serve", or set PICTOGLYPH_DATABASE_URL to that of another.',
      )
  throw conflict(reason)
}

/**
 * Whether there is a site where the configuration says. Nothing is made if there is none.
 * @throws {ConfigurationError} for a place that can't hold one
 * @throws {Failure} STORAGE_FAILED where it can't be asked; CONFLICT where restoring or moving one there is not finished
 */
export async function siteExists(configuration: Configuration): Promise<boolean> {
  requirePlaces(configuration)
  const { databaseUrl } = configuration
  if (!databaseUrl.startsWith('sqlite:'))
    return explainDatabaseFailure(databaseUrl, () => hasSite(databaseUrl))
  const path = pathOf(databaseUrl)
  requireNotBeingRestored(path)
  const url = `sqlite:${path}`
  return explainDatabaseFailure(url, async () => {
    giveUpReserve(path)
    return hasSite(url)
  })
}
