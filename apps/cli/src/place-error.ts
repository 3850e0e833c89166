import { SQLiteError } from 'bun:sqlite'
import { systemErrorCode } from '@pictoglyph/adapters/system-error-code'
import { type Failure, isStorageFailure } from '@pictoglyph/core'

/** A file or folder that a command was told of fails it: told as STORAGE_FAILED, which is not the site's then. */
export class PlaceError extends Error {
  override readonly name = 'PlaceError'
}

/**
 * Does what needs a file or folder, and says which one where the system or a store fails it.
 * @param what what is not so then: `The backup in /backups can't be read`
 * @throws {PlaceError} that, with what was said; and what else `work` throws
 */
export async function explainPlaceFailure<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    throw new PlaceError(`${what}: ${reason}`, { cause: error })
  }
}

/** What the system, SQLite or a store said, where that is why `error` came about; else `undefined`. */
export function reasonOf(error: unknown): string | undefined {
  if (isStorageFailure(error)) return reasonOfFailure(error)
  if (error instanceof SQLiteError) return error.message
  return isSystemError(error) ? error.message : undefined
}

/** What each cause adds, from the outermost to what the system said. Empty for a failure without one. */
export function reasonOfFailure(failure: Failure): string {
  return [...causesOf(failure)].join(': ')
}

/** Node's own complaints, such as `ERR_INVALID_ARG_TYPE`, are a fault of the program. */
export function isSystemError(error: unknown): error is Error {
  return /^E[A-Z0-9]+$/.test(systemErrorCode(error) ?? '')
}

function* causesOf({ cause }: Error): Generator<string> {
  if (!(cause instanceof Error)) return
  yield cause.message
  yield* causesOf(cause)
}
