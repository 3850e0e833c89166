import { type Failure, type FailureCode, LIMIT_WINDOW_MS } from '@pictoglyph/core'

/** The HTTP status of every code. A code without a row does not compile. */
export const errorStatus = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  KEY_BOUND: 403,
  FILE_MISSING: 400,
  CATEGORY_MISSING: 400,
  CATEGORY_UNAVAILABLE: 400,
  ALBUM_NOT_ALLOWED: 400,
  TYPE_NOT_ALLOWED: 400,
  TOO_LARGE: 400,
  INVALID_IMAGE: 400,
  QUOTA_EXCEEDED: 400,
  IDEMPOTENCY_MISMATCH: 400,
  BAD_REQUEST: 400,
  CONFLICT: 409,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  RATE_LIMITED: 429,
  IP_BLACKLISTED: 403,
  IP_NOT_WHITELISTED: 403,
  DECODE_FAIL: 422,
  BLOB_MISSING: 500,
  STORAGE_FAILED: 500,
  INTERNAL: 500,
  OVERLOADED: 503,
} as const satisfies Record<FailureCode, number>

/** The headers that a failure's status asks for. */
export function errorHeaders({ facts }: Failure, nowMs: number): Record<string, string> {
  switch (facts.code) {
    case 'UNAUTHORIZED':
      return { 'WWW-Authenticate': 'Bearer' }
    case 'METHOD_NOT_ALLOWED':
      return { Allow: facts.allowed.join(', ') }
    case 'OVERLOADED':
      return { 'Retry-After': String(facts.retryAfterSeconds) }
    case 'RATE_LIMITED':
      return { 'Retry-After': String(secondsUntilReset(facts, nowMs)) }
    default:
      return {}
  }
}

/**
 * The wait in whole seconds, rounded up. A limit by the minute never asks for more than one: `resetAtMs` is
 * rounded up to be certain, which may be a second more for whoever used the limit up at once.
 */
function secondsUntilReset(facts: { resetAtMs: number; limit: number | null }, nowMs: number): number {
  const waitMs = facts.resetAtMs - nowMs
  const maxMs = facts.limit === null ? waitMs : LIMIT_WINDOW_MS
  return Math.max(1, Math.ceil(Math.min(waitMs, maxMs) / 1000))
}
