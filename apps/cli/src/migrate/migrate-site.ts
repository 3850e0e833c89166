import { existsSync } from 'node:fs'
import { createSha256 } from '@pictoglyph/adapters/crypto/sha256'
import { hasSite } from '@pictoglyph/adapters/database/has-site'
import { openSqlEngine } from '@pictoglyph/adapters/database/open-engine'
import type { TableComparison } from '@pictoglyph/adapters/database/sql/transfer/transfer-rows'
import { type CheckSummary, checkSite, copyBlobs, type Finding, type StartProgress } from '@pictoglyph/core'
import { ConfigurationError, type StoreCredentials } from '../configuration.ts'
import { explainDatabaseFailure } from '../database-failure.ts'
import { requireNoLeftOverLog } from '../left-over-log.ts'
import { openBlobs } from '../open-blobs.ts'
import { openDatabase } from '../open-database.ts'
import { pathOf } from '../url-path.ts'
import { moveRows } from './move-rows.ts'
import type { SiteLocation } from './site-location.ts'

export interface MigrateOptions {
  from: SiteLocation
  to: SiteLocation
  credentials: StoreCredentials
  dataDirectory: string
  /** Compares sizes at the end, instead of reading every byte back. */
  quick: boolean
  startProgress: StartProgress
  /** Throws when the work is to stop. */
  requireGoingOn: () => void
}

export interface MigrateSummary {
  rows: number
  blobs: number
  bytes: number
  /** Tables whose ends differ, as of a site that was changed meanwhile. */
  differing: TableComparison[]
  findings: Finding[]
}

/**
 * Moves a site that is not changing to another place. Bytes come first, each verified by its SHA-256, then the rows;
 * then everything is verified at the target. If it is stopped, the next run goes on from there.
 * @throws {ConfigurationError} if there is no site to move; nothing is made then
 * @throws {Failure} STORAGE_FAILED; CONFLICT if it was stopped, or if the target is another site, or next to the log of
 * one
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

/** @throws {ConfigurationError} */
async function requireSource({ databaseUrl: url, blobsUrl }: SiteLocation): Promise<void> {
  if (!(await explainDatabaseFailure(url, () => hasSite(url), '--from'))) {
    const place = url.startsWith('sqlite:') ? pathOf(url) : 'that database'
    throw new ConfigurationError([`--from: there is no site in ${place}.`])
  }
  if (!blobsUrl.startsWith('file:') || existsSync(pathOf(blobsUrl))) return
  throw new ConfigurationError([`--from: there is no folder ${pathOf(blobsUrl)}.`])
}

/** Reports a mistake in the address at once, before hours of copying. */
async function requireAnswer(url: string): Promise<void> {
  const engine = await explainDatabaseFailure(url, () => openSqlEngine(url), '--to')
  await engine.close()
}

/** Returns the bytes that the site needs. */
async function moveBlobs(options: MigrateOptions): Promise<number> {
  const { from, to, credentials, dataDirectory } = options
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase(from.databaseUrl, { namedBy: '--from' })
  opened.defer(() => database.close())
  const source = await openBlobs(from.blobsUrl, { credentials, dataDirectory, namedBy: '--from' })
  opened.defer(() => source.close())
  const target = await openBlobs(to.blobsUrl, { credentials, dataDirectory, namedBy: '--to' })
  opened.defer(() => target.close())
  const { bytes } = await copyBlobs({
    references: database.blobs,
    from: source,
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
  const blobs = await openBlobs(to.blobsUrl, { credentials, dataDirectory, namedBy: '--to' })
  opened.defer(() => blobs.close())
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
