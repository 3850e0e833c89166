import { conflict, message } from '@pictoglyph/core'
import type { Configuration } from '../configuration.ts'
import { isEmptyStore } from '../is-empty-store.ts'
import { openBlobs } from '../open-blobs.ts'
import { siteExists } from '../require-site.ts'

/**
 * Keeps a new site from being made over the bytes of another: no row of its own names them, so that its collector
 * would take them for what crashes have left, and remove them within days. It is asked before anything is made.
 * @throws {ConfigurationError} for a place that can't hold a site
 * @throws {Failure} CONFLICT where there is no site and the store is not empty, or where restoring or moving one
 * there is not finished; STORAGE_FAILED where a database, or the store for a new site, can't be asked
 */
export async function requireOwnStore(configuration: Configuration): Promise<void> {
  if (await siteExists(configuration)) return
  const { blobsUrl, dataDirectory, storeCredentials: credentials } = configuration
  await using opened = new AsyncDisposableStack()
  const blobs = await openBlobs(blobsUrl, { credentials, dataDirectory })
  opened.defer(() => blobs.close())
  if (await isEmptyStore(blobs)) return
  // Another replica may have made the site meanwhile, and taken an upload.
  if (await siteExists(configuration)) return
  const reason = message(
    'There is no site in the database, but {store} holds images. A new site would remove them within days, as none of its own. Is PICTOGLYPH_DATABASE_URL right? If a site is being restored or moved there, complete that first; for a new one take an empty store.',
    { store: blobsUrl },
  )
  throw conflict(reason)
}
