import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { markStore, requireNoOtherOwner, siteIdOf } from '@pictoglyph/site/blobs/own-store'
import type { CopiedBlobs } from '@pictoglyph/site/care/copy-blobs'
import type { Finding } from '@pictoglyph/site/care/findings'
import type { StartProgress } from '@pictoglyph/site/care/progress'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Configuration } from '../configuration.ts'
import { openBlobs } from '../open-blobs.ts'
import { explainPlaceFailure } from '../place-error.ts'
import { digestFile, type Manifest, readManifest } from './manifest.ts'
import { requireNoForeignBlobs, restoreBlobs } from './restore-blobs.ts'
import { openRowsTarget } from './rows-target.ts'
import { withRows } from './with-rows.ts'

interface RestoreSummary extends CopiedBlobs {
  createdAt: string
  /** Problems of the restored site, from gaps of the backup. */
  findings: Finding[]
}

/**
 * Restores a backup to a place without a site. Bytes come first, each verified; rows come last, and no server starts
 * there before all are in place. An interrupted restore continues in the next run.
 * @throws {Failure} BAD_REQUEST if there is no complete backup, CONFLICT if the place holds rows, another database's
 * log, or bytes that the backup does not name
 * @throws {PlaceError} if the backup can't be read
 */
export async function restoreSite(
  configuration: Configuration,
  directory: string,
  startProgress: StartProgress,
): Promise<RestoreSummary> {
  const manifest = await explainPlaceFailure(`The backup in ${directory} can't be read`, () =>
    requireManifest(directory),
  )
  const { blobsUrl, dataDirectory, storeCredentials: credentials } = configuration
  await using target = await openRowsTarget(configuration, manifest)
  const { preparedPath } = target
  await using opened = new AsyncDisposableStack()
  const blobs = await openBlobs(blobsUrl, { credentials, dataDirectory, isNew: true })
  opened.defer(() => blobs.close())

  await using refused = new AsyncDisposableStack()
  const isFree = await target.prepare(join(directory, manifest.rows.file))
  if (isFree) refused.defer(() => target.abandon())
  const siteId = await withRows(preparedPath, async (database) => {
    const id = await siteIdOf(database)
    await requireNoOtherOwner(blobs, id)
    await requireNoForeignBlobs(database, blobs, blobsUrl)
    return id
  })
  refused.move()

  const backupBlobs = join(directory, 'blobs')
  const summary = await withRows(preparedPath, async (database) => {
    // This includes the backup's own lease.
    await database.leases.endAll()
    return restoreBlobs({ database, directory: backupBlobs, blobs, startProgress })
  })
  await target.accept()
  await markStore(blobs, siteId)
  return { ...summary, createdAt: manifest.createdAt }
}

/** @throws {Failure} BAD_REQUEST */
async function requireManifest(directory: string): Promise<Manifest> {
  const manifest = await readManifest(directory)
  if (manifest === undefined) {
    throw badRequest(
      message(
        '{directory} holds no complete backup: it has no manifest. If one was under way, run it again.',
        { directory },
      ),
    )
  }
  const rowsPath = join(directory, manifest.rows.file)
  if (!existsSync(rowsPath))
    throw badRequest(message("The backup's rows, {rowsPath}, are missing.", { rowsPath }))
  const { sha256 } = await digestFile(rowsPath)
  if (sha256 !== manifest.rows.sha256)
    throw badRequest(message("The backup's rows, {rowsPath}, are damaged.", { rowsPath }))
  return manifest
}
