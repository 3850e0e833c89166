import { conflict, message } from '@pictoglyph/core'
import type { Configuration } from '../configuration.ts'
import { isEmptyStore } from '../is-empty-store.ts'
import { openBlobs } from '../open-blobs.ts'
import { siteExists } from '../require-site.ts'

/**
 * Prevents a new site over the bytes of another site: its rows would not name them, so its collector would treat them
 * as leftovers of crashes and remove them within days. Call it before anything is made.
 * @throws {ConfigurationError} for a place that can't hold a site
 * @throws {Failure} CONFLICT if there is no site and the store is not empty, or if restoring or moving one there is not
 * finished; STORAGE_FAILED if a database, or the store for a new site, can't be asked
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
