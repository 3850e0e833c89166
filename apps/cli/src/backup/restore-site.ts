import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openSqlEngine } from '@pictoglyph/adapters/database/open-engine'
import { transferRows } from '@pictoglyph/adapters/database/sql/transfer'
import { type CopiedBlobs, Failure, type Finding, type StartProgress } from '@pictoglyph/core'
import type { Configuration } from '../configuration.ts'
import { requireNoLeftOverLog } from '../left-over-log.ts'
import { openBlobs } from '../open-blobs.ts'
import { openDatabase } from '../open-database.ts'
import { pathOf } from '../url-path.ts'
import { digestFile, type Manifest, readManifest, syncPath } from './manifest.ts'
import { notEmpty } from './not-empty.ts'
import { requireNoForeignBlobs, restoreBlobs } from './restore-blobs.ts'
import { withRows } from './with-rows.ts'

export interface RestoreSummary extends CopiedBlobs {
  createdAt: string
  /** What the restored site lacks, because the backup did. */
  findings: Finding[]
}

/**
 * Brings a backup to a place where there is no site. Bytes come first, each verified; rows come last, in one
 * step, so that an interrupted restore never looks like a site. Run again, it goes on with the bytes that are there.
 * @throws {Failure} BAD_REQUEST if there is no complete backup, CONFLICT if the place holds rows, another database's
 * log, or bytes that the backup does not name
 */
export async function restoreSite(
  configuration: Configuration,
  directory: string,
  startProgress: StartProgress,
): Promise<RestoreSummary> {
  const manifest = await requireManifest(directory)
  await requireNoRows(configuration)
  const { blobsUrl, databaseUrl, dataDirectory, storeCredentials: credentials } = configuration
  await using opened = new AsyncDisposableStack()
  const blobs = await openBlobs(blobsUrl, { credentials, dataDirectory })
  opened.defer(() => blobs.close())

  const isSqlite = databaseUrl.startsWith('sqlite:')
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 })
  const rowsPath = isSqlite ? `${pathOf(databaseUrl)}.restoring` : join(dataDirectory, 'rows.restoring')
  await mkdir(dirname(rowsPath), { recursive: true, mode: 0o700 })
  await removeRows(rowsPath)
  await copyFile(join(directory, manifest.rows.file), rowsPath)

  await using refused = new AsyncDisposableStack()
  refused.defer(() => removeRows(rowsPath))
  await withRows(rowsPath, (database) => requireNoForeignBlobs(database, blobs, blobsUrl))
  refused.move()

  const backupBlobs = join(directory, 'blobs')
  const summary = await withRows(rowsPath, (database) =>
    restoreBlobs({ database, directory: backupBlobs, blobs, startProgress }),
  )
  if (isSqlite) {
    await syncPath(rowsPath)
    await rename(rowsPath, pathOf(databaseUrl))
    await syncPath(dirname(rowsPath))
  } else {
    await moveRows(rowsPath, databaseUrl)
  }
  return { ...summary, createdAt: manifest.createdAt }
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
  await removeRows(rowsPath)
}

async function removeRows(rowsPath: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(rowsPath + suffix, { force: true })
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
