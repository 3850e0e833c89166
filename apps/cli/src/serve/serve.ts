import { dirname } from 'node:path'
import { createCommandScanner } from '@pictoglyph/renditions/scan/command-scanner'
import { createSharpRenditionMaker } from '@pictoglyph/renditions/sharp'
import { requireFreeStore } from '@pictoglyph/site/blobs/own-store'
import { seedNewSite } from '@pictoglyph/site/first-start'
import { isStorageFailure } from '@pictoglyph/site/language/failure'
import { diskKindOf } from '@pictoglyph/site/platform/disk-kind'
import { describeError, type Log, type ProcessLog } from '@pictoglyph/web/log'
import type { Output } from 'pictoglyph-client/output'
import { print } from 'pictoglyph-client/print'
import { type Configuration, ConfigurationError } from '../configuration.ts'
import { nameOfDatabase } from '../database-address.ts'
import { openBlobs } from '../open-blobs.ts'
import { type OpenSite, openSite } from '../open-site.ts'
import { siteExists } from '../require-site.ts'
import { noteAddresses } from '../site-addresses.ts'
import { pathOf } from '../url-path.ts'
import { showFirstCredentials } from './first-start-message.ts'
import { createSiteMetrics } from './metrics/site-metrics.ts'
import { openLimiters } from './open-limiters.ts'
import { requireAddresses } from './require-addresses.ts'
import { serveSite } from './serve-site.ts'
import { stopRequested } from './stop-request.ts'
import { createProblemLog, keyProblems } from './stored-problems.ts'
import { startWorkers } from './workers/worker-pool.ts'

/**
 * Runs the configured services until the process has to stop, in this process or in several.
 * @throws the errors of `requireAddresses` and `requireIsolation`
 */
export async function serve(
  configuration: Configuration,
  log: ProcessLog,
  output: Output,
  asJson: boolean,
): Promise<void> {
  await requireIsolation(configuration)
  if (configuration.processes === 1) return serveAlone(configuration, log, output, asJson)
  return serveTogether(configuration, log, output, asJson)
}

async function serveAlone(
  given: Configuration,
  log: ProcessLog,
  output: Output,
  asJson: boolean,
): Promise<void> {
  const stop = stopRequested()
  const metrics = createSiteMetrics(log)
  const metricsText = () => metrics.registry.metrics()
  await using addresses = await requireAddresses(given)
  const { configuration } = addresses
  await requireFreeStoreForNewSite(configuration)
  await using site = await openSite(configuration, metrics.countPort)
  await prepareSite(site, { configuration, log, asJson })
  const onServing = async (services: readonly { name: string; url: string }[]) => {
    await addresses[Symbol.asyncDispose]()
    showAddresses(output, asJson, services)
  }
  const limiters = openLimiters(configuration.limiterUrl, log)
  await serveSite({
    configuration,
    site,
    limiters,
    log,
    stop,
    metrics,
    metricsText,
    onServing,
    everyLine: null,
  })
}

async function serveTogether(
  configuration: Configuration,
  log: ProcessLog,
  output: Output,
  asJson: boolean,
): Promise<void> {
  const stop = stopRequested()
  await using _addresses = await requireAddresses(configuration)
  await requireFreeStoreForNewSite(configuration)
  {
    await using site = await openSite(configuration)
    await prepareSite(site, { configuration, log, asJson })
  }
  await using workers = startWorkers(configuration.processes, log)
  const services = await Promise.race([workers.serving, stop])
  if (typeof services !== 'string') showAddresses(output, asJson, services)
  log.info({ reason: await stop }, 'stopping')
  if (!(await workers.stop())) process.exitCode = 1
  log.info({}, 'stopped')
}

/**
 * Runs once before a site is served, for any number of processes: it creates a new site's first rows, shows their
 * secrets, warns of unreadable settings, and removes leftovers of dead processes.
 * @throws {Failure} CONFLICT for the store of another site
 */
async function prepareSite(
  site: OpenSite,
  { configuration, log, asJson }: { configuration: Configuration; log: Log; asJson: boolean },
): Promise<void> {
  const { database, blobs } = site.ports
  const credentials = await seedNewSite(site.ports)
  if (credentials !== undefined) await showFirstCredentials(asJson, credentials, configuration)
  warnOfDisk(configuration, log)
  await requireOwnStore(site, configuration)
  const leftovers = await blobs.clearStaging()
  if (leftovers > 0) log.info({ files: leftovers }, 'removed what unfinished uploads had left')
  createProblemLog(log)(keyProblems(await database.keys.list()))
  try {
    await noteAddresses(configuration, database.settings)
  } catch (error) {
    // A full disk must not stop the delivery of pictures.
    if (!isStorageFailure(error)) throw error
    log.warn({ error: describeError(error) }, 'commands may not learn the addresses of this site')
  }
}

/**
 * Tests required isolation before anything is created.
 * @throws {ConfigurationError} with the reason if it does not work
 */
async function requireIsolation(configuration: Configuration): Promise<void> {
  if (!configuration.isIsolationRequired) return
  const reasons = [await reasonOfRenditions(), await reasonOfScanner(configuration)]
  const problems = reasons
    .filter((reason) => reason !== undefined)
    .map((reason) => `PICTOGLYPH_ISOLATION: is required, and does not work here: ${reason}`)
  if (problems.length > 0) throw new ConfigurationError([...new Set(problems)])
}

async function reasonOfRenditions(): Promise<string | undefined> {
  const maker = createSharpRenditionMaker()
  const means = await maker.means
  await maker.close()
  // Without a decoder, nothing is decoded outside of isolation.
  return means.kind === 'sharp' && means.isolation.kind === 'none' ? means.isolation.reason : undefined
}

async function reasonOfScanner({ scanCommand, dataDirectory }: Configuration): Promise<string | undefined> {
  if (scanCommand === undefined) return undefined
  const scanner = createCommandScanner({ command: scanCommand, hidden: [dataDirectory], onFailure: () => {} })
  const reason = await scanner.reasonAgainstIsolation
  await scanner.close()
  return reason
}

/** Prints the addresses of the services. */
function showAddresses(
  output: Output,
  asJson: boolean,
  services: readonly { name: string; url: string }[],
): void {
  if (asJson) {
    output.record({ serving: Object.fromEntries(services.map(({ name, url }) => [name, url])) })
    return
  }
  for (const { name, url } of services) print(`${name.padEnd(8)} ${url}`)
}

/**
 * Prevents a new site on another site's bytes: its rows would not refer to them, so its collector would remove them as
 * leftovers of crashes within days. Call it before anything is created; it creates the store's folder.
 * @throws {ConfigurationError} for a place that can't hold a site
 * @throws {Failure} CONFLICT if there is no site and the store is not empty, or if restoring or moving one there is not
 * finished; STORAGE_FAILED if a database, or the store for a new site, can't be read or created
 */
async function requireFreeStoreForNewSite(configuration: Configuration): Promise<void> {
  if (await siteExists(configuration)) return
  const { blobsUrl, dataDirectory, databaseUrl, storeCredentials: credentials } = configuration
  await using opened = new AsyncDisposableStack()
  const blobs = await openBlobs(blobsUrl, { credentials, dataDirectory })
  opened.defer(() => blobs.close())
  try {
    await requireFreeStore(blobs, nameOfDatabase(databaseUrl))
  } catch (error) {
    // Another replica may have created the site meanwhile, and taken an upload.
    if (await siteExists(configuration)) return
    throw error
  }
  const made = await openBlobs(blobsUrl, { credentials, dataDirectory, isNew: true })
  await made.close()
}

/** Some network disks seem to work, and one day damage the rows. */
function warnOfDisk({ databaseUrl }: Configuration, log: Log): void {
  if (!databaseUrl.startsWith('sqlite:')) return
  const folder = dirname(pathOf(databaseUrl))
  const kind = diskKindOf(folder)
  if (kind !== undefined) log.warn({ folder, kind }, 'SQLite needs a local disk')
}

/** Checks and marks the site's store. A remote store that does not answer may return while the site is served. */
async function requireOwnStore(site: OpenSite, { blobsUrl }: Configuration): Promise<void> {
  try {
    await site.requireOwnStore()
  } catch (error) {
    if (!blobsUrl.startsWith('s3:') || !isStorageFailure(error)) throw error
  }
}
