import type { Failure, FailureCode, FailureFacts } from '@pictoglyph/site/language/failure'
import { failures } from '@pictoglyph/site/language/failures'

/** The HTTP status of every code, from `failures`. {@link statusOf} also knows the statuses of uploads. */
export const errorStatus = Object.fromEntries(
  Object.entries(failures).map(([code, { status }]) => [code, status]),
) as { readonly [C in FailureCode]: (typeof failures)[C]['status'] }

/** The status of an answer to an upload, or to any other request. */
export function statusOf(code: FailureCode, isUpload: boolean): number {
  const { status, uploadStatus = status }: { status: number; uploadStatus?: number } = failures[code]
  return isUpload ? uploadStatus : status
}

/** Headers of the answer to a failure. @param nowMs milliseconds since the epoch */
export function errorHeaders({ facts }: Failure, nowMs: number): Record<string, string> {
  const headers = failures[facts.code].headers as
    | ((facts: FailureFacts, nowMs: number) => Record<string, string>)
    | undefined
  return headers?.(facts, nowMs) ?? {}
}

/** JSON body of a failure; a success is `{ ok: true, data }`. */
interface ErrorBody {
  ok: false
  error: { code: string; message: string }
  /** Facts for a program to act on, if the code has some. */
  data?: { resetAt: number }
}

/** The error body of a failure. */
export function errorBody(failure: Failure): ErrorBody {
  const body: ErrorBody = { ok: false, error: { code: failure.code, message: failure.message } }
  if (failure.facts.code === 'RATE_LIMITED') body.data = { resetAt: failure.facts.resetAtMs }
  return body
}
