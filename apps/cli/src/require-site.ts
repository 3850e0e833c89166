import { dirname } from 'node:path'
import { hasSite } from '@pictoglyph/site/database/has-site'
import { conflict } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { requireNotBeingRestored } from './backup/restoring-path.ts'
import type { Configuration } from './configuration.ts'
import { explainDatabaseFailure } from './database-failure.ts'
import { giveUpReserve } from './disk-reserve.ts'
import { requirePlaces } from './require-places.ts'
import { pathOf } from './url-path.ts'

/**
 * Requires a site before a command works on it. The first start creates a site's administrator, its character sets and
 * the rest together. Earlier rows would prevent that, and the restore of a backup.
 * @throws {ConfigurationError} for a place that can't hold a site
 * @throws {Failure} STORAGE_FAILED if it can't be read; CONFLICT if there is no site, or restoring or moving one there
 * is not finished
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
 * Whether the configured place has a site. Creates nothing.
 * @throws {ConfigurationError} for a place that can't hold a site
 * @throws {Failure} STORAGE_FAILED if it can't be read; CONFLICT if restoring or moving one there is not finished
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
