import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type CopiedBlobs, copyBlobs, removeUnnamed } from '@pictoglyph/site/care/copy-blobs'
import { collectorLease, type Lease, withLease } from '@pictoglyph/site/care/lease'
import type { StartProgress } from '@pictoglyph/site/care/progress'
import { openSqlEngine } from '@pictoglyph/site/database/open-engine'
import { transferRows } from '@pictoglyph/site/database/transfer/transfer-rows'
import { badRequest, conflict } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { backupSqlite } from '@pictoglyph/site/rows/sqlite/backup'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import type { Configuration } from '../configuration.ts'
import type { OpenSite } from '../open-site.ts'
import { explainPlaceFailure } from '../place-error.ts'
import { pathOf } from '../url-path.ts'
import { digestFile, readManifest, syncPath, writeManifest } from './manifest.ts'
import { withRows } from './with-rows.ts'

/** How long a backup waits for a running garbage collection. */
const waitForCollectorMs = 5 * 60_000
const askedEveryMs = 1_000
/** Leftovers of a killed backup, of this version or an earlier one. */
const unfinishedManifest = /^\.?manifest\.json(\.[\da-f-]+)?\.partial$/

interface BackupOptions {
  configuration: Configuration
  site: OpenSite
  /** Updates an earlier backup; otherwise the directory must be empty or missing. */
  directory: string
  /** Reads the bytes of an earlier backup, instead of trusting their sizes. */
  verify: boolean
  startProgress: StartProgress
  /** Called once if the backup has to wait for another backup or a collection. */
  onWaiting: () => void
}

type BackupSummary = CopiedBlobs & { rowsBytes: number; pruned: number }

/**
 * Backs the site up while it runs: the rows at one moment, then all bytes they refer to. No garbage is collected
 * meanwhile. The manifest is replaced last: until then the directory holds the earlier backup. Bytes that only the
 * earlier one needs are removed after that.
 * @throws {Failure} BAD_REQUEST, CONFLICT, STORAGE_FAILED
 * @throws {PlaceError} if rows or bytes can't be read, or written to the directory
 */
export async function backupSite(options: BackupOptions): Promise<BackupSummary> {
  const deadlineMs = performance.now() + waitForCollectorMs
  for (let hasWaited = false; ; hasWaited = true) {
    const summary = await withLease(options.site.ports, collectorLease, (lease) =>
      explainPlaceFailure(`The backup in ${options.directory} was not completed`, () =>
        backup(options, lease),
      ),
    )
    if (summary !== undefined) return summary
    if (performance.now() > deadlineMs) {
      throw conflict(message('Another backup or collection is running.'))
    }
    if (!hasWaited) options.onWaiting()
    await Bun.sleep(askedEveryMs)
  }
}

async function backup(options: BackupOptions, lease: Lease): Promise<BackupSummary> {
  const { directory, site, startProgress } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await requireBackupDirectory(directory)
  await requireNoLinks(directory)
  const earlier = await readManifest(directory)
  await removeRows(directory, earlier?.rows.file)

  const createdAt = new Date().toISOString()
  const rowsFile = `rows-${createdAt.replaceAll(':', '-')}.db`
  const rowsPath = join(directory, rowsFile)
  await snapshotRows(options.configuration, rowsPath)
  const store = await createFilesystemBlobStore({ directory: join(directory, 'blobs') })
  await store.clearStaging()
  const copied = await withRows(rowsPath, ({ blobs }) =>
    copyBlobs({
      references: blobs,
      from: site.ports.blobs,
      to: store,
      createSha256: site.ports.createSha256,
      verifyKept: options.verify,
      progress: startProgress,
      label: 'Backing up',
      requireHeld: lease.requireHeld,
    }),
  )
  lease.requireHeld()
  await syncPath(rowsPath)
  const rows = { file: rowsFile, ...(await digestFile(rowsPath)) }
  const blobs = { count: copied.blobs, bytes: copied.bytes, missing: copied.missing }
  await writeManifest(directory, { format: 'pictoglyph-backup', version: 1, createdAt, rows, blobs })

  await removeRows(directory, rowsFile)
  const pruned = await withRows(rowsPath, (database) => removeUnnamed(database, store))
  await store.close()
  return { ...copied, rowsBytes: rows.sizeBytes, pruned }
}

/** @throws {Failure} BAD_REQUEST */
async function requireBackupDirectory(directory: string): Promise<void> {
  const foreign = (await readdir(directory)).find(
    (name) => !/^(manifest\.json|blobs|rows-[\w.-]+)$/.test(name) && !unfinishedManifest.test(name),
  )
  if (foreign === undefined) return
  const reason = message('{directory} is neither empty nor a backup: it holds "{foreign}".', {
    directory,
    foreign,
  })
  throw badRequest(reason)
}

/** Refuses symbolic links, which would lead a backup elsewhere. @throws {Failure} BAD_REQUEST */
async function requireNoLinks(directory: string): Promise<void> {
  const store = join(directory, 'blobs')
  for (const folder of [directory, ...(existsSync(store) ? [store] : [])]) {
    const link = (await readdir(folder, { withFileTypes: true })).find((entry) => entry.isSymbolicLink())
    if (link === undefined) continue
    throw badRequest(
      message('{link} is a symbolic link. A backup is written to folders and files of its own.', {
        link: join(folder, link.name),
      }),
    )
  }
}

async function removeRows(directory: string, except: string | undefined): Promise<void> {
  const isStale = (name: string) =>
    (name.startsWith('rows-') && name !== except) || unfinishedManifest.test(name)
  const stale = (await readdir(directory)).filter(isStale)
  for (const name of stale) await rm(join(directory, name), { force: true })
}

/** Writes all rows at one moment to a new SQLite file, from any database, while others keep changing them. */
async function snapshotRows({ databaseUrl }: Configuration, target: string): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) return backupSqlite(pathOf(databaseUrl), target)
  const from = await openSqlEngine(databaseUrl)
  try {
    await from.write(
      async (sql) => {
        await sql.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
        await rm(target, { force: true })
        const to = await openSqlEngine(`sqlite:${target}`, { isShared: false })
        try {
          await transferRows({ from: { ...from, read: sql }, to })
        } finally {
          await to.close()
        }
      },
      { unhurried: true },
    )
  } finally {
    await from.close()
  }
}
