import type { MediaType } from '@pictoglyph/media'
import { describeFailure } from './failure-message.ts'
import type { Message } from './message.ts'

/**
 * Every way in which the site refuses or fails, with the facts that a caller needs to put it right. A `field` is what
 * the input calls that of its parts which is refused, such as `name`: forms mark it, and services' answers leave it out.
 */
export type FailureFacts =
  | { code: 'UNAUTHORIZED' }
  | { code: 'FORBIDDEN'; permission: string }
  | { code: 'KEY_BOUND'; reason: Message }
  | { code: 'FILE_MISSING' }
  | { code: 'CATEGORY_MISSING' }
  | { code: 'CATEGORY_UNAVAILABLE'; categoryId: string }
  | { code: 'ALBUM_NOT_ALLOWED'; albumId: string }
  | { code: 'TYPE_NOT_ALLOWED'; found: MediaType | 'unknown'; allowed: readonly MediaType[] }
  | { code: 'TOO_LARGE'; limitBytes: number }
  | { code: 'INVALID_IMAGE'; reason: Message }
  /**
   * `deletedBytes`: what was deleted lately stands in the way, and not what there is. `maxImages`: the number of images
   * does, and not their bytes.
   */
  | { code: 'QUOTA_EXCEEDED'; quotaBytes: number; deletedBytes?: number; maxImages?: number }
  | { code: 'IDEMPOTENCY_MISMATCH' }
  | { code: 'BAD_REQUEST'; reason: Message; field?: string }
  | { code: 'CONFLICT'; reason: Message; field?: string }
  /** `what` begins the English sentence: `The image "x"`. */
  | { code: 'NOT_FOUND'; what: Message }
  | { code: 'METHOD_NOT_ALLOWED'; allowed: readonly string[] }
  /** `limit` is what the caller may send in a minute; null where it is the service that is busy. */
  | { code: 'RATE_LIMITED'; resetAtMs: number; limit: number | null }
  | { code: 'IP_BLACKLISTED' }
  | { code: 'IP_NOT_WHITELISTED' }
  | { code: 'DECODE_FAIL' }
  | { code: 'BLOB_MISSING'; address: string }
  | { code: 'STORAGE_FAILED' }
  | { code: 'OVERLOADED'; retryAfterSeconds: number }
  | { code: 'INTERNAL' }

export type FailureCode = FailureFacts['code']

/**
 * The one error that domain code throws. It carries a code and its facts, never an HTTP status: each service
 * has its own table from code to status.
 */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly facts: FailureFacts

  constructor(facts: FailureFacts, options?: ErrorOptions) {
    super(describeFailure(facts), options)
    this.facts = facts
  }

  get code(): FailureCode {
    return this.facts.code
  }
}

/** Whether it is the failure of a store or a database. */
export function isStorageFailure(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'STORAGE_FAILED'
}
