import { existsSync } from 'node:fs'
import { createOwnStore, markStore, requireNoOtherOwner, siteIdOf } from '@pictoglyph/site/blobs/own-store'
import { type CheckSummary, checkSite } from '@pictoglyph/site/care/check-site'
import { copyBlobs } from '@pictoglyph/site/care/copy-blobs'
import type { Finding } from '@pictoglyph/site/care/findings'
import type { StartProgress } from '@pictoglyph/site/care/progress'
import { isServed } from '@pictoglyph/site/care/serving'
import { hasSite } from '@pictoglyph/site/database/has-site'
import { openSqlEngine } from '@pictoglyph/site/database/open-engine'
import type { TableComparison } from '@pictoglyph/site/database/transfer/transfer-rows'
import { conflict } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import type { StoreCredentials } from '../blobs-address.ts'
import { ConfigurationError } from '../configuration.ts'
import { isDatabaseAddress, noDatabaseAddress } from '../database-address.ts'
import { explainDatabaseFailure } from '../database-failure.ts'
import { openBlobs } from '../open-blobs.ts'
import { openDatabase, requireNoLeftOverLog } from '../open-database.ts'
import { pathOf } from '../url-path.ts'
import { moveRows } from './move-rows.ts'

interface MigrateOptions {
  from: SiteLocation
  to: SiteLocation
  credentials: StoreCredentials
  dataDirectory: string
  /** Compares sizes at the end, instead of reading every byte back. */
  quick: boolean
  startProgress: StartProgress
  /** Throws when the work has to stop. */
  requireGoingOn: () => void
}

interface MigrateSummary {
  rows: number
  blobs: number
  bytes: number
  /** Tables that differ at both ends, for example after a change of the site meanwhile. */
  differing: TableComparison[]
  findings: Finding[]
}

/**
 * Moves a site that is not changing to another place. Bytes come first, each verified by its SHA-256, then the rows;
 * then everything is verified at the target. An interrupted move continues in the next run.
 * @throws {ConfigurationError} if there is no site to move; nothing is created then
 * @throws {Failure} STORAGE_FAILED; CONFLICT if the site is being served, if it was stopped, or if the target is
 * another site, or next to the log of one
 */
export async function migrateSite(options: MigrateOptions): Promise<MigrateSummary> {
  const { from, to, startProgress, requireGoingOn } = options
  await requireSource(from)
  if (to.databaseUrl.startsWith('sqlite:')) requireNoLeftOverLog(pathOf(to.databaseUrl))
  else await requireAnswer(to.databaseUrl)
  const copied = await moveBlobs(options)
  const compared =
    from.databaseUrl === to.databaseUrl
      ? []
      : await moveRows({ fromUrl: from.databaseUrl, toUrl: to.databaseUrl, startProgress, requireGoingOn })
  const { findings, blobs } = await verify(options)
  return {
    rows: compared.reduce((sum, table) => sum + table.to, 0),
    blobs,
    bytes: copied,
    differing: compared.filter(({ same }) => !same),
    findings,
  }
}

/** @throws {ConfigurationError} @throws {Failure} CONFLICT if the site is being served */
async function requireSource({ databaseUrl: url, blobsUrl }: SiteLocation): Promise<void> {
  if (!(await explainDatabaseFailure(url, () => hasSite(url), '--from'))) {
    const place = url.startsWith('sqlite:') ? pathOf(url) : 'that database'
    throw new ConfigurationError([`--from: there is no site in ${place}.`])
  }
  if (blobsUrl.startsWith('file:') && !existsSync(pathOf(blobsUrl))) {
    throw new ConfigurationError([`--from: there is no folder ${pathOf(blobsUrl)}.`])
  }
  const engine = await openSqlEngine(url)
  try {
    if (!(await isServed(engine, Date.now()))) return
  } finally {
    await engine.close()
  }
  const reason = message(
    'The site that --from names is being served: what is uploaded meanwhile would be left behind. Stop its servers first. If one was killed, wait for a minute.',
  )
  throw conflict(reason)
}

/** Checks the address at once, before hours of copying. */
async function requireAnswer(url: string): Promise<void> {
  const engine = await explainDatabaseFailure(url, () => openSqlEngine(url), '--to')
  await engine.close()
}

/** Copies the blobs that the site needs. @returns their bytes */
async function moveBlobs(options: MigrateOptions): Promise<number> {
  const { from, to, credentials, dataDirectory } = options
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase(from.databaseUrl, { namedBy: '--from' })
  opened.defer(() => database.close())
  const source = await openBlobs(from.blobsUrl, { credentials, dataDirectory, namedBy: '--from' })
  opened.defer(() => source.close())
  const own = createOwnStore(source, database)
  await own.requireOwn()
  const target = await openBlobs(to.blobsUrl, { credentials, dataDirectory, namedBy: '--to', isNew: true })
  opened.defer(() => target.close())
  await requireNoOtherOwner(target, await siteIdOf(database))
  const { bytes } = await copyBlobs({
    references: database.blobs,
    from: own.blobs,
    to: target,
    createSha256,
    progress: options.startProgress,
    label: 'Moving images',
    requireHeld: options.requireGoingOn,
  })
  return bytes
}

async function verify({
  to,
  credentials,
  dataDirectory,
  quick,
  startProgress,
  requireGoingOn,
}: MigrateOptions) {
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase(to.databaseUrl, { namedBy: '--to' })
  opened.defer(() => database.close())
  const store = await openBlobs(to.blobsUrl, { credentials, dataDirectory, namedBy: '--to' })
  opened.defer(() => store.close())
  await markStore(store, await siteIdOf(database))
  const { blobs } = createOwnStore(store, database)
  const findings: Finding[] = []
  const summary: CheckSummary = await checkSite(
    { database, blobs, createSha256, clock: Date.now },
    {
      quick,
      repair: false,
      progress: startProgress,
      report(finding) {
        requireGoingOn()
        findings.push(finding)
      },
    },
  )
  return { findings, blobs: summary.blobs }
}

/** The database and blob store of a site. */
interface SiteLocation {
  databaseUrl: string
  blobsUrl: string
}

const databaseSchemes = /^(sqlite:|postgres(ql)?:\/\/)/
const blobsSchemes = /^(file:|s3:\/\/)/

/**
 * Reads the URLs of one end, in any order.
 * @throws {ConfigurationError} unless they are one valid database URL and one valid blob store URL
 */
export function readLocation(option: string, urls: readonly string[]): SiteLocation {
  const [databaseUrl, ...otherDatabases] = urls.filter((url) => databaseSchemes.test(url))
  const [blobsUrl, ...otherBlobs] = urls.filter((url) => blobsSchemes.test(url))
  if (databaseUrl === undefined || blobsUrl === undefined || urls.length !== 2) {
    throw new ConfigurationError([
      `${option}: give it twice, once with sqlite: or postgres:// and once with file: or s3://` +
        ` (${otherDatabases.length + otherBlobs.length > 0 ? 'there are two of a kind' : `there are ${urls.length}`}).`,
    ])
  }
  if (!isDatabaseAddress(databaseUrl)) throw new ConfigurationError([`${option}: ${noDatabaseAddress}`])
  return {
    databaseUrl: databaseUrl.startsWith('sqlite:') ? `sqlite:${pathOf(databaseUrl)}` : databaseUrl,
    blobsUrl: blobsUrl.startsWith('file:') ? `file:${pathOf(blobsUrl)}` : blobsUrl,
  }
}
