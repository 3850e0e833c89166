import { Failure } from '../language/failure.ts'
import type { DatabaseHelper } from '../language/failures.ts'

/**
 * The one failure for anything that keeps rows or bytes from being stored or read. The system's or driver's error is
 * its cause, for the log; a failure is passed on unchanged.
 */
export function storageFailed(cause: unknown): Failure {
  return cause instanceof Failure ? cause : new Failure({ code: 'STORAGE_FAILED' }, { cause })
}

/** The same for a process or thread that does not start, or has ended. @param cause names it, for the log */
export function helperFailed(helper: DatabaseHelper, cause: Error): Failure {
  return new Failure({ code: 'STORAGE_FAILED', helper }, { cause })
}
