import { Failure, isStorageFailure } from '@pictoglyph/site/language/failure'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'

/**
 * A failure of a file or folder from a command's arguments: reported as STORAGE_FAILED, although the site's own storage
 * works.
 */
export class PlaceError extends Error {
  override readonly name = 'PlaceError'
}

/**
 * Does work on a file or folder. If the system or a store fails, the error names the place.
 * @param what the failed step: `The backup in /backups can't be read`
 * @throws {PlaceError} that, with the reason; and other errors of `work`
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

/** The message of the system, SQLite or a store, if that caused `error`; otherwise `undefined`. */
export function reasonOf(error: unknown): string | undefined {
  if (isStorageFailure(error)) return reasonOfFailure(error)
  return isSqliteError(error) || isSystemError(error) ? error.message : undefined
}

/**
 * The messages of all causes, from the outermost to the system's. A cause with advice is the last. Empty for a failure
 * without a cause.
 */
export function reasonOfFailure(failure: Failure): string {
  return [...causesOf(failure)].join(': ')
}

/** Also recognizes an error from another thread, which has lost its class. */
export function isSqliteError(error: unknown): error is Error {
  return (systemErrorCode(error) ?? '').startsWith('SQLITE_')
}

/** Whether the system reports it. Node's own errors, such as `ERR_INVALID_ARG_TYPE`, are a fault of the program. */
export function isSystemError(error: unknown): error is Error {
  return /^E[A-Z0-9]+$/.test(systemErrorCode(error) ?? '')
}

/** The advice for a failure of a store or a database, if there is any. */
export function remedyOf(failure: Failure): string | undefined {
  return failure.cause instanceof Failure ? failure.cause.message : undefined
}

function* causesOf({ cause }: Error): Generator<string> {
  if (!(cause instanceof Error)) return
  yield cause.message
  if (!(cause instanceof Failure)) yield* causesOf(cause)
}
