import { Failure } from '../language/failure.ts'
import type { DatabaseHelper } from '../language/failures.ts'
import { isLasting } from './lasting-fault.ts'

/**
 * The one failure for everything that prevents storing or reading rows or bytes. Its cause is the original error, for
 * the log; a failure is returned unchanged.
 */
export function storageFailed(cause: unknown): Failure {
  if (cause instanceof Failure) return cause
  return new Failure({ code: 'STORAGE_FAILED', ...(isLasting(cause) && { isLasting: true }) }, { cause })
}

/** The failure of a store or a database that lasts until an operator fixes `reason`. */
export function storageFailureOf(reason: Failure): Failure {
  return new Failure({ code: 'STORAGE_FAILED', isLasting: true }, { cause: reason })
}

/** The failure of a process or thread that does not start, or has ended. @param cause names it, for the log */
export function helperFailed(helper: DatabaseHelper, cause: Error): Failure {
  return new Failure({ code: 'STORAGE_FAILED', helper }, { cause })
}
