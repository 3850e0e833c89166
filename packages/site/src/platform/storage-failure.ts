import { Failure } from '../language/failure.ts'

/**
 * The one failure for anything that keeps rows or bytes from being stored or read. The system's or driver's error is
 * its cause, for the log; a failure is passed on unchanged.
 */
export function storageFailed(cause: unknown): Failure {
  return cause instanceof Failure ? cause : new Failure({ code: 'STORAGE_FAILED' }, { cause })
}
