import { Failure } from '@pictoglyph/core'

/** The one failure that blob stores report for anything that keeps bytes from being stored or read. */
export function storageFailed(cause: unknown): Failure {
  return cause instanceof Failure ? cause : new Failure({ code: 'STORAGE_FAILED' }, { cause })
}
