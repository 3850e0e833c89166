import { dirname } from 'node:path'
import { hasSite } from '@pictoglyph/adapters/database/has-site'
import { Failure, sentence } from '@pictoglyph/core'
import { requireNotBeingRestored } from './backup/restoring-path.ts'
import type { Configuration } from './configuration.ts'
import { tellingDatabase } from './database-trouble.ts'
import { requirePlaces } from './require-places.ts'
import { pathOf } from './url-path.ts'

/**
 * Makes sure that there is a site before a command works on it: a new one gets its administrator, its character
 * sets and the rest together, when it is first served, and what stood there before would be in the way of that,
 * and of a backup that is to be restored there.
 * @throws {ConfigurationError} for a place that can't hold one
 * @throws {Failure} STORAGE_FAILED where it can't be asked; CONFLICT where there is none, or restoring or moving one there is not finished
 */
export async function requireSite(configuration: Configuration): Promise<void> {
  requirePlaces(configuration)
  const { databaseUrl } = configuration
  const path = databaseUrl.startsWith('sqlite:') ? pathOf(databaseUrl) : undefined
  if (path !== undefined) requireNotBeingRestored(path)
  const url = path === undefined ? databaseUrl : `sqlite:${path}`
  if (await tellingDatabase(url, () => hasSite(url))) return
  const reason =
    path === undefined
      ? sentence(
          'There is no site in the database that PICTOGLYPH_DATABASE_URL names: start it once with "pictoglyph serve", or set PICTOGLYPH_DATABASE_URL to that of another.',
        )
      : sentence(
          'There is no site in {folder}: start it once with "pictoglyph serve", or set PICTOGLYPH_DATA_DIR.',
          { folder: dirname(path) },
        )
  throw new Failure({ code: 'CONFLICT', reason })
}
