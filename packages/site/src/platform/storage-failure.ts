import { Failure } from '../language/failure.ts'
import type { DatabaseHelper } from '../language/failures.ts'
import { isLasting } from './lasting-fault.ts'

/**
 * The one failure for anything that keeps rows or bytes from being stored or read. The system's or driver's error is
 * its cause, for the log; a failure is passed on unchanged.
 */
export function storageFailed(cause: unknown): Failure {
  if (cause instanceof Failure) return cause
  return new Failure({ code: 'STORAGE_FAILED', ...(isLasting(cause) && { isLasting: true }) }, { cause })
}

/** The failure of a store or a database that stays until an operator has mended what `reason` says. */
export function storageFailureOf(reason: Failure): Failure {
  return new Failure({ code: 'STORAGE_FAILED', isLasting: true }, { cause: reason })
}

/** The same for a process or thread that does not start, or has ended. @param cause names it, for the log */
export function helperFailed(helper: DatabaseHelper, cause: Error): Failure {
  return new Failure({ code: 'STORAGE_FAILED', helper }, { cause })
}
