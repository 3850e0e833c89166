import { Failure, isStorageFailure } from '@pictoglyph/site/language/failure'
import { storageFailed, storageFailureOf } from '@pictoglyph/site/platform/storage-failure'
import { hostOf } from './database-address.ts'
import { isSqliteError, isSystemError } from './place-error.ts'
import { explainSqliteFailure } from './sqlite-failure.ts'
import { pathOf } from './url-path.ts'

/**
 * Opens a database. If that fails, the error names the database; for a SQLite file it also says whether the disk is
 * full, another user owns it, or it is damaged, and what to do.
 * @param url printed without name and password
 * @param namedBy the variable or option that has the URL
 * @throws {Failure} STORAGE_FAILED, with that as its cause; and other errors of `open`
 */
export async function explainDatabaseFailure<T>(
  url: string,
  open: () => Promise<T>,
  namedBy = 'PICTOGLYPH_DATABASE_URL',
): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (!isTrouble(error)) throw error
    const reason = error instanceof Failure ? error.cause : error
    const trouble = url.startsWith('sqlite:') ? explainSqliteFailure(pathOf(url), reason) : undefined
    if (trouble instanceof Failure) throw storageFailureOf(trouble)
    const cause = new Error(
      url.startsWith('sqlite:')
        ? `The database ${pathOf(url)} can't be used${trouble === undefined ? '' : `; ${trouble}`}`
        : `The database at ${hostOf(url)}, which ${namedBy} names, can't be reached or used`,
      { cause: reason },
    )
    throw isStorageFailure(error) ? new Failure(error.facts, { cause }) : storageFailed(cause)
  }
}

function isTrouble(error: unknown): boolean {
  return isSqliteError(error) || isSystemError(error) || isStorageFailure(error)
}
