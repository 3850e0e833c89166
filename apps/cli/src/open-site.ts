import { createOwnStore } from '@pictoglyph/site/blobs/own-store'
import { createImageLinks } from '@pictoglyph/site/images/image-addresses'
import { createPasswordHasher } from '@pictoglyph/site/platform/argon2id-hasher'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { createSnapshotSource, type SnapshotSource } from '@pictoglyph/site/snapshot'
import type { Configuration } from './configuration.ts'
import { openBlobs } from './open-blobs.ts'
import { openDatabase } from './open-database.ts'
import { requirePlaces } from './require-places.ts'
import { readAddresses, type SiteAddresses } from './site-addresses.ts'

export interface OpenSite extends AsyncDisposable {
  readonly ports: SitePorts
  readonly snapshots: SnapshotSource
  readonly addresses: SiteAddresses
  /**
   * Checks that the store belongs to the site; otherwise its first use does.
   * @throws {Failure} CONFLICT if it does not; STORAGE_FAILED if it can't be read or marked
   */
  requireOwnStore(): Promise<void>
}

/** Wraps one of the site's ports. */
type WatchPort = <T extends object>(part: 'database' | 'blobs', port: T) => T

/**
 * Opens the configured database and blob store.
 * @throws {ConfigurationError} for a place that can't hold them
 * @param watch a server's observer of failing calls
 */
export async function openSite(configuration: Configuration, watch?: WatchPort): Promise<OpenSite> {
  requirePlaces(configuration)
  const isServer = watch !== undefined
  const watched: WatchPort = watch ?? ((_, port) => port)
  const clock = Date.now
  await using opened = new AsyncDisposableStack()
  const database = watched('database', await openDatabase(configuration.databaseUrl, { isServer }))
  opened.defer(() => database.close())
  const { storeCredentials: credentials, dataDirectory } = configuration
  const store = await openBlobs(configuration.blobsUrl, { credentials, dataDirectory })
  opened.defer(() => store.close())
  const own = createOwnStore(store, database)
  const { images, text, console } = configuration.services
  const addresses = isServer
    ? { images: images.url, text: text.url, console: console.url }
    : await readAddresses(configuration, database.settings)
  const snapshots = await createSnapshotSource(database, clock)
  const held = opened.move()
  return {
    ports: {
      database,
      blobs: watched('blobs', own.blobs),
      passwords: createPasswordHasher(),
      links: createImageLinks(addresses.images),
      createSha256,
      snapshot: snapshots.current,
      clock,
    },
    snapshots,
    addresses,
    requireOwnStore: own.requireOwn,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}
