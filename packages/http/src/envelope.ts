import type { Failure } from '@pictoglyph/core'

/** The form of every failure's body; a success is `{ ok: true, data }`. */
export interface ErrorBody {
  ok: false
  error: { code: string; message: string }
  /** Facts for a program to act on, where a code has some. */
  data?: { resetAt: number }
}

/** The body that tells a failure. */
export function errorBody(failure: Failure): ErrorBody {
  const body: ErrorBody = { ok: false, error: { code: failure.code, message: failure.message } }
  if (failure.facts.code === 'RATE_LIMITED') body.data = { resetAt: failure.facts.resetAtMs }
  return body
}
