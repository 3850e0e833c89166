import { createReadStream, existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openSqlEngine } from '@pictoglyph/site/database/open-engine'
import { endTransferLock, lockTarget } from '@pictoglyph/site/database/transfer/transfer-lock'
import { transferRows } from '@pictoglyph/site/database/transfer/transfer-rows'
import { message } from '@pictoglyph/site/language/message'
import { createFile, renameFile } from 'pictoglyph-client/written-file'
import type { Configuration } from '../configuration.ts'
import { requireNoLeftOverLog } from '../open-database.ts'
import { pathOf } from '../url-path.ts'
import { type Manifest, syncPath } from './manifest.ts'
import { notEmpty } from './not-empty.ts'
import { restoringPathOf } from './restoring-path.ts'

/** The target database of a restore. From `prepare` until `accept` no server starts on it. */
interface RowsTarget extends AsyncDisposable {
  /** A separate SQLite file in which the rows are prepared. */
  readonly preparedPath: string
  /**
   * Locks the database, and copies the backup's rows to `preparedPath`.
   * @returns false if an interrupted restore has locked it before
   * @throws {Failure} CONFLICT if the database is not empty
   */
  prepare(rowsFile: string): Promise<boolean>
  /** Unlocks an unchanged database. */
  abandon(): Promise<void>
  /** Makes the prepared rows the site's rows. */
  accept(): Promise<void>
}

export async function openRowsTarget(
  { databaseUrl, dataDirectory }: Configuration,
  manifest: Manifest,
): Promise<RowsTarget> {
  if (databaseUrl.startsWith('sqlite:')) return sqliteTarget(pathOf(databaseUrl))
  return postgresTarget(databaseUrl, { dataDirectory, source: `the backup of ${manifest.createdAt}` })
}

/** The file itself is the lock; renaming it makes it the database. */
function sqliteTarget(path: string): RowsTarget {
  const preparedPath = restoringPathOf(path)
  return {
    preparedPath,
    async prepare(rowsFile) {
      if (existsSync(path)) throw notEmpty(message('{path} exists', { path }))
      requireNoLeftOverLog(path)
      const isFree = !existsSync(preparedPath)
      await copyRows(rowsFile, preparedPath)
      return isFree
    },
    abandon: () => removeRows(preparedPath),
    async accept() {
      await syncPath(preparedPath)
      await renameFile(preparedPath, path)
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

async function postgresTarget(
  url: string,
  { dataDirectory, source }: { dataDirectory: string; source: string },
): Promise<RowsTarget> {
  const preparedPath = join(dataDirectory, 'rows.restoring')
  const to = await openSqlEngine(url)
  return {
    preparedPath,
    async prepare(rowsFile) {
      const isFree = await lockTarget(to, source)
      await copyRows(rowsFile, preparedPath)
      return isFree
    },
    async abandon() {
      await removeRows(preparedPath)
      await to.write(endTransferLock)
    },
    async accept() {
      const from = await openSqlEngine(`sqlite:${preparedPath}`, { isShared: false })
      try {
        await transferRows({ from, to, source })
      } finally {
        await from.close()
      }
      await removeRows(preparedPath)
    },
    [Symbol.asyncDispose]: () => to.close(),
  }
}

/** Copies the rows readable for this user only, whatever the mode of the backup. */
async function copyRows(rowsFile: string, preparedPath: string): Promise<void> {
  await mkdir(dirname(preparedPath), { recursive: true, mode: 0o700 })
  await removeRows(preparedPath)
  const file = await createFile(preparedPath)
  await pipeline(createReadStream(rowsFile), file.createWriteStream())
}

async function removeRows(preparedPath: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(preparedPath + suffix, { force: true })
}
