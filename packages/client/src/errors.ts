import type { ServiceErrorCode } from './error-code.ts'

/** Codes that the services answer with. A newer service may answer with others. */
export type ErrorCode =
  | ServiceErrorCode
  /** The answer is not one of the service's: a proxy's page, or another program at this address. */
  | 'UNEXPECTED_ANSWER'
  | (string & Record<never, never>)

/** A code, and the other facts of an error. */
export interface ErrorFacts {
  code: ErrorCode
  status: number
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  resetAt?: Date | undefined
}

/** A service answered, and its answer is a refusal or a failure. `message` is for people, `code` for programs. */
export class PictoglyphError extends Error {
  override readonly name = 'PictoglyphError'
  readonly code: ErrorCode
  readonly status: number
  /** Names the request in the service's log. */
  readonly requestId: string | undefined
  /** How long to wait before the next try, if the service says. */
  readonly retryAfterSeconds: number | undefined
  /** When the next request is permitted; with RATE_LIMITED. */
  readonly resetAt: Date | undefined

  constructor(message: string, { code, status, requestId, retryAfterSeconds, resetAt }: ErrorFacts) {
    super(message)
    this.code = code
    this.status = status
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.resetAt = resetAt
  }
}

/** No answer came: the service can't be reached, or the connection broke. `cause` is the platform's error. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}
