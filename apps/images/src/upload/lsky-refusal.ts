import { Failure } from '@pictoglyph/core'
import { errorBody, errorHeaders, errorStatus } from '@pictoglyph/http'

/**
 * A refusal in the words that a Lsky client shows: beside the usual body `status: false` and `message`.
 * `undefined` for what is no refusal but a fault of ours, which the service logs and answers.
 */
export function lskyRefusal(
  error: unknown,
  nowMs: number,
): { failure: Failure; answer: Response } | undefined {
  if (!(error instanceof Failure) || errorStatus[error.code] >= 500) return undefined
  const body = { ...errorBody(error), status: false, message: error.message }
  const answer = Response.json(body, {
    status: errorStatus[error.code],
    headers: errorHeaders(error, nowMs),
  })
  return { failure: error, answer }
}
