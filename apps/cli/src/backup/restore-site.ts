import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFilesystemBlobStore } from '@pictoglyph/adapters/blobs/filesystem'
import { createSha256 } from '@pictoglyph/adapters/crypto/sha256'
import { openSqlEngine } from '@pictoglyph/adapters/database/open-engine'
import { transferRows } from '@pictoglyph/adapters/database/sql/transfer'
import { createSqliteDatabase } from '@pictoglyph/adapters/database/sqlite'
import {
  type BlobStore,
  type CopiedBlobs,
  checkSite,
  copyBlobs,
  Failure,
  type Finding,
  type StartProgress,
} from '@pictoglyph/core'
import type { Configuration } from '../configuration.ts'
import { requireNoLeftOverLog } from '../left-over-log.ts'
import { openBlobs } from '../open-blobs.ts'
import { openDatabase } from '../open-database.ts'
import { pathOf } from '../url-path.ts'
import { digestFile, type Manifest, readManifest, syncPath } from './manifest.ts'

export interface RestoreSummary extends CopiedBlobs {
  createdAt: string
  /** What the restored site lacks, because the backup did. */
  findings: Finding[]
}

/**
 * Brings a backup to a place where there is no site. Bytes come first, each verified; rows come last, in one
 * step, so that an interrupted restore never looks like a site.
 * @throws {Failure} BAD_REQUEST if there is no complete backup, CONFLICT if the place is not empty, or holds the
 * log of another database
 */
export async function restoreSite(
  configuration: Configuration,
  directory: string,
  startProgress: StartProgress,
): Promise<RestoreSummary> {
  const manifest = await requireManifest(directory)
  await requireNoRows(configuration)
  const { blobsUrl, dataDirectory, storeCredentials: credentials } = configuration
  const blobs = await openBlobs(blobsUrl, { credentials, dataDirectory })
  await requireNoBlobs(blobs, blobsUrl)

  const { databaseUrl } = configuration
  const isSqlite = databaseUrl.startsWith('sqlite:')
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const rowsPath = isSqlite ? `${pathOf(databaseUrl)}.restoring` : join(dataDirectory, 'rows.restoring')
  await mkdir(dirname(rowsPath), { recursive: true, mode: 0o700 })
  for (const suffix of ['', '-wal', '-shm']) await rm(rowsPath + suffix, { force: true })
  await copyFile(join(directory, manifest.rows.file), rowsPath)

  const summary = await fillBlobs({ rowsPath, directory, blobs, startProgress })
  if (isSqlite) {
    await syncPath(rowsPath)
    await rename(rowsPath, pathOf(databaseUrl))
    await syncPath(dirname(rowsPath))
  } else {
    await moveRows(rowsPath, databaseUrl)
  }
  await blobs.close()
  return { ...summary, createdAt: manifest.createdAt }
}

/** Copies the bytes that the rows need, and checks the site that they make. */
async function fillBlobs(options: {
  rowsPath: string
  directory: string
  blobs: BlobStore
  startProgress: StartProgress
}): Promise<Omit<RestoreSummary, 'createdAt'>> {
  const { blobs, startProgress } = options
  const database = await createSqliteDatabase({ path: options.rowsPath, isShared: false })
  const source = await createFilesystemBlobStore({ directory: join(options.directory, 'blobs') })
  try {
    const copied = await copyBlobs({
      ledger: database.blobs,
      from: source,
      to: blobs,
      createSha256,
      progress: startProgress,
      label: 'Restoring',
    })
    const findings: Finding[] = []
    await checkSite(
      { database, blobs, createSha256, clock: Date.now },
      {
        // Every byte was hashed on its way in.
        quick: true,
        repair: true,
        progress: startProgress,
        report: (finding) => {
          if (!finding.repaired) findings.push(finding)
        },
      },
    )
    return { ...copied, findings }
  } finally {
    await source.close()
    await database.close()
  }
}

async function moveRows(rowsPath: string, databaseUrl: string): Promise<void> {
  const from = await openSqlEngine(`sqlite:${rowsPath}`, { isShared: false })
  const to = await openSqlEngine(databaseUrl)
  try {
    await transferRows({ from, to })
  } finally {
    await to.close()
    await from.close()
  }
  await rm(rowsPath)
}

/** @throws {Failure} BAD_REQUEST */
async function requireManifest(directory: string): Promise<Manifest> {
  const refuse = (reason: string) => new Failure({ code: 'BAD_REQUEST', reason })
  const manifest = await readManifest(directory)
  if (manifest === undefined) {
    throw refuse(
      `${directory} holds no complete backup: it has no manifest. If one was under way, run it again.`,
    )
  }
  const rowsPath = join(directory, manifest.rows.file)
  if (!existsSync(rowsPath)) throw refuse(`The backup's rows, ${rowsPath}, are missing.`)
  const { sha256 } = await digestFile(rowsPath)
  if (sha256 !== manifest.rows.sha256) throw refuse(`The backup's rows, ${rowsPath}, are damaged.`)
  return manifest
}

/** @throws {Failure} CONFLICT */
async function requireNoRows(configuration: Configuration): Promise<void> {
  const { databaseUrl } = configuration
  if (databaseUrl.startsWith('sqlite:')) {
    const path = pathOf(databaseUrl)
    if (existsSync(path)) throw notEmpty(`${path} exists`)
    requireNoLeftOverLog(path)
    return
  }
  const database = await openDatabase(databaseUrl)
  try {
    if ((await database.users.list()).length > 0) throw notEmpty('the database has users')
  } finally {
    await database.close()
  }
}

/** @throws {Failure} CONFLICT */
async function requireNoBlobs(blobs: BlobStore, url: string): Promise<void> {
  for await (const { address } of blobs.list()) throw notEmpty(`${url} holds the blob ${address}`)
}

function notEmpty(what: string): Failure {
  const reason = `A backup is only restored to an empty place, and ${what}.`
  return new Failure({ code: 'CONFLICT', reason })
}
